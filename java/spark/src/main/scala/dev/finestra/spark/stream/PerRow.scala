package dev.finestra.spark.stream

import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming.{OutputMode, TimeMode}

/** Windows [time − size, time] of each row, both ends included, each answered once when the
  * watermark has come to the row's time: only then are all rows known that belong to it.
  *
  * Until then rows wait, outside the windows, which so see them in order: a row costs an insert, an
  * evict and a query that find their places at the ends, for any length of the window.
  *
  * Invariant: the windows hold no row that waits, and none that is out of all windows to come.
  */
private[spark] final class PerRow(layout: Layout) extends Processor(layout) {
  @transient private var waiting: Waiting = _

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    super.init(outputMode, timeMode)
    waiting = Waiting.in(getHandle, layout)
  }

  override protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row] = {
    waiting.append(key, arrived)
    Iterator.empty
  }

  override protected def fire(key: Key, watermark: Long): Iterator[Row] = {
    val rows = waiting.pop(key, watermark).buffered
    new Iterator[Iterator[Row]] {
      override def hasNext: Boolean = {
        val more = rows.hasNext
        if (!more) {
          trees.bulkEvict(watermark - layout.size)
        }
        more
      }
      override def next(): Iterator[Row] = together(rows)
    }.flatten
  }

  /** The next rows, which have one time. */
  private def together(rows: collection.BufferedIterator[Row]): Iterator[Row] = {
    val time = layout.time(rows.head)
    val peers = Array.newBuilder[Row]
    while (rows.hasNext && layout.time(rows.head) == time) {
      peers += rows.next()
    }
    val all = peers.result()
    trees.bulkEvict(time - layout.size - 1)
    trees.bulkInsert(Array.fill(all.length)(time), all, 0, all.length)
    val answers = trees.answersOfAll(layout.sizes.map(time - _).toArray, time)
    all.iterator.map(row => Row.fromSeq(layout.inputOf(row).toSeq ++ answers))
  }

  override protected def due(key: Key): Long =
    if (key.runs.nonEmpty) Waiting.first(key)
    else if (!trees.isEmpty) State.plus(trees.youngest, layout.size)
    else State.Never
}
