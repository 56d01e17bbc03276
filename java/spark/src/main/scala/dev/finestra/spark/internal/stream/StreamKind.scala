package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.spark.internal.query.SlidingQuery
import dev.finestra.windowing.WindowKind

/** The kinds of windows on streams; each has a [[KeyProcessor]].
  *
  * @param isUpdating
  *   whether results are emitted again when they change, instead of once
  */
private[spark] sealed abstract class StreamKind(val isUpdating: Boolean) extends Serializable

private[spark] object StreamKind {
  case object Slides extends StreamKind(false)
  case object Sessions extends StreamKind(false)
  case object Rows extends StreamKind(false)

  /** @param isCorrecting
    *   whether a row before the newest one changes results, instead of being dropped
    * @param dropped
    *   counts the rows that are dropped
    */
  final case class SlideUpdates(isCorrecting: Boolean, dropped: DroppedRows)
      extends StreamKind(true)

  final case class RowUpdates(isCorrecting: Boolean, dropped: DroppedRows) extends StreamKind(true)

  /** @param rate
    *   the times of results are multiples of this
    * @param start
    *   the end of a history; results begin there
    */
  final case class Changes(rate: Long, start: Long) extends StreamKind(false)

  def of(sliding: SlidingQuery, history: Option[StreamHistory]): StreamKind = {
    val isCorrecting = sliding.options.isCorrecting
    val dropped = DroppedRows.lateIn(sliding.df.sparkSession.sparkContext)
    (sliding.isPerRow, sliding.options.isUpdating) match {
      case (true, false) if sliding.options.emitsChanges =>
        // Rejected here, not in a task.
        WindowKind.span("The size", sliding.size)
        val rate = WindowKind.span("The rate", sliding.rate.getOrElse(1L))
        Changes(rate, history.fold(Long.MinValue)(_.until))
      case (true, false)                             => Rows
      case (true, true)                              => RowUpdates(isCorrecting, dropped)
      case (false, true)                             => SlideUpdates(isCorrecting, dropped)
      case (false, false) if sliding.slide.isDefined => Slides
      case (false, false)                            => Sessions
    }
  }
}
