package dev.finestra.spark.internal.stream
package processor

import dev.finestra.windowing.SessionWindow
import dev.finestra.windowing.internal.session.SessionLogic

/** Sessions, by the windowing module's logic: each is emitted once, when the watermark reaches its
  * end, which is the last row's time plus the gap.
  */
private[stream] final class SessionProcessor(task: StreamTask) extends WindowProcessor(task) {
  protected val logic: SessionLogic =
    new SessionLogic(this, timer, request(new SessionWindow(layout.size)), layout.size)

  override protected def accept(arrived: ArrivedRows): Unit =
    logic.rows(arrived.times, () => insert(arrived.times, arrived.rows))
}
