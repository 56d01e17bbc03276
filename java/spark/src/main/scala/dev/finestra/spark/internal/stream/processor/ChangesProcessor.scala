package dev.finestra.spark.internal.stream
package processor

import dev.finestra.windowing.{Emit, LastWindow, WindowRequest}
import dev.finestra.windowing.internal.host.KeyedHost
import dev.finestra.windowing.internal.last.ChangesLogic

/** Windows [time − size, time] whose results are emitted when they change, by the windowing
  * module's logic. Rows up to the watermark of the micro-batch before are late, so all times up to
  * a watermark have passed.
  */
private[stream] final class ChangesProcessor(task: StreamTask, kind: StreamKind.Changes)
    extends WindowProcessor(task) {
  protected val logic: ChangesLogic = {
    val window = new LastWindow(layout.size)
    val request = new WindowRequest(
      window,
      sizes,
      0,
      Emit.CHANGES,
      layout.algorithm,
      0,
      kind.rate,
      kind.start
    )
    new ChangesLogic(this, timer, request, window, layout.none)
  }

  override protected def delay: Long = 0

  // Each call computes the result before again.
  override protected def mostAtOnce: Int = KeyedHost.MOST_AT_ONCE

  override protected def accept(arrived: ArrivedRows): Unit =
    logic.rows(arrived.times, () => insert(arrived.times, arrived.rows))
}
