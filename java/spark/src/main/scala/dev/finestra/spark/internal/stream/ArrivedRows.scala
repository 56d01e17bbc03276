package dev.finestra.spark.internal.stream

import java.util.{Arrays, Comparator}

import org.apache.spark.sql.catalyst.InternalRow

/** A key's rows of a micro-batch, sorted once by their times; equal times stay in the order of
  * arrival.
  */
private[stream] final class ArrivedRows(val rows: Array[InternalRow], layout: StreamLayout) {
  val times: Array[Long] = {
    val times = new Array[Long](rows.length)
    for (i <- rows.indices) times(i) = layout.time(rows(i))
    times
  }

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

  /** Takes rows that may be overwritten when the next one is read. */
  def of(rows: Iterator[InternalRow], layout: StreamLayout): ArrivedRows = {
    val first = if (rows.hasNext) Array(rows.next().copy()) else Array.empty[InternalRow]
    // Most keys of a large stream have one row in a micro-batch.
    if (!rows.hasNext) new ArrivedRows(first, layout)
    else {
      val all = first ++ rows.map(_.copy())
      val byTime: Comparator[InternalRow] =
        (a, b) => java.lang.Long.compare(layout.time(a), layout.time(b))
      Arrays.sort(all, byTime)
      new ArrivedRows(all, layout)
    }
  }
}
