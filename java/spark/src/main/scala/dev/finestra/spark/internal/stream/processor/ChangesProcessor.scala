package dev.finestra.spark.internal.stream
package processor

import dev.finestra.windowing.LastWindow
import dev.finestra.windowing.internal.columns.MissingRows
import dev.finestra.windowing.internal.host.KeyedHost
import dev.finestra.windowing.internal.last.ChangesLogic
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Windows [time − size, time] whose results are emitted when they change, by the windowing
  * module's logic. Rows up to the watermark of the micro-batch before are late, so all times up to
  * a watermark have passed.
  */
private[stream] final class ChangesProcessor(task: StreamTask, kind: StreamKind.Changes)
    extends WindowProcessor(task) {
  protected val logic: ChangesLogic = {
    val window = new LastWindow(layout.size)
    val asked = request(window).emittingChanges(kind.rate, kind.start)
    new ChangesLogic(this, timer, asked, window, layout.none)
  }

  override protected def containsEnd: Boolean = true

  // Each call of fire queries the result before its first one again.
  override protected def mostAtOnce: Int = KeyedHost.MOST_AT_ONCE

  /** Continues with the results of a changed query, of which some lack rows. */
  def start(missing: MissingRows): Unit = logic.rowsAreMissing(missing)

  /** Continues with a key of a query that had other columns or another rate. */
  def continueFrom(before: StateFormat, key: UnsafeRow, header: UnsafeRow): Unit =
    rewrite(key, header) {
      val emitted = passed(task.lateWatermark)
      if (layout.format.hasNewColumns(before)) logic.emitAnew(emitted)
      else logic.changeRate(before.rate, emitted)
    }

  override protected def accept(arrived: ArrivedRows): Unit =
    logic.rows(arrived.times, () => insert(arrived.times, arrived.rows))
}
