package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types.DataType

/** How one call of an aggregate function fills, merges and evaluates a group's buffer. */
private[spark] trait FunctionCall {
  def dataType: DataType
  def newEvents(): EventBuffer
  def update(events: EventBuffer, row: InternalRow): EventBuffer
  def merge(events: EventBuffer, other: EventBuffer): EventBuffer = events.merge(other)
  def eval(events: EventBuffer): Any
}

/** `finestra_agg`: inserts all values at one time, so that the window holds a single entry, their
  * aggregate in order of arrival. If there is no value, the result is null where SQL's aggregate
  * function of that name returns null, even if the aggregation's identity is a value.
  */
private[spark] final class GroupCall(call: CallArguments) extends FunctionCall {
  private val values = call.all.tail
  private val choice = call.aggregation(values)
  private val input =
    new ValueReader(if (values.isEmpty) Seq(Literal(1L)) else values, choice.columns)

  override def dataType: DataType = choice.result.spark

  /** A query may have many groups of few values; this algorithm's empty window is the smallest. */
  override def newEvents(): EventBuffer = EventBuffer.of("recalculate", choice.aggregation)

  override def update(events: EventBuffer, row: InternalRow): EventBuffer = {
    events.window.insert(0L, input.of(row))
    events
  }

  override def eval(events: EventBuffer): Any =
    if (choice.isNullOfNothing && events.window.isEmpty) null
    else choice.result.toSpark(events.window.query())
}
