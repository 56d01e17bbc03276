package dev.finestra.spark.stream

import java.util.{Arrays, Comparator}

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.Row

/** A key's rows of a micro-batch, sorted once by their times; equal times stay in the order of
  * arrival.
  */
private[stream] final class Arrived(val rows: Array[Row], layout: Layout) {
  val times: Array[Long] = rows.map(layout.time)

  def size: Int = rows.length
  def isEmpty: Boolean = rows.length == 0

  /** How many rows have a time before this one. */
  def before(time: Long): Int = {
    val found = Arrays.binarySearch(times, time)
    var i = if (found < 0) -found - 1 else found
    while (i > 0 && times(i - 1) == time) {
      i -= 1
    }
    i
  }

  /** Without the first so many. */
  def drop(count: Int): Arrived = if (count == 0) this else new Arrived(rows.drop(count), layout)
}

private[stream] object Arrived {
  def of(rows: Iterator[Row], layout: Layout): Arrived = {
    val all = ArrayBuffer.from(rows).toArray
    val byTime: Comparator[Row] = (a, b) => java.lang.Long.compare(layout.time(a), layout.time(b))
    Arrays.sort(all, byTime)
    new Arrived(all, layout)
  }
}
