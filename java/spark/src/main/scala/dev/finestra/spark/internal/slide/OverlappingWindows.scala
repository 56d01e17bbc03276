package dev.finestra.spark.internal.slide

import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types.LongType

/** Logical plan: each row once for each window `[start, end)` that contains its time.
  *
  * Below an aggregation, [[SlideStrategy]] plans it without copying rows. Elsewhere it is
  * [[expanded]] to Spark's own plan, which has one projection for each window.
  */
private[slide] final case class OverlappingWindows(
    time: Expression,
    grid: WindowGrid,
    window: Attribute,
    algorithm: Option[String],
    child: LogicalPlan
) extends UnaryNode {
  override def nodeName: String = "FinestraSlidingWindows"

  override def output: Seq[Attribute] = window +: child.output
  override def producedAttributes: AttributeSet = AttributeSet(window)

  override protected def withNewChildInternal(fresh: LogicalPlan): LogicalPlan = copy(child = fresh)

  /** The statistics of the copies, by which Spark decides whether to broadcast. */
  override def stats: Statistics = {
    val rows = child.stats
    rows.copy(rows.sizeInBytes * grid.windowsPerTime, rows.rowCount.map(_ * grid.windowsPerTime))
  }

  /** The time as microseconds. */
  def micros: Expression = PreciseTimestampConversion(time, time.dataType, LongType)

  /** The same rows by Spark's own operators: one copy for each window, then a filter for windows
    * that do not contain the time.
    */
  def expanded: LogicalPlan = {
    // Spark 4.0 has no default for the third argument of the factories.
    val past = new Pmod(new Subtract(micros, Literal(grid.offset)), Literal(grid.slide))
    val newest = new Subtract(micros, past)
    val copies = 0L until grid.windowsPerTime map { i =>
      val start = new Subtract(newest, Literal(i * grid.slide))
      OverlappingWindows.struct(at(start), at(new Add(start, Literal(grid.size)))) +: child.output
    }
    val within =
      if (grid.size % grid.slide == 0) IsNotNull(time)
      else LessThan(time, GetStructField(window, 1, Some("end")))
    Filter(within, Expand(copies, output, child))
  }

  private def at(micros: Expression) = PreciseTimestampConversion(micros, LongType, time.dataType)
}

private[slide] object OverlappingWindows {

  /** The struct of a window, as in Spark. */
  def struct(start: Expression, end: Expression): Expression =
    CreateNamedStruct(Seq(Literal("start"), start, Literal("end"), end))
}
