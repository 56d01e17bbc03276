package dev.finestra.spark.slide

import dev.finestra.spark.Settings
import dev.finestra.spark.stream.Hidden
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.aggregate.AggUtils

/** Plans sliding windows that rows are grouped by: Spark's own partial aggregation of each slice,
  * then, behind the shuffle, [[FinestraSlideExec]], a window over the slices of each key.
  *
  * Settings: `spark.finestra.slide.enabled` (true), `spark.finestra.algorithm` (auto).
  */
private[spark] final class Slide extends SparkStrategy with Logging {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case windows: SlidingWindows =>
      logWarning(Slide.left("the optimizer put something between it and its groupBy"))
      Seq(planLater(windows.expanded))
    case _ =>
      Sliding.of(plan).toSeq.flatMap {
        case scala.Right(sliding) => Seq(planned(sliding))
        case scala.Left(reason)   =>
          logWarning(Slide.left(reason))
          Nil
      }
  }

  private def planned(sliding: Sliding): SparkPlan = {
    import sliding.{below, functions}
    val child = sliding.rowFilters.reduceOption(And).foldLeft(below.child)((c, f) => Filter(f, c))
    val slice = Alias(SliceOf(below.micros, below.grid.width, below.grid.offset), "slice")()
    val keys = sliding.keys.map(normalized)
    val asked =
      if (functions.nonEmpty) functions else Seq(Count(Literal(1)).toAggregateExpression())
    val both = AggUtils.planAggregateWithoutDistinct(keys :+ slice, asked, Nil, planLater(child))
    val start = AttributeReference("start", below.time.dataType, nullable = false)()
    val end = AttributeReference("end", below.time.dataType, nullable = false)()
    val window = SlidingWindows.struct(start, end)
    val ofWindow = AttributeMap(sliding.windows.map { e =>
      e.toAttribute -> e.transform {
        case a: Attribute if a.exprId == below.window.exprId => window
      }
    })
    FinestraSlideExec(
      below.grid,
      keys.map(_.toAttribute),
      slice.toAttribute,
      asked.map(_.copy(mode = Final, filter = None)),
      sliding.results.map(result(_, ofWindow)),
      sliding.windowFilters
        .reduceOption(And)
        .map(_.transform {
          case a: Attribute if a.exprId == below.window.exprId => window
        }),
      start,
      end,
      below.algorithm.getOrElse(Settings.algorithm),
      both.head.children.head
    )
  }

  /** As Spark's own planner has it: zeros and NaNs of one value group together. */
  private def normalized(key: NamedExpression): NamedExpression = {
    val plain = key match { case Alias(e, _) => e; case e => e }
    val normal = Hidden.normalized(plain)
    if (normal eq plain) key else Alias(normal, key.name)(exprId = key.exprId)
  }

  private def result(column: NamedExpression, ofWindow: AttributeMap[Expression]) = column match {
    case a: Attribute if ofWindow.contains(a) =>
      val e = ofWindow(a) match { case Alias(inner, _) => inner; case e => e }
      Alias(e, a.name)(a.exprId, a.qualifier, Some(a.metadata))
    case other =>
      other
        .transform {
          case a: Attribute if ofWindow.contains(a) =>
            ofWindow(a) match { case Alias(inner, _) => inner; case e => e }
        }
        .asInstanceOf[NamedExpression]
  }
}

private[slide] object Slide {
  def left(reason: String): String =
    s"Finestra leaves a sliding groupBy(window(...)) to Spark: $reason"
}
