package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** Initializes, merges and evaluates buffers of Spark's aggregate functions over one frame. A
  * buffer holds the partial results of all functions side by side; merging makes it a monoid.
  *
  * Declarative functions become projections, as generated code where Spark generates code.
  * Imperative functions are called one after the other.
  *
  * Not thread-safe.
  *
  * @param ordinal
  *   the field of `target` for the first function's result
  */
private[spark] sealed abstract class AggregateBuffers(
    functions: Seq[AggregateExpression],
    ordinal: Int,
    target: InternalRow
) {
  private val starts =
    functions.map(_.aggregateFunction.aggBufferAttributes.size).scanLeft(0)(_ + _)
  protected val left: Seq[Attribute] =
    functions.flatMap(_.aggregateFunction.aggBufferAttributes)
  protected val right: Seq[Attribute] =
    functions.flatMap(_.aggregateFunction.inputAggBufferAttributes)

  protected val placed: Seq[(ImperativeAggregate, Int)] = functions
    .zip(starts)
    .collect { case (AggregateExpression(f: ImperativeAggregate, _, _, _, _), start) =>
      val moved = f.withNewMutableAggBufferOffset(start).withNewInputAggBufferOffset(start)
      bound(moved) -> start
    }

  protected val imperatives: Array[ImperativeAggregate] = placed.map(_._1).toArray

  /** Which imperative functions a user wrote. */
  protected val isOfUser: Array[Boolean] = imperatives.map(OverFunctions.isOfUser)

  private val initials = project(_.initialValues, Nil)
  private val merges = project(_.mergeExpressions, left ++ right)

  private val evaluate = {
    val results = functions.map(_.aggregateFunction).map {
      case f: DeclarativeAggregate => f.evaluateExpression
      case _                       => NoOp
    }
    MutableProjection.create(Seq.fill(ordinal)(NoOp) ++ results, left).target(target)
  }

  /** The fields of the target for the results of the imperative functions. */
  private val imperativeOrdinals: Array[Int] = functions.zipWithIndex.collect {
    case (AggregateExpression(_: ImperativeAggregate, _, _, _, _), i) => ordinal + i
  }.toArray

  protected val join = new JoinedRow

  /** An imperative function bound to the input rows. */
  protected def bound(function: ImperativeAggregate): ImperativeAggregate

  /** Aggregates one row into an initialized buffer. */
  def lift(buffer: InternalRow, row: InternalRow): Unit

  /** The types of a buffer's fields. */
  val types: Seq[DataType] = left.map(_.dataType)

  /** The functions whose buffers are objects, each with the field that holds its object. */
  val typed: Seq[(TypedImperativeAggregate[AnyRef], Int)] = placed.collect {
    case (f: TypedImperativeAggregate[_], start) =>
      f.asInstanceOf[TypedImperativeAggregate[AnyRef]] -> start
  }

  /** The only function, if its buffer is an object. */
  val alone: Option[TypedImperativeAggregate[AnyRef]] =
    if (functions.size == 1) typed.headOption.map(_._1) else None

  /** The partial result of one row, as the object of the only function. */
  def lifted(row: InternalRow): AnyRef

  /** Whether a merge reads both buffers completely before it writes. */
  val readsFirst: Boolean = imperatives.isEmpty

  /** The registers of all imperative functions, if each of them has registers. */
  val registers: Option[Array[HllRegisters]] = {
    val all = placed.collect { case (f: HyperLogLogPlusPlus, start) => new HllRegisters(f, start) }
    if (all.isEmpty || all.size < imperatives.length) None else Some(all.toArray)
  }

  /** Whether there are declarative functions. */
  val declares: Boolean = functions.size > imperatives.length

  def initialize(buffer: InternalRow): Unit = {
    initials.target(buffer)(InternalRow.empty)
    var i = 0
    while (i < imperatives.length) {
      imperatives(i).initialize(buffer)
      i += 1
    }
  }

  /** Merges two buffers into a third one, which may be the older one. With untyped imperative
    * functions, which merge in place, the third one must begin as a copy of the older one.
    */
  def merge(older: InternalRow, newer: InternalRow, to: InternalRow): Unit = {
    mergeDeclared(older, newer, to)
    var i = 0
    while (i < imperatives.length) {
      imperatives(i) match {
        case f: TypedImperativeAggregate[_] =>
          val own = f.asInstanceOf[TypedImperativeAggregate[AnyRef]]
          val at = placed(i)._2
          to.update(at, ObjectMerge.merged(own, objectAt(older, at), objectAt(newer, at)))
        case f => f.merge(to, newer)
      }
      i += 1
    }
  }

  /** The object in a field of a buffer. */
  def objectAt(buffer: InternalRow, at: Int): AnyRef =
    buffer.get(at, ObjectType(classOf[AnyRef]))

  /** Merges the fields of declarative functions only; reads both buffers before it writes. */
  def mergeDeclared(older: InternalRow, newer: InternalRow, to: InternalRow): Unit =
    merges.target(to)(join(older, newer))

  /** Writes the functions' results for this buffer into the target. */
  def writeResults(buffer: InternalRow): Unit = {
    evaluate(buffer)
    var i = 0
    while (i < imperatives.length) {
      writeResult(buffer, i)
      i += 1
    }
  }

  /** Writes the only function's result for its object into the target. */
  def writeResultOf(buffer: AnyRef): Unit =
    target.update(ordinal, resultOf(alone.get, buffer, isOfUser(0)))

  private def writeResult(buffer: InternalRow, i: Int): Unit = {
    val result = imperatives(i) match {
      case f: TypedImperativeAggregate[_] =>
        val own = f.asInstanceOf[TypedImperativeAggregate[AnyRef]]
        resultOf(own, objectAt(buffer, placed(i)._2), isOfUser(i))
      case f => InternalRow.copyValue(f.eval(buffer))
    }
    target.update(imperativeOrdinals(i), result)
  }

  /** A user's function may change the object that it evaluates, so it gets a copy. */
  private def resultOf(
      function: TypedImperativeAggregate[AnyRef],
      buffer: AnyRef,
      isOfUser: Boolean
  ): Any = {
    val own = if (isOfUser) ObjectMerge.copyOf(function, buffer) else buffer
    InternalRow.copyValue(function.eval(own))
  }

  /** Writes the results for a buffer in an array of words, whose first field is at `b`. */
  def writeResults(
      buffer: InternalRow,
      array: Array[Long],
      b: Int,
      functions: Array[HllRegisters]
  ): Unit = {
    evaluate(buffer)
    var i = 0
    while (i < functions.length) {
      if (!functions(i).writeResult(array, b, target, imperativeOrdinals(i))) writeResult(buffer, i)
      i += 1
    }
  }

  private def project(of: DeclarativeAggregate => Seq[Expression], over: Seq[Attribute]) =
    MutableProjection.create(
      functions.map(_.aggregateFunction).flatMap {
        case f: DeclarativeAggregate => of(f)
        case f                       => f.aggBufferAttributes.map(_ => NoOp)
      },
      over
    )
}

