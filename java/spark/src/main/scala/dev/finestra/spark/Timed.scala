package dev.finestra.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, GenericInternalRow}
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types.{ArrayType, DataType, StructField, StructType}

/** What the functions over event time share: where values and times come from. */
private[spark] final case class Timed(
    choice: Choice,
    algorithm: String,
    input: Input,
    time: Expression,
    times: TimeType,
    leftOut: LeftOut
) {
  def newEvents(): Events = Events.of(algorithm, choice.aggregation)

  /** Inserts a row's value at the time that `at` makes of its own; without a time it is left out.
    */
  def insert(events: Events, row: InternalRow)(at: Long => Long): Unit = {
    val own = time.eval(row)
    if (own == null) leftOut.add()
    else events.insert(at(times.in(own)), input.of(row))
  }

  def answer(events: Events, from: Long, to: Long): Any =
    choice.answer.of(events.window.query(from, to))

  def listOf(fields: (String, DataType)*): DataType =
    ArrayType(
      StructType(
        fields.map { case (name, spark) => StructField(name, spark, nullable = false) } :+
          StructField("value", choice.answer.spark)
      ),
      containsNull = false
    )
}

private[spark] object Timed {

  /** a − b, or the end of the range on whose side it is. */
  def minus(a: Long, b: Long): Long = {
    val difference = a - b
    if (((a ^ b) & (a ^ difference)) < 0) (if (a < 0) Long.MinValue else Long.MaxValue)
    else difference
  }

  def list(rows: Array[Any]): GenericArrayData = new GenericArrayData(rows)

  def row(values: Any*): InternalRow = new GenericInternalRow(values.toArray)
}

/** `finestra_last`: what is older than the size is evicted as soon as it is. */
private[spark] final class Last(timed: Timed, size: Long) extends Plan {
  override def dataType: DataType = timed.choice.answer.spark
  override def newEvents(): Events = timed.newEvents()

  override def update(events: Events, row: InternalRow): Events = {
    timed.insert(events, row)(identity)
    events.keepLast(size)
  }

  override def merge(events: Events, other: Events): Events = events.merge(other).keepLast(size)

  override def eval(events: Events): Any = timed.choice.answer.of(events.window.query())
}

/** `finestra_rolling`: a range query for each distinct time. */
private[spark] final class Rolling(timed: Timed, size: Long) extends Plan {
  override def dataType: DataType = timed.listOf("time" -> timed.times.spark)
  override def newEvents(): Events = timed.newEvents()

  override def update(events: Events, row: InternalRow): Events = {
    timed.insert(events, row)(identity)
    events
  }

  override def eval(events: Events): Any =
    Timed.list(events.times.map[Any] { time =>
      Timed.row(timed.times.out(time), timed.answer(events, Timed.minus(time, size), time))
    })
}
