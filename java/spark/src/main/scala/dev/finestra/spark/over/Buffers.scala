package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** What Spark's aggregate functions of one frame do to a buffer that holds the partial aggregates
  * of all of them, side by side: a monoid, made of Spark's own expressions.
  *
  * Declarative functions are projections, generated where Spark generates code; imperative ones are
  * called one after the other.
  *
  * One thread at a time.
  *
  * @param ordinal
  *   where in `target` the first function's answer goes
  */
private[spark] sealed abstract class Buffers(
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

  private val initials = project(_.initialValues, Nil)
  private val merges = project(_.mergeExpressions, left ++ right)

  private val answers = MutableProjection
    .create(Seq.fill(ordinal)(NoOp) ++ answering, left)
    .target(target)

  /** Where in the target the imperative functions' answers go. */
  private val answered: Array[Int] = functions.zipWithIndex.collect {
    case (AggregateExpression(_: ImperativeAggregate, _, _, _, _), i) => ordinal + i
  }.toArray

  protected val join = new JoinedRow

  /** An imperative function that can be called with the rows that come in. */
  protected def bound(function: ImperativeAggregate): ImperativeAggregate

  /** Makes an initial buffer the partial aggregate of one row. */
  def lift(buffer: InternalRow, row: InternalRow): Unit

  /** The types of a buffer's fields. */
  val types: Seq[DataType] = left.map(_.dataType)

  /** The functions whose buffers are objects of their own, and where those are. */
  val typed: Seq[(TypedImperativeAggregate[AnyRef], Int)] = placed.collect {
    case (f: TypedImperativeAggregate[_], start) =>
      f.asInstanceOf[TypedImperativeAggregate[AnyRef]] -> start
  }

  /** The function that there is alone, where its buffer is an object of its own. */
  val alone: Option[TypedImperativeAggregate[AnyRef]] =
    if (functions.size == 1) typed.headOption.map(_._1) else None

  /** One row's partial aggregate, as the object of the function that is alone. */
  def lifted(row: InternalRow): AnyRef

  /** Whether a merge reads all of both buffers before it writes. */
  val readsFirst: Boolean = imperatives.isEmpty

  /** The registers of all imperative functions, where all have them. */
  val registers: Option[Array[Registers]] = {
    val all = placed.collect { case (f: HyperLogLogPlusPlus, start) => new Registers(f, start) }
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

  /** Merges two buffers into a third, which may be the older one; where there are untyped
    * imperative functions, which merge in place, it begins as a copy of it.
    */
  def merge(older: InternalRow, newer: InternalRow, to: InternalRow): Unit = {
    mergeDeclared(older, newer, to)
    var i = 0
    while (i < imperatives.length) {
      imperatives(i) match {
        case f: TypedImperativeAggregate[_] =>
          val own = f.asInstanceOf[TypedImperativeAggregate[AnyRef]]
          val at = placed(i)._2
          to.update(at, OwnObject.merged(own, objectAt(older, at), objectAt(newer, at)))
        case f => f.merge(to, newer)
      }
      i += 1
    }
  }

  private def objectAt(buffer: InternalRow, at: Int): AnyRef =
    buffer.get(at, ObjectType(classOf[AnyRef]))

  /** Merges the declarative functions' parts only; all of both is read before it is written. */
  def mergeDeclared(older: InternalRow, newer: InternalRow, to: InternalRow): Unit =
    merges.target(to)(join(older, newer))

  /** Writes the functions' answers for this buffer into the target. */
  def answer(buffer: InternalRow): Unit = {
    answers(buffer)
    var i = 0
    while (i < imperatives.length) {
      answer(buffer, i)
      i += 1
    }
  }

  /** Writes the answer of the function that is alone for its object into the target. */
  def answerAlone(buffer: AnyRef): Unit =
    target.update(ordinal, InternalRow.copyValue(alone.get.eval(buffer)))

  private def answer(buffer: InternalRow, i: Int): Unit =
    target.update(answered(i), InternalRow.copyValue(imperatives(i).eval(buffer)))

  /** The same for a buffer that lies in words, whose registers are counted there. */
  def answer(buffer: InternalRow, words: Array[Long], at: Int, counted: Array[Registers]): Unit = {
    answers(buffer)
    var i = 0
    while (i < counted.length) {
      val estimate = counted(i).estimate(words, at)
      if (estimate < 0) answer(buffer, i) else target.setLong(answered(i), estimate)
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

  private def answering: Seq[Expression] = functions.map(_.aggregateFunction).map {
    case f: DeclarativeAggregate => f.evaluateExpression
    case _                       => NoOp
  }
}

/** Of rows as a query has them. A filter decides for each row whether a function sees it. */
private[spark] final class BuffersOfRows(
    functions: Seq[AggregateExpression],
    input: Seq[Attribute],
    ordinal: Int,
    target: InternalRow
) extends Buffers(functions, ordinal, target) {
  private val filters: Array[BasePredicate] = functions.collect {
    case AggregateExpression(_: ImperativeAggregate, _, _, filter, _) =>
      filter.map(Predicate.create(_, input)).orNull
  }.toArray

  private val updates = MutableProjection.create(functions.flatMap(updating), left ++ input)

  override protected def bound(function: ImperativeAggregate): ImperativeAggregate =
    bindReference[Expression](function, input).asInstanceOf[ImperativeAggregate]

  override def lift(buffer: InternalRow, row: InternalRow): Unit = {
    updates.target(buffer)(join(buffer, row))
    var i = 0
    while (i < imperatives.length) {
      if (filters(i) == null || filters(i).eval(row)) {
        imperatives(i).update(buffer, row)
      }
      i += 1
    }
  }

  override def lifted(row: InternalRow): AnyRef = {
    val buffer = alone.get.createAggregationBuffer()
    if (filters(0) == null || filters(0).eval(row)) alone.get.update(buffer, row) else buffer
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

/** Of rows that end with the partial aggregates themselves, as Spark's partial aggregation gives
  * them: found by their places, since a function that was copied has attributes of its own.
  */
private[spark] final class BuffersOfPartials(
    functions: Seq[AggregateExpression],
    fields: Int,
    ordinal: Int,
    target: InternalRow
) extends Buffers(functions, ordinal, target) {
  private val first = fields - right.size
  private val copied = MutableProjection.create(
    right.indices.map { at =>
      if (typed.exists(_._2 == at)) NoOp
      else BoundReference(first + at, right(at).dataType, right(at).nullable)
    }
  )

  override protected def bound(function: ImperativeAggregate): ImperativeAggregate = function

  override def lift(buffer: InternalRow, row: InternalRow): Unit = {
    copied.target(buffer)(row)
    typed.foreach { case (function, at) =>
      buffer.update(at, OwnObject.read(function, row.getBinary(first + at)))
    }
  }

  override def lifted(row: InternalRow): AnyRef = OwnObject.read(alone.get, row.getBinary(first))
}
