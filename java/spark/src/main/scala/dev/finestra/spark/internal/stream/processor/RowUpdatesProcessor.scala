package dev.finestra.spark.internal.stream
package processor

import java.util.Arrays

import scala.collection.mutable

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.InternalRow

/** Each row's window is emitted when the row arrives. With `isCorrecting` it is emitted again when
  * a later row changes its result, until the watermark reaches the row's time.
  *
  * Costs: one range query for each new row, and two for each row whose window contains a late one.
  */
private[stream] final class RowUpdatesProcessor(
    task: StreamTask,
    isCorrecting: Boolean,
    dropped: DroppedRows
) extends PerRowProcessor(task) {

  override protected def take(arrived: ArrivedRows): Iterator[Array[Any]] = {
    val fresh = if (isCorrecting) arrived else inOrder(arrived, dropped)
    if (fresh.isEmpty) Iterator.empty
    else {
      val old = affected(fresh)
      val before = allResults(old)
      insert(fresh.times, fresh.rows)
      val after = allResults(old ++ fresh.rows)
      val changed = old.filter { row =>
        val time = layout.time(row)
        !Arrays.deepEquals(before(time), after(time))
      }
      if (isCorrecting) pending.append(fresh)
      forget()
      (changed.iterator ++ fresh.rows.iterator).map(row => result(row, after(layout.time(row))))
    }
  }

  /** The earlier rows whose windows contain a new row. */
  private def affected(fresh: ArrivedRows): Array[InternalRow] =
    if (!isCorrecting || fresh.times.head > store.notes.newest) Array.empty
    else {
      val times = fresh.times
      pending.between(times.head, WindowGrid.plus(times.last, layout.size)).filter { row =>
        val time = layout.time(row)
        val last = if (time == Long.MaxValue) fresh.size else fresh.before(time + 1)
        last > 0 && time - times(last - 1) <= layout.size
      }
    }

  /** The results at each of the rows' times. */
  private def allResults(rows: Array[InternalRow]): mutable.LongMap[Array[Object]] = {
    val all = mutable.LongMap.empty[Array[Object]]
    rows.foreach { row =>
      val time = layout.time(row)
      all.getOrElseUpdate(time, results(time, isWhole = false))
    }
    all
  }

  private def forget(): Unit = {
    pending.pop(task.watermark).foreach(_ => ())
    window.bulkEvict(task.watermark - layout.size)
  }

  override protected def fire(): Iterator[Array[Any]] = {
    forget()
    Iterator.empty
  }

  override protected def dueOf(runs: Seq[PendingRun]): Long = runs.map(_.lastTime).max
}
