package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, ExprId, SortOrder}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnaryNode}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}

/** Logical plan: rows for one operator only. If a query has equal windows twice, Spark would let
  * both read the same shuffled rows, and then find no watermark for the second one.
  *
  * @param reader
  *   the operator that reads these rows, which makes them different from all others
  */
private[stream] final case class UnsharedRows(reader: ExprId, child: LogicalPlan)
    extends UnaryNode {
  override def output: Seq[Attribute] = child.output
  override protected def withNewChildInternal(fresh: LogicalPlan): UnsharedRows =
    copy(child = fresh)
}

private[stream] final case class UnsharedRowsExec(reader: ExprId, child: SparkPlan)
    extends UnaryExecNode {
  override def nodeName: String = "FinestraUnsharedRows"
  override def output: Seq[Attribute] = child.output
  override def outputPartitioning: Partitioning = child.outputPartitioning
  override def outputOrdering: Seq[SortOrder] = child.outputOrdering
  override protected def doExecute(): RDD[InternalRow] = child.execute()
  override protected def withNewChildInternal(fresh: SparkPlan): UnsharedRowsExec =
    copy(child = fresh)
}
