package dev.finestra.spark

import scala.collection.mutable.ArrayBuffer

import dev.finestra.aggregation.Aggregation.Property
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** The windows [start, start + size) of which one starts every slide, at the offset.
  *
  * Everything is worked out from an event's distance to a start, never from the start itself, so
  * that nothing overflows at the ends of the range.
  */
private[spark] final case class Grid(size: Long, slide: Long, offset: Long) {

  /** How far the newest window that has this time starts before it. */
  def since(time: Long): Long = past(time, slide)

  /** The start of the slice that has this time; windows begin and end between slices. */
  def slice(time: Long): Long = {
    val start = time - past(time, width)
    if (start > time) time else start
  }

  private val width = BigInt(size).gcd(BigInt(slide)).toLong

  private def past(time: Long, every: Long): Long =
    Math.floorMod(Math.floorMod(time, every) - Math.floorMod(offset, every), every)

  /** The distances from this time back to the starts of the windows that have it and do not have
    * the one before it, farthest first; so each window comes once, in order.
    */
  def starts(time: Long, before: Option[Long]): Iterator[Long] = {
    val nearest = since(time)
    val most = before.fold(size)(b => math.min(size, Timed.minus(time, b)))
    if (nearest >= most) Iterator.empty
    else {
      val count = (most - 1 - nearest) / slide
      Iterator.iterate(count)(_ - 1).takeWhile(_ >= 0).map(nearest + _ * slide)
    }
  }
}

/** `finestra_slides`: a range query for each window that has an event.
  *
  * Where the order of values does not matter, the values of a slice are one entry: the window then
  * holds as many entries as slices, however many events there are.
  */
private[spark] final class Slides(timed: Timed, grid: Grid) extends Plan {
  private val at: Long => Long =
    if (timed.choice.aggregation.is(Property.COMMUTATIVE)) grid.slice else identity

  override def dataType: DataType =
    timed.listOf("start" -> timed.times.spark, "end" -> timed.times.spark)

  override def newEvents(): Events = timed.newEvents()

  override def update(events: Events, row: InternalRow): Events = {
    timed.insert(events, row)(at)
    events
  }

  override def eval(events: Events): Any = {
    val rows = ArrayBuffer.empty[Any]
    var before = Option.empty[Long]
    for (time <- events.times) {
      grid.starts(time, before).foreach(since => rows += row(events, time, since))
      before = Some(time)
    }
    Timed.list(rows.toArray)
  }

  private def row(events: Events, time: Long, since: Long): InternalRow = {
    val start = Timed.minus(time, since)
    val end = Timed.minus(time, since - grid.size)
    val last = Timed.minus(time, since - grid.size + 1)
    Timed.row(timed.times.out(start), timed.times.out(end), timed.answer(events, start, last))
  }
}
