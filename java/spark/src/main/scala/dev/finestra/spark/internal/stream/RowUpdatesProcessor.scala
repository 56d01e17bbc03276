package dev.finestra.spark.internal.stream

import scala.collection.mutable

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.Row

/** Each row's window is emitted when the row arrives. With `isCorrecting` it is emitted again when
  * a later row changes its result, until the watermark reaches the row's time.
  *
  * Costs: one range query for each new row, and two for each row whose window contains a late one.
  */
private[spark] final class RowUpdatesProcessor(
    layout: StreamLayout,
    isCorrecting: Boolean,
    late: DroppedRows
) extends PerRowProcessor(layout) {

  override protected def take(
      key: CurrentKey,
      arrived: ArrivedRows,
      watermark: Long
  ): Iterator[Row] = {
    val fresh = if (isCorrecting) arrived else inOrder(key, arrived, late)
    if (fresh.isEmpty) Iterator.empty
    else {
      val old = affected(key, fresh)
      val before = answers(old)
      windows.bulkInsert(fresh.times, fresh.rows)
      val after = answers(old ++ fresh.rows)
      val changed = old.filter { row =>
        val time = layout.time(row)
        !KeyProcessor.same(before(time), after(time))
      }
      if (isCorrecting) pending.append(key, fresh)
      forget(key, watermark)
      (changed.iterator ++ fresh.rows.iterator).map { row =>
        Row.fromSeq(layout.inputOf(row).toSeq ++ after(layout.time(row)))
      }
    }
  }

  /** The earlier rows whose windows contain a new row. */
  private def affected(key: CurrentKey, fresh: ArrivedRows): Array[Row] =
    if (!isCorrecting || fresh.times.head > key.newest) Array.empty
    else {
      val times = fresh.times
      pending.between(key, times.head, WindowGrid.plus(times.last, layout.size)).filter { row =>
        val time = layout.time(row)
        val last = if (time == Long.MaxValue) fresh.size else fresh.before(time + 1)
        last > 0 && time - times(last - 1) <= layout.size
      }
    }

  /** The results at each of the rows' times. */
  private def answers(rows: Array[Row]): mutable.LongMap[Array[Any]] = {
    val answers = mutable.LongMap.empty[Array[Any]]
    rows.foreach { row =>
      val time = layout.time(row)
      answers.getOrElseUpdate(time, windows.answers(layout.sizes.map(time - _).toArray, time))
    }
    answers
  }

  private def forget(key: CurrentKey, watermark: Long): Unit = {
    pending.pop(key, watermark).foreach(_ => ())
    windows.bulkEvict(watermark - layout.size)
  }

  override protected def fire(key: CurrentKey, watermark: Long): Iterator[Row] = {
    forget(key, watermark)
    Iterator.empty
  }

  override protected def dueOf(runs: Seq[StreamState.Run]): Long = runs.map(_.to).max
}
