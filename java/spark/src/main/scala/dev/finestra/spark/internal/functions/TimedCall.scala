package dev.finestra.spark.internal.functions

import scala.collection.mutable.ArrayBuffer

import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.spark.internal.{DroppedRows, ExactAlgorithms}
import dev.finestra.spark.internal.types.TimeType
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, GenericInternalRow}
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._

/** How a call of an aggregate function over event time fills, merges and evaluates a group's
  * buffer, with the arguments (aggregation, value, time, size, …). Rows without a time are dropped
  * and counted.
  *
  * @param algorithmAt
  *   the index of the algorithm, an optional argument
  */
private[spark] sealed abstract class TimedCall(
    call: CallArguments,
    algorithmAt: Int,
    dropped: DroppedRows
) {
  protected val times: TimeType = call.timeType(2)
  protected val size: Long = call.length(3, "size", times)
  protected val choice = call.aggregation(Seq(call.all(1)))
  protected val time: Expression = call.all(2)
  private val input = new ValueReader(Seq(call.all(1)), choice.columns)
  protected val algorithm: String =
    if (call.has(algorithmAt)) call.text(algorithmAt, "algorithm", "b_fiba16")
    else ExactAlgorithms.Default
  ExactAlgorithms.check(algorithm)
  private val buffers = EventBuffer.supplier(algorithm, choice.aggregation)

  def dataType: DataType
  def newEvents(): EventBuffer = buffers.get()
  def eval(events: EventBuffer): Any
  def merge(events: EventBuffer, other: EventBuffer): EventBuffer = events.merge(other)

  def update(events: EventBuffer, row: InternalRow): EventBuffer = {
    val own = time.eval(row)
    if (own == null) dropped.add()
    else {
      val at = times.in(own)
      if (isNeeded(events, at)) events.insert(entryTime(at), input.of(row))
    }
    events
  }

  /** Whether an event can be part of the result. */
  protected def isNeeded(events: EventBuffer, time: Long): Boolean = true

  /** The time at which the value of an event is inserted. */
  protected def entryTime(time: Long): Long = time

  protected def answer(events: EventBuffer, from: Long, to: Long): Any =
    choice.result.toSpark(events.window.query(from, to))

  /** The type of a list of rows: times, and a value. */
  protected def listOf(timeNames: String*): DataType = {
    val fields = timeNames.map(StructField(_, times.spark, nullable = false)) :+
      StructField("value", choice.result.spark)
    ArrayType(StructType(fields), containsNull = false)
  }

  protected def row(values: Any*): InternalRow = new GenericInternalRow(values.toArray)
}

/** `finestra_last`: evicts values older than the size at once. */
private[spark] final class LastCall(call: CallArguments, dropped: DroppedRows)
    extends TimedCall(call, 4, dropped) {
  override def dataType: DataType = choice.result.spark

  override protected def isNeeded(events: EventBuffer, time: Long): Boolean =
    events.isEmpty || time >= WindowGrid.minus(events.youngest, size)

  override def update(events: EventBuffer, row: InternalRow): EventBuffer =
    super.update(events, row).keepLast(size)

  override def merge(events: EventBuffer, other: EventBuffer): EventBuffer =
    events.merge(other).keepLast(size)

  override def eval(events: EventBuffer): Any = choice.result.toSpark(events.window.query())
}

/** `finestra_rolling`: one range query for each distinct time. */
private[spark] final class RollingCall(call: CallArguments, dropped: DroppedRows)
    extends TimedCall(call, 4, dropped) {
  override def dataType: DataType = listOf("time")

  override def eval(events: EventBuffer): Any =
    new GenericArrayData(for (time <- events.times) yield {
      row(times.out(time), answer(events, WindowGrid.minus(time, size), time)): Any
    })
}

/** `finestra_slides`: one range query for each window that contains an event.
  *
  * If the aggregation is commutative, the values of a pane are one entry. The buffer then holds at
  * most one entry for each pane, however many events there are.
  */
private[spark] final class SlidesCall(call: CallArguments, dropped: DroppedRows)
    extends TimedCall(call, 5, dropped) {
  private val grid = {
    val slide = call.length(4, "slide", times)
    if (slide > size) {
      throw new IllegalArgumentException(
        s"The slide of ${call.function} is ${call.all(4).sql} and its size ${call.all(3).sql}; " +
          "events between windows would be lost. Give a slide that is at most its size."
      )
    }
    WindowGrid.of(size, slide, if (call.has(6)) call.offset(6, times) else 0L)
  }
  private val isCommutative = choice.aggregation.is(Property.COMMUTATIVE)

  override def dataType: DataType = listOf("start", "end")

  /** The call as an aggregation of panes, if the time is a timestamp, no algorithm is asked for,
    * and Spark generates code for the aggregation.
    */
  def byPanes: Option[PaneCall] = times.spark match {
    case TimestampType | TimestampNTZType if algorithm == ExactAlgorithms.Default =>
      GeneratedFunction
        .resultOfWindow(call.text(0, "aggregation", "max"), call.all(1))
        .map(PaneCall(time, grid, _))
    case _ => None
  }

  override protected def entryTime(time: Long): Long =
    if (isCommutative) grid.paneStart(time) else time

  override def eval(events: EventBuffer): Any = {
    val rows = ArrayBuffer.empty[Any]
    var earlier = Option.empty[Long]
    for (time <- events.times) {
      def add(sinceStart: Long): Unit = rows += window(events, time, sinceStart)
      earlier match {
        case None         => grid.forEachDistance(time, add(_))
        case Some(before) => grid.forEachDistance(time, before, add(_))
      }
      earlier = Some(time)
    }
    new GenericArrayData(rows.toArray[Any])
  }

  private def window(events: EventBuffer, time: Long, sinceStart: Long): InternalRow = {
    val start = WindowGrid.minus(time, sinceStart)
    val end = WindowGrid.minus(time, sinceStart - size)
    val last = WindowGrid.minus(time, sinceStart - size + 1)
    row(times.out(start), times.out(end), answer(events, start, last))
  }
}

/** A call of `finestra_slides` as an aggregation of panes.
  *
  * @param result
  *   the result of a window, from aggregate functions of the values
  */
private[spark] final case class PaneCall(time: Expression, grid: WindowGrid, result: Expression)
