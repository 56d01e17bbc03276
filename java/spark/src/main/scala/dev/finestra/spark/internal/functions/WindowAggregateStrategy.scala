package dev.finestra.spark.internal.functions

import dev.finestra.spark.internal.GroupKeys
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, Complete}
import org.apache.spark.sql.catalyst.planning.PhysicalAggregation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.aggregate.SortAggregateExec
import org.apache.spark.sql.types.BinaryType

/** Plans a `groupBy` whose functions are all [[WindowAggregate]]s: [[FinestraPartialExec]] before
  * the shuffle, and after it Spark's aggregation of sorted rows.
  *
  * Spark's own plan would sort twice, because it keeps at most 128 groups of object buffers in
  * memory, and it would send a window for each group even if a group has one row.
  */
private[spark] final class WindowAggregateStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case PhysicalAggregation(keys, asked, results, child) if !plan.isStreaming && areBinary(keys) =>
      val calls = asked.collect {
        case call @ AggregateExpression(function: WindowAggregate, _, false, None, _) =>
          call -> function
      }
      if (calls.isEmpty || calls.size < asked.size) Nil
      else Seq(planned(keys.map(GroupKeys.normalized), calls, results, planLater(child)))
    case _ => Nil
  }

  /** Whether there are keys, and equal keys have equal bytes. */
  private def areBinary(keys: Seq[NamedExpression]): Boolean =
    keys.nonEmpty && keys.forall(key => UnsafeRowUtils.isBinaryStable(key.dataType))

  private def planned(
      keys: Seq[NamedExpression],
      calls: Seq[(AggregateExpression, WindowAggregate)],
      results: Seq[NamedExpression],
      child: SparkPlan
  ): SparkPlan = {
    val functions = calls.map(_._2)
    val buffers = functions.map(f => AttributeReference(f.prettyName, BinaryType)())
    val partial = FinestraPartialExec(keys, functions, buffers, child)
    val merged = calls.zip(buffers).map { case ((call, function), buffer) =>
      call.copy(aggregateFunction = PartialOrRow(function, buffer), mode = Complete)
    }
    val groups = keys.map(_.toAttribute)
    SortAggregateExec(
      requiredChildDistributionExpressions = Some(groups),
      isStreaming = false,
      numShufflePartitions = None,
      groupingExpressions = groups,
      aggregateExpressions = merged,
      aggregateAttributes = merged.map(_.resultAttribute),
      initialInputBufferOffset = 0,
      resultExpressions = results,
      child = partial
    )
  }
}
