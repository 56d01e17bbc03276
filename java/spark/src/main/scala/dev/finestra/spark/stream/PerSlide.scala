package dev.finestra.spark.stream

import dev.finestra.spark.Grid
import org.apache.spark.sql.Row

/** Windows [end − size, end) of which one ends every slide, each answered once when the watermark
  * has come to its end; windows without rows are not answered.
  *
  * Rows are combined into slices, where the order of values does not matter, so that a window of
  * any length and overlap holds size / slide entries a key, and a row costs one insert.
  *
  * Invariant: all rows that are older than the first window not yet answered are evicted.
  */
private[spark] final class PerSlide(layout: Layout) extends Processor(layout) {
  private val slide = layout.slide
  private val size = layout.size
  private val ends = Ends(size, slide)

  /** Slices of which the windows of all sizes are made: the sizes differ by whole slides. */
  @transient private lazy val slices: Grid = Grid(size, slide, 0L)

  override protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row] = {
    val times = if (trees.areCommutative) arrived.times.map(slices.slice) else arrived.times
    trees.bulkInsert(times, arrived.rows, 0, arrived.size)
    Iterator.empty
  }

  override protected def fire(key: Key, watermark: Long): Iterator[Row] =
    Iterator
      .continually(due(key))
      .takeWhile(_ <= watermark)
      .map { end =>
        val row = answer(key, end)
        trees.bulkEvict(end - size + slide - 1)
        key.done = end
        row
      }

  override protected def due(key: Key): Long =
    if (trees.isEmpty) State.Never
    else {
      val first = ends.after(trees.oldest)
      if (key.done == Long.MinValue) first else math.max(first, key.done + slide)
    }

  private def answer(key: Key, end: Long): Row = {
    val from = layout.sizes.map(end - _).toArray
    Row.fromSeq(key.name.toSeq ++ Seq(end - size, end) ++ trees.answers(from, end - 1))
  }
}
