package dev.finestra.spark.slide

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types.LongType

/** Each row once for each window `[start, end)` that has its time, as a plan before it is run: what
  * Spark writes as a projection for each window, and then runs so.
  *
  * It stands below an aggregation that [[Slide]] plans without making the copies; anywhere else it
  * is [[expanded]] to what Spark had.
  */
private[slide] final case class SlidingWindows(
    time: Expression,
    grid: Grid,
    window: Attribute,
    algorithm: Option[String],
    child: LogicalPlan
) extends UnaryNode {
  override def nodeName: String = "FinestraSlidingWindows"

  override def output: Seq[Attribute] = window +: child.output
  override def producedAttributes: AttributeSet = AttributeSet(window)

  override protected def withNewChildInternal(fresh: LogicalPlan): LogicalPlan = copy(child = fresh)

  /** Those of the copies, by which Spark decides what is small enough to be sent to each task. */
  override def stats: Statistics = {
    val rows = child.stats
    rows.copy(rows.sizeInBytes * grid.copies, rows.rowCount.map(_ * grid.copies))
  }

  /** The time as microseconds. */
  def micros: Expression = PreciseTimestampConversion(time, time.dataType, LongType)

  /** The same rows by Spark's own operators: a copy a window, those that miss the time taken out.
    */
  def expanded: LogicalPlan = {
    val newest = Subtract(
      micros,
      Pmod(Subtract(micros, Literal(grid.offset)), Literal(grid.slide))
    )
    val copies = 0L until grid.copies map { i =>
      val start = Subtract(newest, Literal(i * grid.slide))
      SlidingWindows.struct(at(start), at(Add(start, Literal(grid.size)))) +: child.output
    }
    val within =
      if (grid.size % grid.slide == 0) IsNotNull(time)
      else LessThan(time, GetStructField(window, 1, Some("end")))
    Filter(within, Expand(copies, output, child))
  }

  private def at(micros: Expression) = PreciseTimestampConversion(micros, LongType, time.dataType)
}

private[slide] object SlidingWindows {

  /** A window as Spark has it. */
  def struct(start: Expression, end: Expression): Expression =
    CreateNamedStruct(Seq(Literal("start"), start, Literal("end"), end))
}
