package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.KeyClustering
import dev.finestra.windowing.WindowGrid
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.execution.{
  OrderPreservingUnaryExecNode,
  PartitioningPreservingUnaryExecNode,
  SparkPlan
}
import org.apache.spark.sql.execution.aggregate.AggUtils
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** Merges panes into sliding windows. The input is one row for each key and pane with Spark's
  * partial results, sorted by key and pane. The output is one row for each key and window that has
  * rows, and one without a window for each key that has a pane without a number.
  */
private[slide] final case class FinestraSlideExec(
    grid: WindowGrid,
    keys: Seq[Attribute],
    pane: Attribute,
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilter: Option[Expression],
    start: Attribute,
    end: Attribute,
    algorithm: String,
    child: SparkPlan
) extends PartitioningPreservingUnaryExecNode
    with OrderPreservingUnaryExecNode {
  override def nodeName: String = "FinestraSlide"

  override def output: Seq[Attribute] = results.map(_.toAttribute)
  override protected def outputExpressions: Seq[NamedExpression] = results
  override protected def orderingExpressions: Seq[SortOrder] = keys.map(SortOrder(_, Ascending))

  /** The attributes of all expressions. With them Spark recognizes equal plans and reuses one. */
  override lazy val allAttributes: AttributeSeq =
    child.output ++ Seq(start, end) ++ functions.map(_.resultAttribute)
  override def producedAttributes: AttributeSet =
    AttributeSet(Seq(start, end) ++ functions.map(_.resultAttribute)) ++
      AttributeSet(functions.flatMap(_.aggregateFunction.aggBufferAttributes))

  override def requiredChildDistribution: Seq[Distribution] = KeyClustering.by(keys, child)

  override def requiredChildOrdering: Seq[Seq[SortOrder]] =
    Seq((keys :+ pane).map(SortOrder(_, Ascending)))

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"),
    "panes" -> SQLMetrics.createMetric(sparkContext, "number of panes")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val (rows, panes) = (longMetric("numOutputRows"), longMetric("panes"))
    val input = child.output
    val place = input.indexWhere(_.exprId == pane.exprId)
    val task =
      SlideTask(grid, keys, place, functions, results, windowFilter, start, end, input, algorithm)
    child.execute().mapPartitionsWithIndex(new SlideEvaluator(task, _, _, rows, panes))
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}

private[slide] object FinestraSlideExec {

  /** Spark's partial aggregation of rows by key and pane: the input. */
  def partial(
      keysAndPane: Seq[NamedExpression],
      functions: Seq[AggregateExpression],
      rows: SparkPlan
  ): SparkPlan =
    AggUtils.planAggregateWithoutDistinct(keysAndPane, functions, Nil, rows).head.children.head
}
