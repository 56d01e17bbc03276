package dev.finestra.spark.over

import dev.finestra.spark.Clustered
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.internal.SQLConf

/** Frames that move, answered by Finestra's windows: the operator in the place of Spark's `Window`,
  * with the same needs of its child and the same columns.
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

  override def requiredChildDistribution: Seq[Distribution] =
    Clustered.by(partitionSpec, child)

  override def requiredChildOrdering: Seq[Seq[SortOrder]] =
    Seq(partitionSpec.map(SortOrder(_, Ascending)) ++ orderSpec)

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "rowsHeld" -> SQLMetrics.createMetric(sparkContext, "most rows held at once"),
    "spillSize" -> SQLMetrics.createSizeMetric(sparkContext, "spill size")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val windows = Windows(
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
    child.execute().mapPartitions(new Evaluator(windows, _, rowsHeld, spilled))
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}
