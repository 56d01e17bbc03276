package dev.finestra.spark.internal.group

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{ProjectExec, SortExec, SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** Aggregates rows before the shuffle where that reduces them, and sends the others as they are.
  * The output has two kinds of rows: a group's key with its buffers, and a key with arguments.
  *
  * @param arguments
  *   the columns that the functions and their filters read; null in the rows of groups
  * @param buffers
  *   the columns of each function's partial result; null in the other rows
  */
private[group] final case class FinestraPartialExec(
    keys: Seq[NamedExpression],
    calls: Seq[AggregateExpression],
    arguments: Seq[NamedExpression],
    buffers: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {
  override def nodeName: String = "FinestraPartial"
  override def output: Seq[Attribute] = keys.map(_.toAttribute) ++
    arguments.map(_.toAttribute.withNullability(true)) ++ buffers
  override def producedAttributes: AttributeSet =
    AttributeSet((keys ++ arguments).map(_.toAttribute) ++ buffers)
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "groups" -> SQLMetrics.createMetric(sparkContext, "number of partial groups"),
    "rows" -> SQLMetrics.createMetric(sparkContext, "number of rows sent as they are")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val (keys, calls, arguments, input) =
      (this.keys, this.calls, this.arguments, child.output)
    val order = keys.map(key => SortOrder(key.toAttribute, Ascending))
    val computedKeys = keys.filterNot(_.isInstanceOf[Attribute])
    val sort = SortExec(order, global = false, ProjectExec(input ++ computedKeys, child))
    val (groups, rows) = (longMetric("groups"), longMetric("rows"))
    child.execute().mapPartitions {
      new PartialGroups(keys, calls, arguments, input, computedKeys, sort, groups, rows).output(_)
    }
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}
