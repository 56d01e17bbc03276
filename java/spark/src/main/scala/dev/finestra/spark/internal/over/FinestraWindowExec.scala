package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.KeyClustering
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.internal.SQLConf

/** Replaces Spark's `Window` operator for moving frames, with the same requirements of its child
  * and the same columns.
  */
private[spark] final case class FinestraWindowExec(
    windowExpression: Seq[NamedExpression],
    partitionSpec: Seq[Expression],
    orderSpec: Seq[SortOrder],
    algorithm: String,
    child: SparkPlan
) extends UnaryExecNode {
  override def nodeName: String = "FinestraWindow"

  override def output: Seq[Attribute] = child.output ++ windowExpression.map(_.toAttribute)

  override def requiredChildDistribution: Seq[Distribution] = KeyClustering.by(partitionSpec, child)

  override def requiredChildOrdering: Seq[Seq[SortOrder]] =
    Seq(partitionSpec.map(SortOrder(_, Ascending)) ++ orderSpec)

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "rowsHeld" -> SQLMetrics.createMetric(sparkContext, "most rows held at once"),
    "spillSize" -> SQLMetrics.createSizeMetric(sparkContext, "spill size")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val task = OverTask(
      windowExpression,
      partitionSpec,
      orderSpec,
      child.output,
      algorithm,
      SQLConf.get.sessionLocalTimeZone,
      SQLConf.get.windowExecBufferInMemoryThreshold,
      SQLConf.get.windowExecBufferSpillThreshold
    )
    val (rowsHeld, spilled) = (longMetric("rowsHeld"), longMetric("spillSize"))
    child.execute().mapPartitions(new OverEvaluator(task, _, rowsHeld, spilled))
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}
