package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.{GroupKeys, SessionSettings, SortedGroups}
import dev.finestra.spark.internal.functions.{PaneCall, WindowAggregate}
import dev.finestra.spark.internal.query.HasTime
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.PhysicalAggregation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.types.LongType

/** Plans a `groupBy` whose functions are all `finestra_slides` with the same windows: as a sliding
  * `groupBy`, whose windows are then collected into each group's array.
  *
  * A row without a time is in a pane without a number, so its group has a result.
  */
private[spark] final class SlidesFunctionStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case PhysicalAggregation(keys, asked, results, child)
        if !plan.isStreaming && keys.forall(GroupKeys.isSortedByBytes) =>
      val calls = for {
        call @ AggregateExpression(slides: WindowAggregate, _, false, None, _) <- asked
        panes <- slides.byPanes
      } yield (call, slides, panes)
      val grids = calls.map { case (_, _, panes) => (panes.time.canonicalized, panes.grid) }
      if (calls.size < asked.size || grids.distinct.size != 1) Nil
      else if (!SessionSettings.isSlideEnabled) Nil
      else Seq(planned(keys.map(GroupKeys.normalized), calls, results, child))
    case _ => Nil
  }

  private def planned(
      keys: Seq[NamedExpression],
      calls: Seq[(AggregateExpression, WindowAggregate, PaneCall)],
      results: Seq[NamedExpression],
      child: LogicalPlan
  ): SparkPlan = {
    val (_, slides, PaneCall(time, grid, _)) = calls.head
    val micros = PreciseTimestampConversion(time, time.dataType, LongType)
    val numbered =
      If(HasTime(time, slides.dropped), PaneNumber(micros, grid), Literal(null, LongType))
    val pane = Alias(numbered, "pane")()
    val start = AttributeReference("start", time.dataType)()
    val end = AttributeReference("end", time.dataType)()
    val functions = calls.flatMap(_._3.result.collect { case f: AggregateExpression => f })
    val windows = calls.map { case (_, _, panes) =>
      Alias(window(panes.result, start, end), "window")()
    }
    val groups = keys.map(_.toAttribute)
    val sliding = FinestraSlideExec(
      grid,
      groups,
      pane.toAttribute,
      functions.map(_.copy(mode = Final)),
      groups ++ windows,
      windowFilter = None,
      start,
      end,
      "auto",
      FinestraSlideExec.partial(
        keys :+ pane.toAttribute,
        functions.map(ofRowsWithTime(_, pane.toAttribute)),
        // If this were a logical node, adaptive execution would plan the rows of a cache for ever:
        // it would not find the node in the query, to replace it by what the cache has delivered.
        ProjectExec(child.output :+ pane, planLater(child))
      )
    )
    val collected = calls.zip(windows).map { case ((call, _, _), window) =>
      call.copy(aggregateFunction = new CollectList(window.toAttribute))
    }
    SortedGroups.aggregated(groups, collected, results, sliding)
  }

  /** The function of rows that have a time. Its values are not evaluated for others. Only a
    * condition around each value ensures that: Spark evaluates common subexpressions before
    * filters.
    */
  private def ofRowsWithTime(call: AggregateExpression, pane: Attribute): AggregateExpression = {
    val hasTime = IsNotNull(pane)
    def guarded(value: Expression) = value match {
      case _: Attribute | _: Literal                                            => value
      case Cast(from: Attribute, to, _, _) if Cast.canUpCast(from.dataType, to) => value
      case _ => If(hasTime, value, Literal(null, value.dataType))
    }
    val function = call.aggregateFunction.mapChildren(guarded).asInstanceOf[AggregateFunction]
    call.copy(function, filter = Some(hasTime))
  }

  /** An element of the array; null for the pane without a number, and `collect_list` skips nulls.
    */
  private def window(result: Expression, start: Attribute, end: Attribute): Expression = {
    val value = result.transform { case f: AggregateExpression => f.resultAttribute }
    val row = CreateNamedStruct(
      Seq(Literal("start"), KnownNotNull(start), Literal("end"), KnownNotNull(end)) ++
        Seq(Literal("value"), KnownNullable(value))
    )
    If(IsNull(start), Literal(null, row.dataType), row)
  }
}
