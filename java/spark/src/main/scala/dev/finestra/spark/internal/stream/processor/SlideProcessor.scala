package dev.finestra.spark.internal.stream
package processor

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.windowing.SlidingTimeWindow
import dev.finestra.windowing.internal.sliding.SlidingLogic

/** Windows [end − size, end), one ending each slide, by the windowing module's logic. */
private[stream] abstract class SlidingProcessor(task: StreamTask) extends WindowProcessor(task) {

  /** All sizes differ by whole slides, so the panes of the largest are panes of all. */
  protected val logic: SlidingLogic = {
    val grid = layout.grid
    val isCommutative = task.aggregation.is(Property.COMMUTATIVE)
    val windows = request(new SlidingTimeWindow(grid, false))
    new SlidingLogic(this, timer, windows, grid, layout.none, isCommutative)
  }

  protected final def insert(arrived: ArrivedRows): Unit =
    insert(arrived.times.map(logic.entryTime), arrived.rows)
}

/** Each window is emitted once, when the watermark reaches its end. */
private[stream] final class SlideProcessor(task: StreamTask) extends SlidingProcessor(task) {

  override protected def accept(arrived: ArrivedRows): Unit =
    // This micro-batch's watermark has not fired for this key yet, so the one before it applies.
    logic.rows(arrived.times, () => insert(arrived), passed(task.lateWatermark))
}

/** Each window is emitted after every micro-batch that changes its result, until the watermark
  * reaches its end.
  *
  * Costs: two queries for each window that has a new row.
  */
private[stream] final class SlideUpdatesProcessor(
    task: StreamTask,
    isCorrecting: Boolean,
    dropped: DroppedRows
) extends SlidingProcessor(task) {

  override protected def accept(arrived: ArrivedRows): Unit = {
    val fresh = if (isCorrecting) arrived else inOrder(arrived, dropped)
    logic.update(fresh.times, () => insert(fresh), passed(task.watermark))
  }
}
