package dev.finestra.spark.stream

import scala.collection.mutable

import dev.finestra.spark.LeftOut
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming.{OutputMode, TimeMode}

/** Windows [time − size, time] of each row, both ends included, answered when the row comes; and,
  * where rows out of order are to correct what was answered, again when one changes the answer,
  * until the watermark has come to the row's time.
  *
  * Costs: a range query for each new row, and two for each row that a late one belongs to.
  */
private[spark] final class PerRowUpdates(layout: Layout, isCorrecting: Boolean, late: LeftOut)
    extends Processor(layout) {
  @transient private var waiting: Waiting = _

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    super.init(outputMode, timeMode)
    waiting = Waiting.in(getHandle, layout)
  }

  override protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row] = {
    val fresh = if (isCorrecting) arrived else inOrder(key, arrived, late)
    if (fresh.isEmpty) Iterator.empty
    else {
      val old = touched(key, fresh)
      val before = answers(old)
      trees.bulkInsert(fresh.times, fresh.rows, 0, fresh.size)
      val after = answers(old ++ fresh.rows)
      val changed = old.filter { row =>
        val time = layout.time(row)
        !Processor.same(before(time), after(time))
      }
      if (isCorrecting) {
        waiting.append(key, fresh)
      }
      forget(key, watermark)
      (changed.iterator ++ fresh.rows.iterator).map { row =>
        Row.fromSeq(layout.inputOf(row).toSeq ++ after(layout.time(row)))
      }
    }
  }

  /** The rows answered before that have a new row in their windows. */
  private def touched(key: Key, fresh: Arrived): Array[Row] =
    if (!isCorrecting || fresh.times.head > key.newest) Array.empty
    else {
      val times = fresh.times
      waiting.between(key, times.head, State.plus(times.last, layout.size)).filter { row =>
        val time = layout.time(row)
        val last = if (time == Long.MaxValue) fresh.size else fresh.before(time + 1)
        last > 0 && time - times(last - 1) <= layout.size
      }
    }

  /** The answers at each of the rows' times. */
  private def answers(rows: Array[Row]): mutable.LongMap[Array[AnyRef]] = {
    val answers = mutable.LongMap.empty[Array[AnyRef]]
    rows.foreach { row =>
      val time = layout.time(row)
      answers.getOrElseUpdate(
        time,
        trees.answers(layout.sizes.map(time - _).toArray, time).map(_.asInstanceOf[AnyRef])
      )
    }
    answers
  }

  private def forget(key: Key, watermark: Long): Unit = {
    waiting.pop(key, watermark).foreach(_ => ())
    trees.bulkEvict(watermark - layout.size)
  }

  override protected def fire(key: Key, watermark: Long): Iterator[Row] = {
    forget(key, watermark)
    Iterator.empty
  }

  override protected def due(key: Key): Long =
    if (key.runs.nonEmpty) Waiting.last(key)
    else if (!trees.isEmpty) State.plus(trees.youngest, layout.size)
    else State.Never
}
