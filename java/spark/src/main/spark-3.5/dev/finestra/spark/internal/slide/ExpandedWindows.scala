package dev.finestra.spark.internal.slide

import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types.LongType

/** Windows that Spark's analyzer has expanded. In Spark 3.5, DataFrames do not call the function
  * `window` by its name, so [[PlaceWindows]] does not see them.
  */
private[slide] object ExpandedWindows {
  def unapply(plan: LogicalPlan): Option[OverlappingWindows] = plan match {
    case Filter(_, Expand(copies, window +: output, child))
        if !plan.isStreaming && window.metadata.contains(TimeWindow.marker) && copies.size > 1 =>
      for {
        (time, grid) <- gridOf(copies.head.head.children.last)
        if grid.size / 2 >= grid.slide && grid.windowsPerTime == copies.size
      } yield WindowsInExpand.of(time, grid, window, copies.head.tail, output, child)
    case _ => None
  }

  /** The time and the windows, read from Spark's arithmetic: the newest window of a time ends at
    * `time - (time - offset) % slide + size`.
    */
  private def gridOf(end: Expression): Option[(Expression, WindowGrid)] = for {
    size <- end.collectFirst { case Add(_, Literal(size: Long, _), _) => size }
    (offset, slide) <- end.collectFirst {
      case Remainder(Subtract(_, Literal(offset: Long, _), _), Literal(slide: Long, _), _) =>
        (offset, slide)
    }
    time <- end.collectFirst { case PreciseTimestampConversion(time, _, LongType) => time }
  } yield (time, WindowGrid.of(size, slide, offset))
}
