package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.query.SlidingOptions
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.streaming.OutputMode

/** Rejects output mode append for results that are emitted as they change: the output would keep
  * the results that were replaced. Spark itself does not check this for Finestra's operator.
  */
private[spark] object CheckOutputMode extends (LogicalPlan => Unit) {
  override def apply(plan: LogicalPlan): Unit = plan match {
    case write: WriteToStream if write.outputMode != OutputMode.Update() =>
      if (write.inputQuery.exists(emitsUpdates)) {
        val mode = write.outputMode.toString.toLowerCase
        SlidingOptions.refuse(
          "emit is 'updates', which emits a result again when it changes, but the query has output " +
            s"mode $mode; start it with " + """outputMode("update"), or use emit = 'on_watermark'."""
        )
      }
    case _ =>
  }

  private def emitsUpdates(plan: LogicalPlan): Boolean = plan match {
    case windows: StreamWindows => windows.layout.kind.isUpdating
    case _                      => false
  }
}
