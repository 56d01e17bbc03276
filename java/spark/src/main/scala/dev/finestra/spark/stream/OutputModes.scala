package dev.finestra.spark.stream

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, TransformWithState}
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.streaming.OutputMode

/** Refuses to append results that are emitted as they change, each of which would stand beside
  * those that it replaces; Spark itself asks nothing of the mode, and refuses complete mode.
  */
private[spark] object OutputModes extends (LogicalPlan => Unit) {
  override def apply(plan: LogicalPlan): Unit = plan match {
    case write: WriteToStream if write.outputMode != OutputMode.Update() =>
      if (write.inputQuery.exists(emitsUpdates)) {
        Options.refuse(
          "emit is 'updates', so that a result may come again as it changes, but the query is " +
            s"started in output mode ${s"${write.outputMode}".toLowerCase}; start it with " +
            "outputMode(\"update\"), or use emit = 'on_watermark'"
        )
      }
    case _ =>
  }

  private def emitsUpdates(plan: LogicalPlan): Boolean = plan match {
    case state: TransformWithState =>
      state.outputMode == OutputMode.Update() && (state.statefulProcessor: Any)
        .isInstanceOf[Processor]
    case _ => false
  }
}
