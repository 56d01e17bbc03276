package dev.finestra.spark.slide

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
      val taken = if (Slide.isEnabled) take(plan) else plan
      taken.transformWithSubqueries { case Windows(windows) => windows.expanded }
    }

  private def has(plan: LogicalPlan): Boolean =
    plan.exists(p => Windows.unapply(p).isDefined || p.subqueries.exists(has))

  private def take(plan: LogicalPlan): LogicalPlan =
    plan.transformWithSubqueries { case aggregate: Aggregate =>
      below(aggregate.child)
        .map(child => aggregate.copy(child = child))
        .flatMap(fits)
        .getOrElse(aggregate)
    }

  private def fits(aggregate: Aggregate): Option[Aggregate] =
    Sliding.of(EliminateSubqueryAliases(aggregate)).flatMap {
      case scala.Right(_)     => Some(aggregate)
      case scala.Left(reason) =>
        logWarning(Slide.left(reason))
        None
    }

  private def below(plan: LogicalPlan): Option[LogicalPlan] = plan match {
    case Windows(windows)                          => Some(windows)
    case _: Project | _: Filter | _: SubqueryAlias =>
      below(plan.children.head).map(child => plan.withNewChildren(Seq(child)))
    case _ => None
  }
}
