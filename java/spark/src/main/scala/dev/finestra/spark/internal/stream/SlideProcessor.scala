package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.windowing.{SlidingTimeWindow, WindowGrid}
import dev.finestra.windowing.internal.sliding.SlidingLogic

/** Windows [end − size, end), one ending each slide, by the windowing module's logic. */
private[stream] abstract class SlidingProcessor(layout: StreamLayout)
    extends WindowProcessor(layout) {

  /** All sizes differ by whole slides, so the panes of the largest are panes of all. */
  @transient protected lazy val logic: SlidingLogic = {
    val grid = WindowGrid.of(layout.size, layout.slide, 0L)
    val request = WindowProcessor.request(new SlidingTimeWindow(grid, false), layout)
    new SlidingLogic(this, timer, request, grid, null, windows.areCommutative)
  }

  protected final def insert(arrived: ArrivedRows): Unit =
    windows.bulkInsert(arrived.times.map(logic.entryTime), arrived.rows)
}

/** Each window is emitted once, when the watermark reaches its end. */
private[spark] final class SlideProcessor(layout: StreamLayout) extends SlidingProcessor(layout) {

  override protected def accept(key: CurrentKey, arrived: ArrivedRows, passed: Long): Unit =
    // This micro-batch's watermark has not fired for this key yet, so the one before it applies.
    logic.rows(arrived.times, () => insert(arrived), key.header.emittedUpTo)
}

/** Each window is emitted after every micro-batch that changes its result, until the watermark
  * reaches its end.
  *
  * Costs: two queries for each window that has a new row.
  */
private[spark] final class SlideUpdatesProcessor(
    layout: StreamLayout,
    isCorrecting: Boolean,
    late: DroppedRows
) extends SlidingProcessor(layout) {

  override protected def accept(key: CurrentKey, arrived: ArrivedRows, passed: Long): Unit = {
    val fresh = if (isCorrecting) arrived else inOrder(key, arrived, late)
    logic.update(fresh.times, () => insert(fresh), passed)
  }
}
