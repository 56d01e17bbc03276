package dev.finestra.spark.slide

import dev.finestra.spark.Settings
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.analysis.EliminateSubqueryAliases
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule

/** Finds `groupBy(window(time, size, slide))` where [[PlaceWindows]] has put it, and writes
  * [[SlidingWindows]] in its place, if the aggregation above is one that slices can answer. Where
  * it is not, the windows are written out as Spark's analyzer writes them, a copy of each row for
  * each window, and the log says why.
  *
  * It runs between the analyzer and the optimizer.
  */
private[spark] object Recognize extends Rule[LogicalPlan] with Logging {
  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!has(plan)) plan
    else {
      val taken = if (Settings.isSlideEnabled) take(plan) else plan
      taken.transformWithSubqueries { case Windows(windows) =>
        if (Settings.isSlideEnabled)
          logWarning(Slide.left("no groupBy that slices can answer stands right above it"))
        windows.expanded
      }
    }

  private def has(plan: LogicalPlan): Boolean =
    plan.exists(p => Windows.unapply(p).isDefined || p.subqueries.exists(has))

  private def take(plan: LogicalPlan): LogicalPlan =
    plan.transformWithSubqueries { case aggregate: Aggregate =>
      below(aggregate)(identity)
        .flatMap { sliding =>
          Sliding.of(EliminateSubqueryAliases(sliding)).flatMap {
            case scala.Right(_)     => Some(sliding)
            case scala.Left(reason) =>
              logWarning(Slide.left(reason))
              below(aggregate)(_.expanded)
          }
        }
        .getOrElse(aggregate)
    }

  /** The aggregation with what is put for the windows that stand right below it. */
  private def below(
      aggregate: Aggregate
  )(put: SlidingWindows => LogicalPlan): Option[LogicalPlan] = {
    def in(plan: LogicalPlan): Option[LogicalPlan] = plan match {
      case Windows(windows)                          => Some(put(windows))
      case _: Project | _: Filter | _: SubqueryAlias =>
        in(plan.children.head).map(child => plan.withNewChildren(Seq(child)))
      case view: View => in(view.child) // which the optimizer takes away
      case _          => None
    }
    in(aggregate.child).map(child => aggregate.copy(child = child))
  }
}
