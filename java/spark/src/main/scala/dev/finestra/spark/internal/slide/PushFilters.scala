package dev.finestra.spark.internal.slide

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule

/** Moves the filters of rows below [[OverlappingWindows]], as Spark's optimizer does for its own
  * operators, so that they can reach the source.
  */
private[spark] object PushFilters extends Rule[LogicalPlan] with PredicateHelper {
  override def apply(plan: LogicalPlan): LogicalPlan = plan.transform {
    case filter @ Filter(condition, windows: OverlappingWindows) if condition.deterministic =>
      val (ofWindow, ofRows) =
        splitConjunctivePredicates(condition).partition(_.references.contains(windows.window))
      if (ofRows.isEmpty) filter
      else {
        val below = windows.copy(child = Filter(ofRows.reduce(And), windows.child))
        ofWindow.reduceOption(And).fold[LogicalPlan](below)(Filter(_, below))
      }
  }
}
