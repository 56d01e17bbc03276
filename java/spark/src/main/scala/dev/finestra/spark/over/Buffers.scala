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
  * called one after the other. A filter decides for each row whether a function sees it.
  *
  * One thread at a time.
  *
  * @param ordinal
  *   where in `target` the first function's answer goes
  */
private[over] final class Buffers(
    functions: Seq[AggregateExpression],
    input: Seq[Attribute],
    ordinal: Int,
    target: InternalRow
) {
  private val starts =
    functions.map(_.aggregateFunction.aggBufferAttributes.size).scanLeft(0)(_ + _)
  private val left = functions.flatMap(_.aggregateFunction.aggBufferAttributes)
  private val right = functions.flatMap(_.aggregateFunction.inputAggBufferAttributes)

  private val placed: Seq[(ImperativeAggregate, Int)] = functions
    .zip(starts)
    .collect { case (AggregateExpression(f: ImperativeAggregate, _, _, _, _), start) =>
      val moved = f.withNewMutableAggBufferOffset(start).withNewInputAggBufferOffset(start)
      bindReference[Expression](moved, input).asInstanceOf[ImperativeAggregate] -> start
    }

  private val imperatives = placed.map(_._1).toArray

  private val filters: Array[BasePredicate] = functions.collect {
    case AggregateExpression(_: ImperativeAggregate, _, _, filter, _) =>
      filter.map(Predicate.create(_, input)).orNull
  }.toArray

  private val initials = project(_.initialValues, Nil)
  private val updates = MutableProjection.create(functions.flatMap(updating), left ++ input)
  private val merges = project(_.mergeExpressions, left ++ right)

  private val answers = MutableProjection
    .create(Seq.fill(ordinal)(NoOp) ++ answering, left)
    .target(target)
  private val join = new JoinedRow

  /** The types of a buffer's fields. */
  val types: Seq[DataType] = left.map(_.dataType)

  /** The functions whose buffers are objects of their own, and where those are. */
  val typed: Seq[(TypedImperativeAggregate[AnyRef], Int)] = placed.collect {
    case (f: TypedImperativeAggregate[_], start) =>
      f.asInstanceOf[TypedImperativeAggregate[AnyRef]] -> start
  }

  /** Whether a merge reads all of both buffers before it writes. */
  val readsFirst: Boolean = imperatives.isEmpty

  def initialize(buffer: InternalRow): Unit = {
    initials.target(buffer)(InternalRow.empty)
    var i = 0
    while (i < imperatives.length) {
      imperatives(i).initialize(buffer)
      i += 1
    }
  }

  def update(buffer: InternalRow, row: InternalRow): Unit = {
    updates.target(buffer)(join(buffer, row))
    var i = 0
    while (i < imperatives.length) {
      if (filters(i) == null || filters(i).eval(row)) {
        imperatives(i).update(buffer, row)
      }
      i += 1
    }
  }

  /** Merges two buffers into a third, which may be the older one. */
  def merge(older: InternalRow, newer: InternalRow, to: InternalRow): Unit = {
    merges.target(to)(join(older, newer))
    var i = 0
    while (i < imperatives.length) {
      imperatives(i) match {
        case f: TypedImperativeAggregate[_] => f.mergeBuffersObjects(to, newer)
        case f                              => f.merge(to, newer)
      }
      i += 1
    }
  }

  /** Writes the functions' answers for this buffer into the target. */
  def answer(buffer: InternalRow): Unit = answers(buffer)

  private def project(of: DeclarativeAggregate => Seq[Expression], over: Seq[Attribute]) =
    MutableProjection.create(
      functions.map(_.aggregateFunction).flatMap {
        case f: DeclarativeAggregate => of(f)
        case f                       => f.aggBufferAttributes.map(_ => NoOp)
      },
      over
    )

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

  private def answering: Seq[Expression] = {
    val own = imperatives.iterator
    functions.map(_.aggregateFunction).map {
      case f: DeclarativeAggregate => f.evaluateExpression
      case _                       => own.next()
    }
  }
}
