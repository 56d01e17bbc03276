package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.expressions.{Attribute, NamedExpression}
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, Complete}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.aggregate.SortAggregateExec

/** Spark's aggregation of rows sorted by group, in one step after the shuffle. */
private[spark] object SortedGroups {
  def aggregated(
      groups: Seq[Attribute],
      calls: Seq[AggregateExpression],
      results: Seq[NamedExpression],
      rows: SparkPlan
  ): SparkPlan =
    SortAggregateExec(
      requiredChildDistributionExpressions = Some(groups),
      isStreaming = false,
      numShufflePartitions = None,
      groupingExpressions = groups,
      aggregateExpressions = calls.map(_.copy(mode = Complete)),
      aggregateAttributes = calls.map(_.resultAttribute),
      initialInputBufferOffset = 0,
      resultExpressions = results,
      child = rows
    )
}
