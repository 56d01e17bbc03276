package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.{GroupKeys, SessionSettings}
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.{FilterExec, SparkPlan, SparkStrategy}

/** Plans `groupBy` over sliding windows: Spark's own partial aggregation of each pane, then, after
  * the shuffle, [[FinestraSlideExec]], a window over the panes of each key.
  *
  * Settings: `spark.finestra.slide.enabled` (true), `spark.finestra.algorithm` (auto).
  */
private[spark] final class SlideStrategy extends SparkStrategy with Logging {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case windows: OverlappingWindows =>
      logWarning(SlideStrategy.left("the optimizer put an operator between it and its groupBy"))
      Seq(planLater(windows.expanded))
    case _ =>
      SlidingGroupBy.of(plan).toSeq.flatMap {
        case scala.Right(sliding) => Seq(planned(sliding))
        case scala.Left(reason)   =>
          logWarning(SlideStrategy.left(reason))
          Nil
      }
  }

  private def planned(sliding: SlidingGroupBy): SparkPlan = {
    import sliding.{below, functions}
    // If filters were logical nodes, adaptive execution would plan the rows of a cache for ever: it
    // would not find the node in the query, to replace it by what the cache has delivered.
    val rows = sliding.rowFilters.foldLeft(planLater(below.child))((c, f) => FilterExec(f, c))
    val pane = Alias(PaneNumber(below.micros, below.grid), "pane")()
    val keys = sliding.keys.map(GroupKeys.normalized)
    val asked =
      if (functions.nonEmpty) functions else Seq(Count(Literal(1)).toAggregateExpression())
    val start = AttributeReference("start", below.time.dataType, nullable = false)()
    val end = AttributeReference("end", below.time.dataType, nullable = false)()
    val window = OverlappingWindows.struct(start, end)
    def ofStruct(e: Expression) = e.transform {
      case a: Attribute if a.exprId == below.window.exprId => window
    }
    val ofWindow = AttributeMap(
      sliding.windows.map(e => e.toAttribute -> GroupKeys.plain(ofStruct(e)))
    )
    FinestraSlideExec(
      below.grid,
      keys.map(_.toAttribute),
      pane.toAttribute,
      asked.map(_.copy(mode = Final, filter = None)),
      sliding.results.map(result(_, ofWindow)),
      sliding.windowFilters.reduceOption(And).map(ofStruct),
      start,
      end,
      below.algorithm.getOrElse(SessionSettings.algorithm),
      FinestraSlideExec.partial(keys :+ pane, asked, rows)
    )
  }

  private def result(column: NamedExpression, ofWindow: AttributeMap[Expression]) = column match {
    case a: Attribute if ofWindow.contains(a) =>
      Alias(ofWindow(a), a.name)(a.exprId, a.qualifier, Some(a.metadata))
    case other =>
      other
        .transform { case a: Attribute => ofWindow.getOrElse(a, a) }
        .asInstanceOf[NamedExpression]
  }
}

private[slide] object SlideStrategy {
  def left(reason: String): String =
    s"Finestra leaves a sliding groupBy(window(...)) to Spark: $reason"
}
