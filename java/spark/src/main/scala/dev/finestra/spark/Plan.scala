package dev.finestra.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** What a call of an aggregate function does with a group's events. */
private[spark] trait Plan {
  def dataType: DataType
  def newEvents(): Events
  def update(events: Events, row: InternalRow): Events
  def merge(events: Events, other: Events): Events = events.merge(other)
  def eval(events: Events): Any
}

/** `finestra_agg`: all values at one time, so that the window holds one entry, which is their
  * aggregate in the order of their arrival. Of nothing it answers null where Spark's own aggregate
  * does, though the aggregation's identity is a value.
  */
private[spark] final class Untimed(choice: Choice, input: Input) extends Plan {
  override def dataType: DataType = choice.answer.spark
  override def newEvents(): Events = Events.of(Untimed.Smallest, choice.aggregation)

  override def update(events: Events, row: InternalRow): Events = {
    events.window.insert(0L, input.of(row))
    events
  }

  override def eval(events: Events): Any =
    if (choice.isNullOfNothing && events.window.isEmpty) null
    else choice.answer.of(events.window.query())
}

private object Untimed {

  /** A group may hold a few values only: this window is the smallest when it is empty. */
  val Smallest = "recalculate"
}