/** Buffers that are filled from a query's rows. A function's filter decides which rows it sees.
  *
  * @param isChecked
  *   whether to check that functions which a user wrote can merge
  */
private[spark] final class RowBuffers(
    functions: Seq[AggregateExpression],
    input: Seq[Attribute],
    ordinal: Int,
    target: InternalRow,
    isChecked: Boolean = true
) extends AggregateBuffers(functions, ordinal, target) {
  private val filters: Array[BasePredicate] = functions.collect {
    case AggregateExpression(_: ImperativeAggregate, _, _, filter, _) =>
      filter.map(Predicate.create(_, input)).orNull
  }.toArray

  private val updates = MutableProjection.create(functions.flatMap(updating), left ++ input)

  /** A check for each imperative function that a user wrote, or null. */
  private val checks: Array[MergeCheck] = imperatives.map {
    case f: TypedImperativeAggregate[_] if isChecked && OverFunctions.isOfUser(f) =>
      new MergeCheck(f.asInstanceOf[TypedImperativeAggregate[AnyRef]])
    case _ => null
  }

  override protected def bound(function: ImperativeAggregate): ImperativeAggregate =
    bindReference[Expression](function, input).asInstanceOf[ImperativeAggregate]

  override def lift(buffer: InternalRow, row: InternalRow): Unit = {
    updates.target(buffer)(join(buffer, row))
    var i = 0
    while (i < imperatives.length) {
      if (filters(i) == null || filters(i).eval(row)) {
        imperatives(i).update(buffer, row)
        if (checks(i) != null) checks(i).see(row)
      }
      i += 1
    }
  }

  override def lifted(row: InternalRow): AnyRef = {
    val buffer = alone.get.createAggregationBuffer()
    if (filters(0) == null || filters(0).eval(row)) {
      if (checks(0) != null) checks(0).see(row)
      alone.get.update(buffer, row)
    } else buffer
  }

  private def updating(function: AggregateExpression): Seq[Expression] =
    function.aggregateFunction match {
      case f: DeclarativeAggregate =>
        function.filter.fold(f.updateExpressions) { filter =>
          f.updateExpressions.zip(f.aggBufferAttributes).map { case (updated, as) =>
            If(filter, updated, as)
          }
        }
      case f => f.aggBufferAttributes.map(_ => NoOp)
    }
}

/** Buffers that are filled from Spark's partial aggregation, whose rows end with the partial
  * results. They are found by position, because a copied function has other attributes.
  */
private[spark] final class PartialBuffers(
    functions: Seq[AggregateExpression],
    fields: Int,
    ordinal: Int,
    target: InternalRow
) extends AggregateBuffers(functions.map(WideSum.in), ordinal, target) {
  private val partials: Seq[Seq[BoundReference]] = {
    val columns = functions.map(_.aggregateFunction.inputAggBufferAttributes)
    val firsts = columns.scanRight(fields)((of, end) => end - of.size)
    columns.zip(firsts).map { case (of, first) =>
      of.zipWithIndex.map { case (a, i) => BoundReference(first + i, a.dataType, a.nullable) }
    }
  }

  private val copied = MutableProjection.create(
    functions.map(WideSum.in(_).aggregateFunction).zip(partials).flatMap {
      case (wide: WideSum, partial)                => wide.read(partial)
      case (_: TypedImperativeAggregate[_], other) => other.map(_ => NoOp)
      case (_, partial)                            => partial
    }
  )

  /** The functions whose buffers are objects, each with its fields in a buffer and in a row. */
  private val objects = typed.zip(
    functions.map(_.aggregateFunction).zip(partials).collect {
      case (_: TypedImperativeAggregate[_], partial) => partial.head.ordinal
    }
  )

  override protected def bound(function: ImperativeAggregate): ImperativeAggregate = function

  override def lift(buffer: InternalRow, row: InternalRow): Unit = {
    copied.target(buffer)(row)
    objects.foreach { case ((function, at), serialized) =>
      buffer.update(at, ObjectMerge.read(function, row.getBinary(serialized)))
    }
  }

  override def lifted(row: InternalRow): AnyRef =
    ObjectMerge.read(alone.get, row.getBinary(objects.head._2))
}
