package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.SessionSettings
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.analysis.EliminateSubqueryAliases
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule

/** Finds the windows of `groupBy(window(time, size, slide))` that [[PlaceWindows]] or Spark's
  * analyzer left in the plan. If panes can compute the aggregation above, they become
  * [[OverlappingWindows]]. Otherwise they are expanded as Spark's analyzer would do, to a copy of
  * each row for each window, and the log says why.
  *
  * The rule runs between the analyzer and the optimizer.
  */
private[spark] object RecognizeSlidingGroupBy extends Rule[LogicalPlan] with Logging {
  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!has(plan)) plan
    else {
      val taken = if (SessionSettings.isSlideEnabled) take(plan) else plan
      taken.transformWithSubqueries { case WindowsInExpand(windows) =>
        if (SessionSettings.isSlideEnabled)
          logWarning(SlideStrategy.left("no groupBy that panes can compute is directly above it"))
        windows.expanded
      }
    }

  private def has(plan: LogicalPlan): Boolean =
    plan.exists {
      case WindowsInExpand(_) | ExpandedWindows(_) => true
      case other                                   => other.subqueries.exists(has)
    }

  private def take(plan: LogicalPlan): LogicalPlan =
    plan.transformWithSubqueries { case aggregate: Aggregate =>
      below(aggregate)(identity)
        .flatMap { sliding =>
          SlidingGroupBy.of(EliminateSubqueryAliases(sliding)).flatMap {
            case scala.Right(_)     => Some(sliding)
            case scala.Left(reason) =>
              logWarning(SlideStrategy.left(reason))
              below(aggregate)(_.expanded)
          }
        }
        .getOrElse(aggregate)
    }

  /** The aggregation, if windows are directly below it, with another plan in their place. */
  private def below(
      aggregate: Aggregate
  )(put: OverlappingWindows => LogicalPlan): Option[LogicalPlan] = {
    def in(plan: LogicalPlan): Option[LogicalPlan] = plan match {
      case WindowsInExpand(windows)                  => Some(put(windows))
      case ExpandedWindows(windows)                  => Some(put(windows))
      case _: Project | _: Filter | _: SubqueryAlias =>
        in(plan.children.head).map(child => plan.withNewChildren(Seq(child)))
      case view: View => in(view.child) // the optimizer removes it
      case _          => None
    }
    in(aggregate.child).map(child => aggregate.copy(child = child))
  }
}
