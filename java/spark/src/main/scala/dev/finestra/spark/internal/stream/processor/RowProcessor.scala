package dev.finestra.spark.internal.stream
package processor

import dev.finestra.windowing.{WindowGrid, WindowResult}
import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Windows [time − size, time], one for each row, both ends included. */
private[stream] abstract class PerRowProcessor(task: StreamTask) extends KeyProcessor(task) {
  protected final val pending: PendingRows = task.pending

  override protected final def move(key: UnsafeRow, header: UnsafeRow): Unit = {
    super.move(key, header)
    pending.move(key, store.notes)
  }

  /** When a key that has pending rows is due. */
  protected def dueOf(runs: Seq[PendingRun]): Long

  override protected final def due: Long =
    if (store.notes.runs.nonEmpty) dueOf(store.notes.runs)
    else if (!window.isEmpty) WindowGrid.plus(window.youngest, layout.size)
    else KeyHeader.NEVER

  /** The results of all aggregates for a row at this time: all sizes of the first, and so on.
    *
    * @param isWhole
    *   whether the window holds exactly the rows of the largest size
    */
  protected final def results(time: Long, isWhole: Boolean): Array[Object] = {
    val sizes = layout.sizes
    val each = sizes.map { size =>
      val result: WindowResult =
        if (isWhole && size == layout.size) window.query()
        else window.query(WindowGrid.minus(time, size), time)
      result.value.asInstanceOf[Array[Object]]
    }
    Array.tabulate(layout.choices.size * sizes.size)(k => each(k % sizes.size)(k / sizes.size))
  }

  protected final def result(row: InternalRow, results: Array[Object]): Array[Any] = {
    val columns = layout.inputOf(row).toSeq(layout.input.get).toArray[Any]
    val time = layout.time(row)
    // The window has at least this row.
    answers(columns, WindowGrid.minus(time, layout.size), time, 1, results)
  }
}

/** Each row's window is emitted once, when the watermark reaches the row's time; only then are all
  * rows of the window known.
  *
  * Until then the row is pending and is in no window. The windows thus see rows in order: a row
  * costs one insert, one evict and one query at the ends of the windows, whatever their length.
  *
  * Invariant: the windows hold no pending row, and no row that is older than all windows to come.
  */
private[stream] final class RowProcessor(task: StreamTask) extends PerRowProcessor(task) {

  override protected def take(arrived: ArrivedRows): Iterator[Array[Any]] = {
    val history = task.until.fold(0)(arrived.before)
    if (history > 0) insert(arrived.times.take(history), arrived.rows.take(history))
    pending.append(arrived.drop(history))
    Iterator.empty
  }

  override protected def fire(): Iterator[Array[Any]] = {
    val rows = pending.pop(task.watermark).buffered
    val results = Iterator.continually(rows).takeWhile(_.hasNext).flatMap(resultsOfPeers)
    finishing(results)(window.bulkEvict(task.watermark - layout.size))
  }

  /** The results of the next rows, as far as they have equal times. */
  private def resultsOfPeers(
      rows: collection.BufferedIterator[InternalRow]
  ): Iterator[Array[Any]] = {
    val time = layout.time(rows.head)
    val peers = Array.newBuilder[InternalRow]
    while (rows.hasNext && layout.time(rows.head) == time) {
      peers += rows.next()
    }
    val all = peers.result()
    window.bulkEvict(time - layout.size - 1)
    insert(Array.fill(all.length)(time), all)
    val answers = results(time, isWhole = true)
    all.iterator.map(result(_, answers))
  }

  override protected def dueOf(runs: Seq[PendingRun]): Long = runs.map(_.firstTime).min
}
