package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** Plans the operators of the windows that [[StreamQuery]] makes. */
private[stream] object StreamStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case StreamWindows(layout, output, operator) =>
      Seq(FinestraStreamExec(layout, output, planLater(operator)))
    case CombineRows(layout, keys, values, combined, child) =>
      Seq(CombineRowsExec(layout, keys, values, combined, planLater(child)))
    case _ => Nil
  }
}
