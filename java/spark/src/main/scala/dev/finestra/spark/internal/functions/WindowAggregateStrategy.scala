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
  * Spark's own plan keeps at most 128 groups of object buffers in memory, then sorts, and sorts
  * again after the shuffle. It sends a window even for a group of one row.
  */
private[spark] final class WindowAggregateStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case PhysicalAggregation(keys, asked, results, child)
        if !plan.isStreaming && keys.nonEmpty && keys.forall(isSortedByBytes) =>
      val calls = asked.collect {
        case call @ AggregateExpression(function: WindowAggregate, _, false, None, _)
            if !function.isPivoted =>
          call -> function
      }
      if (calls.isEmpty || calls.size < asked.size) Nil
      else Seq(planned(keys.map(GroupKeys.normalized), calls, results, planLater(child)))
    case _ => Nil
  }

  /** Whether keys can be sorted and are equal if their bytes are. Spark alone merges sessions. */
  private def isSortedByBytes(key: NamedExpression): Boolean =
    RowOrdering.isOrderable(key.dataType) && UnsafeRowUtils.isBinaryStable(key.dataType) &&
      !key.metadata.contains(SessionWindow.marker)

  private def planned(
      keys: Seq[NamedExpression],
      calls: Seq[(AggregateExpression, WindowAggregate)],
      results: Seq[NamedExpression],
      child: SparkPlan
  ): SparkPlan = {
    val functions = calls.map(_._2)
    val columns = functions.flatMap(_.children.filterNot(_.foldable))
    val arguments = ExpressionSet(columns).toSeq.map(Alias(_, "argument")())
    val buffers = functions.map(f => AttributeReference(f.prettyName, BinaryType)())
    def ofArguments(function: WindowAggregate): WindowAggregate =
      function
        .withNewChildren(function.children.map { child =>
          arguments.find(_.child.semanticEquals(child)).fold(child)(_.toAttribute)
        })
        .asInstanceOf[WindowAggregate]
    val merged = calls.zip(buffers).map { case ((call, function), buffer) =>
      call.copy(aggregateFunction = PartialOrRow(ofArguments(function), buffer), mode = Complete)
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
      child = FinestraPartialExec(keys, functions, arguments, buffers, child)
    )
  }
}
