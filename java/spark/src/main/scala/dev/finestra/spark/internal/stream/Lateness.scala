package dev.finestra.spark.internal.stream

import org.apache.spark.sql.execution.metric.SQLMetric

/** Which rows come too late: those up to the watermark of the micro-batch before.
  *
  * @param watermark
  *   in microseconds
  * @param dropped
  *   counts late rows
  */
private[stream] final case class Lateness(watermark: Long, dropped: SQLMetric) {

  /** Whether a row of this time is dropped. */
  def drops(time: Long): Boolean = {
    val isLate = time <= watermark
    if (isLate) dropped += 1
    isLate
  }
}
