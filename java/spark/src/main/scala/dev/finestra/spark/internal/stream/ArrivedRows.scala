package dev.finestra.spark.internal.stream

import java.util.{Arrays, Comparator}

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.Row

/** A key's rows of a micro-batch, sorted once by their times; equal times stay in the order of
  * arrival.
  */
private[stream] final class ArrivedRows(val rows: Array[Row], layout: StreamLayout) {
  val times: Array[Long] = rows.map(layout.time)

  def size: Int = rows.length
  def isEmpty: Boolean = rows.length == 0

  /** The number of rows before a time. */
  def before(time: Long): Int = {
    val found = Arrays.binarySearch(times, time)
    var i = if (found < 0) -found - 1 else found
    while (i > 0 && times(i - 1) == time) {
      i -= 1
    }
    i
  }

  /** The rows without the first ones. */
  def drop(count: Int): ArrivedRows =
    if (count == 0) this else new ArrivedRows(rows.drop(count), layout)
}

private[stream] object ArrivedRows {
  def of(rows: Iterator[Row], layout: StreamLayout): ArrivedRows = {
    val all = ArrayBuffer.from(rows).toArray
    val byTime: Comparator[Row] = (a, b) => java.lang.Long.compare(layout.time(a), layout.time(b))
    Arrays.sort(all, byTime)
    new ArrivedRows(all, layout)
  }
}
