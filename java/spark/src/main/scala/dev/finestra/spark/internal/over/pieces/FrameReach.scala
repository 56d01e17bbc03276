package dev.finestra.spark.internal.over.pieces

import dev.finestra.spark.internal.over.{FinestraWindowExec, FrameBound}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.internal.SQLConf

/** How far the frames of an operator reach from a value of the ORDER BY column.
  *
  * @param bounds
  *   the bounds of all frames, as expressions of the value
  */
private[pieces] final class FrameReach(val order: SortOrder, bounds: Seq[Expression]) {
  val ordering: Ordering[Any] = TypeUtils.getInterpretedOrdering(order.dataType)

  def first(value: Any): Any = (value +: all(value)).min(ordering)
  def last(value: Any): Any = (value +: all(value)).max(ordering)

  private def all(value: Any): Seq[Any] = bounds.map(_.eval(InternalRow(value)))
}

private[pieces] object FrameReach {

  /** For `RANGE` frames over one ascending column whose bounds are equally far from every row. */
  def of(window: FinestraWindowExec): Option[FrameReach] = window.orderSpec match {
    case Seq(order) if order.direction == Ascending =>
      val ofValue = order.copy(child = BoundReference(0, order.dataType, nullable = false))
      val zone = SQLConf.get.sessionLocalTimeZone
      val frames = window.windowExpression
        .flatMap(_.collect { case w: WindowExpression => w.windowSpec.frameSpecification })
        .distinct
      val bounds = frames.flatMap {
        case SpecifiedWindowFrame(RangeFrame, lower, upper) =>
          Seq(lower, upper).map(FrameBound.ofEvery(ofValue, _, zone))
        case _ => Seq(None)
      }
      if (bounds.forall(_.isDefined)) Some(new FrameReach(order, bounds.flatten)) else None
    case _ => None
  }
}
