package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.expressions.NamedExpression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** Plans the operators of the windows that [[StreamQuery]] makes. */
private[stream] object StreamStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case StreamWindows(layout, output, operator) =>
      val rows = UnsharedRows(NamedExpression.newExprId, operator.children.head)
      val own = operator.withNewChildren(rows +: operator.children.tail)
      Seq(FinestraStreamExec(layout, output, planLater(own)))
    case StartWithHistory(until, history, child) =>
      Seq(StartWithHistoryExec(until, history, planLater(child)))
    case UnsharedRows(reader, child) => Seq(UnsharedRowsExec(reader, planLater(child)))
    case CombineRows(layout, keys, values, combined, child) =>
      Seq(CombineRowsExec(layout, keys, values, combined, planLater(child)))
    case _ => Nil
  }
}
