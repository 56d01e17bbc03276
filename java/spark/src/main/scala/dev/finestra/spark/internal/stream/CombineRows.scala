package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnaryNode}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}

/** Logical plan: the rows of each key and pane, combined before the shuffle.
  *
  * @param combined
  *   the columns of a partial result, as in [[StreamLayout.combined]]
  */
private[stream] final case class CombineRows(
    layout: StreamLayout,
    keys: Seq[Attribute],
    values: Seq[Attribute],
    combined: Seq[Attribute],
    child: LogicalPlan
) extends UnaryNode {
  override def nodeName: String = "FinestraCombineRows"
  override def output: Seq[Attribute] = keys ++ combined
  override def producedAttributes: AttributeSet = AttributeSet(combined)
  override protected def withNewChildInternal(fresh: LogicalPlan): LogicalPlan = copy(child = fresh)
}

/** Drops late rows, and combines the others by a [[RowCombiner]]. The watermark is the same for a
  * whole micro-batch, so the same rows are late as after the shuffle.
  */
private[stream] final case class CombineRowsExec(
    layout: StreamLayout,
    keys: Seq[Attribute],
    values: Seq[Attribute],
    combined: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {
  override def nodeName: String = "FinestraCombineRows"
  override def output: Seq[Attribute] = keys ++ combined
  override def outputPartitioning: Partitioning = child.outputPartitioning

  /** Set by [[FinestraStreamExec]] before its input runs. */
  private[stream] var late: Lateness = _

  override protected def doExecute(): RDD[InternalRow] = {
    val (layout, keys, values, input) = (this.layout, this.keys, this.values, child.output)
    val late = this.late
    child.execute().mapPartitions { rows =>
      new RowCombiner(layout, keys, values, input).combined(rows, late)
    }
  }

  override protected def withNewChildInternal(fresh: SparkPlan): CombineRowsExec =
    copy(child = fresh)
}
