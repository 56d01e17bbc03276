package dev.finestra.spark.slide

import dev.finestra.spark.Clustered
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.execution.{PartitioningPreservingUnaryExecNode, SparkPlan}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** Sliding windows from slices: below are the partial aggregates of each key and slice, sorted so;
  * out come the windows that have a row.
  */
private[slide] final case class FinestraSlideExec(
    grid: Grid,
    keys: Seq[Attribute],
    slice: Attribute,
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilter: Option[Expression],
    start: Attribute,
    end: Attribute,
    algorithm: String,
    child: SparkPlan
) extends PartitioningPreservingUnaryExecNode {
  override def nodeName: String = "FinestraSlide"

  override def output: Seq[Attribute] = results.map(_.toAttribute)
  override protected def outputExpressions: Seq[NamedExpression] = results

  /** What the results refer to: by it two plans are seen to be the same, and one is reused. */
  override lazy val allAttributes: AttributeSeq =
    child.output ++ Seq(start, end) ++ functions.map(_.resultAttribute)
  override def producedAttributes: AttributeSet =
    AttributeSet(Seq(start, end) ++ functions.map(_.resultAttribute)) ++
      AttributeSet(functions.flatMap(_.aggregateFunction.aggBufferAttributes))

  override def requiredChildDistribution: Seq[Distribution] =
    Clustered.by(keys, child)

  override def requiredChildOrdering: Seq[Seq[SortOrder]] =
    Seq((keys :+ slice).map(SortOrder(_, Ascending)))

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"),
    "slices" -> SQLMetrics.createMetric(sparkContext, "number of slices")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val (rows, slices) = (longMetric("numOutputRows"), longMetric("slices"))
    val answers =
      Answers(
        grid,
        keys,
        slice,
        functions,
        results,
        windowFilter,
        start,
        end,
        child.output,
        algorithm
      )
    child.execute().mapPartitionsWithIndex { (partition, sliced) =>
      new SlideEvaluator(answers, partition, sliced, rows, slices)
    }
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}
