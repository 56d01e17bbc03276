package dev.finestra.spark.internal.slide

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** Windows that Spark's analyzer has expanded. In Spark 4 there are none that [[PlaceWindows]]
  * would take, because each way to ask for windows calls the function `window` by its name.
  */
private[slide] object ExpandedWindows {
  def unapply(plan: LogicalPlan): Option[OverlappingWindows] = None
}
