package dev.finestra.spark.internal.stream

import dev.finestra.windowing.SessionWindow
import dev.finestra.windowing.internal.session.SessionLogic

/** Sessions, by the windowing module's logic: each is emitted once, when the watermark reaches its
  * end, which is the last row's time plus the gap.
  */
private[spark] final class SessionProcessor(layout: StreamLayout) extends WindowProcessor(layout) {
  @transient protected lazy val logic: SessionLogic = {
    val gap = layout.size
    new SessionLogic(this, timer, WindowProcessor.request(new SessionWindow(gap), layout), gap)
  }

  override protected def accept(key: CurrentKey, arrived: ArrivedRows, passed: Long): Unit =
    logic.rows(arrived.times, () => windows.bulkInsert(arrived.times, arrived.rows))
}
