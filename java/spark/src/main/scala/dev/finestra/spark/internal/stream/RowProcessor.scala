package dev.finestra.spark.internal.stream

import dev.finestra.windowing.WindowGrid
import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming.{OutputMode, TimeMode}

/** Windows [time − size, time], one for each row, both ends included. */
private[stream] abstract class PerRowProcessor(layout: StreamLayout) extends KeyProcessor(layout) {
  @transient protected var pending: PendingRows = _

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    super.init(outputMode, timeMode)
    pending = PendingRows.in(getHandle, layout)
  }

  /** When a key that has pending rows needs its timer. */
  protected def dueOf(runs: Seq[StreamState.Run]): Long

  override protected final def due(key: CurrentKey): Long =
    if (key.runs.nonEmpty) dueOf(key.runs)
    else if (!windows.isEmpty) WindowGrid.plus(windows.youngest, layout.size)
    else KeyHeader.NEVER
}

/** Each row's window is emitted once, when the watermark reaches the row's time; only then are all
  * rows of the window known.
  *
  * Until then the row is pending and is in no window. The windows thus see rows in order: a row
  * costs one insert, one evict and one query at the ends of the windows, whatever their length.
  *
  * Invariant: the windows hold no pending row, and no row that is older than all windows to come.
  */
private[spark] final class RowProcessor(layout: StreamLayout) extends PerRowProcessor(layout) {

  override protected def take(
      key: CurrentKey,
      arrived: ArrivedRows,
      watermark: Long
  ): Iterator[Row] = {
    pending.append(key, arrived)
    Iterator.empty
  }

  override protected def fire(key: CurrentKey, watermark: Long): Iterator[Row] = {
    val rows = pending.pop(key, watermark).buffered
    val results = Iterator.continually(rows).takeWhile(_.hasNext).flatMap(resultsOfPeers)
    finishing(results)(windows.bulkEvict(watermark - layout.size))
  }

  /** The results of the next rows, as far as they have equal times. */
  private def resultsOfPeers(rows: collection.BufferedIterator[Row]): Iterator[Row] = {
    val time = layout.time(rows.head)
    val peers = Array.newBuilder[Row]
    while (rows.hasNext && layout.time(rows.head) == time) {
      peers += rows.next()
    }
    val all = peers.result()
    windows.bulkEvict(time - layout.size - 1)
    windows.bulkInsert(Array.fill(all.length)(time), all)
    val answers = windows.answersOfAll(layout.sizes.map(time - _).toArray, time)
    all.iterator.map(row => Row.fromSeq(layout.inputOf(row).toSeq ++ answers))
  }

  override protected def dueOf(runs: Seq[StreamState.Run]): Long = runs.map(_.from).min
}
