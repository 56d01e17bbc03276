package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._

/** One end of a frame, which moves forward with the row that is answered. */
private[over] sealed abstract class Bound {

  /** Moves to the row that is answered. */
  def moveTo(index: Long, row: UnsafeRow): Unit

  /** Whether a row lies before this end (below zero), on it, or beyond it. */
  def compare(index: Long, rows: Rows): Int

  /** Whether rows are looked at, not only their places. */
  def looks: Boolean
}

private[over] object Bound {

  /** The end that a frame's expression describes. */
  def of(
      frame: FrameType,
      bound: Expression,
      order: Seq[SortOrder],
      input: Seq[Attribute],
      zone: String
  ): Bound = (frame, bound) match {
    case (RowFrame, CurrentRow) => new OfRows(0)
    case (RowFrame, offset)     => new OfRows(offset.eval().asInstanceOf[Int])
    case (_, CurrentRow)        => new OfPeers(RowOrdering.create(order, input))
    case (_, offset)            => new OfRange(order.head, offset, input, zone)
  }

  private final class OfRows(offset: Int) extends Bound {
    private var end = 0L
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = index + offset
    override def compare(index: Long, rows: Rows): Int = java.lang.Long.compare(index, end)
    override def looks: Boolean = false
  }

  /** `CURRENT ROW` of a range: the rows that are equal in what they are ordered by. */
  private final class OfPeers(ordering: Ordering[InternalRow]) extends Bound {
    private var end: UnsafeRow = _
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = row
    override def compare(index: Long, rows: Rows): Int = ordering.compare(rows(index), end)
    override def looks: Boolean = true
  }

  /** A distance in what rows are ordered by, which is worked out once for each answered row. */
  private final class OfRange(
      order: SortOrder,
      offset: Expression,
      input: Seq[Attribute],
      zone: String
  ) extends Bound {
    private val key = MutableProjection.create(order.child :: Nil, input)
    private val end = MutableProjection.create(added(order, offset, zone) :: Nil, input)
    private val ordering = RowOrdering.create(
      order.copy(child = BoundReference(0, order.child.dataType, order.child.nullable)) :: Nil,
      Nil
    )
    private var reached: InternalRow = _
    override def moveTo(index: Long, row: UnsafeRow): Unit = reached = end(row)
    override def compare(index: Long, rows: Rows): Int = ordering.compare(key(rows(index)), reached)
    override def looks: Boolean = true
  }

  /** The sum of what rows are ordered by and the distance, as Spark's own frames have it. */
  private def added(order: SortOrder, offset: Expression, zone: String): Expression = {
    val key = order.child
    val signed = if (order.direction == Descending) UnaryMinus(offset) else offset
    (key.dataType, signed.dataType) match {
      case (DateType, IntegerType)              => DateAdd(key, signed)
      case (DateType, _: YearMonthIntervalType) => DateAddYMInterval(key, signed)
      case (DateType, _: DayTimeIntervalType)   => DateAdd(key, ExtractANSIIntervalDays(signed))
      case (TimestampType | TimestampNTZType, _: YearMonthIntervalType) =>
        TimestampAddYMInterval(key, signed, Some(zone))
      case (TimestampType | TimestampNTZType, _) =>
        TimestampAddInterval(key, signed, Some(zone))
      case (d: DecimalType, _: DecimalType) => DecimalAddNoOverflowCheck(key, signed, d)
      case _                                => Add(key, signed)
    }
  }
}
