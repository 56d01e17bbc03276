package dev.finestra.spark.stream

import dev.finestra.spark.{Grid, LeftOut}
import org.apache.spark.sql.Row

/** Windows [end − size, end) of which one ends every slide, answered after each micro-batch that
  * changes their answers, until the watermark has come to their end.
  *
  * Costs: two queries for each window that has a new row.
  */
private[spark] final class PerSlideUpdates(layout: Layout, isCorrecting: Boolean, late: LeftOut)
    extends Processor(layout) {
  private val size = layout.size
  private val ends = Ends(size, layout.slide)
  @transient private lazy val slices: Grid = Grid(size, layout.slide, 0L)

  override protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row] = {
    val fresh = if (isCorrecting) arrived else inOrder(key, arrived, late)
    val touched = ends.of(fresh.times)
    val before = touched.map(known)
    val times = if (trees.areCommutative) fresh.times.map(slices.slice) else fresh.times
    trees.bulkInsert(times, fresh.rows, 0, fresh.size)
    val changed = touched.zip(before).flatMap { case (end, was) =>
      val is = answers(end)
      if (was.exists(Processor.same(_, is))) None
      else Some(Row.fromSeq(key.name.toSeq ++ Seq(end - size, end) ++ is))
    }
    forget(watermark)
    changed.iterator
  }

  /** What was answered of a window that had rows. */
  private def known(end: Long): Option[Array[AnyRef]] =
    Option.when(trees.hasRow(end - size, end - 1))(answers(end))

  private def boxed(answers: Array[Any]): Array[AnyRef] = answers.map(_.asInstanceOf[AnyRef])

  private def answers(end: Long): Array[AnyRef] =
    boxed(trees.answers(layout.sizes.map(end - _).toArray, end - 1))

  private def forget(watermark: Long): Unit =
    trees.bulkEvict(ends.after(watermark) - size - 1)

  override protected def fire(key: Key, watermark: Long): Iterator[Row] = {
    forget(watermark)
    Iterator.empty
  }

  override protected def due(key: Key): Long =
    if (trees.isEmpty) State.Never else State.plus(trees.youngest, size)
}
