package dev.finestra.spark.internal.group

import dev.finestra.spark.internal.{GroupKeys, SessionSettings, SortedGroups}
import dev.finestra.spark.internal.functions.{BufferedAggregate, WordsAggregate}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.PhysicalAggregation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.aggregate.TypedAggregateExpression

/** Plans a `groupBy` with a [[BufferedAggregate]]: [[FinestraPartialExec]] before the shuffle, and
  * after it Spark's aggregation of sorted rows.
  *
  * Spark's own plan keeps at most 128 groups of object buffers in memory, then sorts, and sorts
  * again after the shuffle. It sends a buffer even for a group of one row.
  *
  * Setting: `spark.finestra.group.enabled` (true).
  */
private[spark] final class BufferedAggregateStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case PhysicalAggregation(keys, asked, results, child)
        if !plan.isStreaming && keys.nonEmpty && keys.forall(GroupKeys.isSortedByBytes) &&
          asked.exists(isBuffered) && asked.forall(isPossible) && SessionSettings.isGroupEnabled =>
      Seq(planned(keys.map(GroupKeys.normalized), asked, results, planLater(child)))
    case _ => Nil
  }

  private def isBuffered(call: AggregateExpression): Boolean =
    call.aggregateFunction.isInstanceOf[BufferedAggregate[_]]

  /** Whether a function accepts rows after it has merged, which Spark's own plans never ask of it:
    * some of Spark's sketches fail.
    */
  private def isPossible(call: AggregateExpression): Boolean =
    !call.isDistinct && (call.aggregateFunction match {
      case own: BufferedAggregate[_]                         => !own.needsSparksPlan
      case _: TypedAggregateExpression                       => false // its children are objects
      case _: DeclarativeAggregate | _: WordsAggregate       => true
      case _: HyperLogLogPlusPlus | _: ApproximatePercentile => true
      case _                                                 => false
    })

  /** What a call needs of a row: arguments that it evaluates for every row, and the columns of
    * others, which may fail for rows that a filter excludes.
    */
  private def sentFor(call: AggregateExpression): Seq[Expression] = {
    val evaluated = call.aggregateFunction match {
      case own: BufferedAggregate[_] if call.filter.isEmpty => own.readOfEachRow
      case _                                                => Nil
    }
    (call.aggregateFunction.children ++ call.filter).filterNot(_.foldable).flatMap { argument =>
      if (evaluated.contains(argument)) Seq(argument) else columnsOf(argument)
    }
  }

  /** The columns that an expression reads, or fields of columns. */
  private def columnsOf(e: Expression): Seq[Expression] = e match {
    case _ if isColumn(e) => Seq(e)
    case _                => e.children.flatMap(columnsOf)
  }

  private def isColumn(e: Expression): Boolean = e match {
    case _: Attribute                => true
    case GetStructField(child, _, _) => isColumn(child)
    case _                           => false
  }

  private def planned(
      keys: Seq[NamedExpression],
      calls: Seq[AggregateExpression],
      results: Seq[NamedExpression],
      child: SparkPlan
  ): SparkPlan = {
    val arguments = ExpressionSet(calls.flatMap(sentFor)).toSeq.map(Alias(_, "argument")())
    val buffers = calls.map(_.aggregateFunction.inputAggBufferAttributes.map { column =>
      AttributeReference(column.name, column.dataType)()
    })
    val partial = FinestraPartialExec(keys, calls, arguments, buffers.flatten, child)
    val isPartial = IsNotNull(buffers(calls.indexWhere(isBuffered)).head)
    def ofArguments(e: Expression): Expression = arguments
      .find(_.child.semanticEquals(e))
      .fold(e.mapChildren(ofArguments))(_.toAttribute)
    val merged = calls.zip(buffers).map { case (call, buffer) =>
      val function = ofArguments(call.aggregateFunction) match {
        case f: DeclarativeAggregate => DeclaredPartialOrRow(f, isPartial, buffer)
        case f: ImperativeAggregate  =>
          val at = partial.output.indexWhere(_.exprId == buffer.head.exprId)
          PartialOrRow(f.withNewInputAggBufferOffset(at), isPartial)
      }
      call.copy(function, filter = call.filter.map(f => Or(isPartial, ofArguments(f))))
    }
    val groups = keys.map(_.toAttribute)
    SortedGroups.aggregated(groups, merged, results, partial)
  }
}
