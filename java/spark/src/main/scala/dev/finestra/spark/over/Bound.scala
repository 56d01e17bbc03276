package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.DateTimeConstants.MICROS_PER_DAY
import org.apache.spark.sql.catalyst.util.DateTimeUtils.getZoneId
import org.apache.spark.sql.types._

/** One end of a frame, which moves forward with the row that is answered. */
private[over] sealed abstract class Bound {

  /** Moves to the row that is answered. Where the end lies is worked out when a row is compared
    * with it: beyond a type's range it is nowhere, which is no error where no row is left.
    */
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
    case (_, UnboundedFollowing)           => EndOfPartition
    case (RowFrame, CurrentRow)            => new OfRows(0)
    case (RowFrame, offset)                => new OfRows(offset.eval().asInstanceOf[Int])
    case (_, CurrentRow) if order.size > 1 => new OfPeers(RowOrdering.create(order, input))
    case (_, CurrentRow)                   => of(order.head, Some(0L), order.head.child, input)
    case (_, offset)                       =>
      of(order.head, shift(order.head, offset, zone), added(order.head, offset, zone), input)
  }

  /** The end where an expression of the answered row lies in an order of one column, or, where it
    * is known, how far it is from that column.
    */
  private def of(
      order: SortOrder,
      shift: Option[Long],
      end: Expression,
      input: Seq[Attribute]
  ): Bound = {
    val column = order.child match {
      case a: Attribute => input.indexWhere(_.exprId == a.exprId)
      case _            => -1
    }
    order.child.dataType match {
      case LongType | TimestampType | TimestampNTZType if column >= 0 && shift.nonEmpty =>
        new OfColumn(order, column, new ShiftedColumn(column, shift.get))
      case LongType | TimestampType | TimestampNTZType if column >= 0 =>
        new OfColumn(order, column, MutableProjection.create(end :: Nil, input))
      case _ =>
        val key = MutableProjection.create(order.child :: Nil, input)
        new OfOne(order, key, MutableProjection.create(end :: Nil, input))
    }
  }

  /** How many microseconds an end is from a timestamp, where that is so many for each: days may be
    * of 23 or 25 hours where the time zone's clocks change.
    */
  private def shift(order: SortOrder, offset: Expression, zone: String): Option[Long] = {
    def isSo(micros: Long) = order.child.dataType match {
      case TimestampNTZType => true
      case TimestampType    =>
        math.abs(micros) < MICROS_PER_DAY || getZoneId(zone).getRules.isFixedOffset
      case _ => false
    }
    offset.dataType match {
      case _: DayTimeIntervalType if offset.foldable =>
        val micros = Option(offset.eval()).map(_.asInstanceOf[Long]).filter(isSo)
        if (order.direction == Descending) micros.map(-_) else micros
      case _ => None
    }
  }

  private final class ShiftedColumn(column: Int, shift: Long) extends Projection {
    private val end = new SpecificInternalRow(Seq(LongType))
    override def apply(row: InternalRow): InternalRow = {
      if (row.isNullAt(column)) end.setNullAt(0)
      else end.setLong(0, Math.addExact(row.getLong(column), shift))
      end
    }
  }

  private final class OfRows(offset: Int) extends Bound {
    private var end = 0L
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = index + offset
    override def compare(index: Long, rows: Rows): Int = java.lang.Long.compare(index, end)
    override def looks: Boolean = false
  }

  /** Where no row lies beyond: all rows of the partition are read, and leave one by one. */
  private object EndOfPartition extends Bound {
    override def moveTo(index: Long, row: UnsafeRow): Unit = ()
    override def compare(index: Long, rows: Rows): Int = -1
    override def looks: Boolean = false
  }

  /** `CURRENT ROW` of a range: the rows that are equal in what they are ordered by. */
  private final class OfPeers(ordering: Ordering[InternalRow]) extends Bound {
    private var end: UnsafeRow = _
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = row
    override def compare(index: Long, rows: Rows): Int = ordering.compare(rows(index), end)
    override def looks: Boolean = true
  }

  /** An order of one expression; where the end lies is worked out once for each answered row. */
  private final class OfOne(order: SortOrder, key: Projection, end: Projection) extends Bound {
    private val ordering = RowOrdering.create(
      order.copy(child = BoundReference(0, order.child.dataType, order.child.nullable)) :: Nil,
      Nil
    )
    private var answered: UnsafeRow = _
    private var reached: InternalRow = _

    override def moveTo(index: Long, row: UnsafeRow): Unit = {
      answered = row
      reached = null
    }

    override def compare(index: Long, rows: Rows): Int = {
      if (reached == null) reached = end(answered)
      ordering.compare(key(rows(index)), reached)
    }

    override def looks: Boolean = true
  }

  /** The same for a column of longs, which is read where it stands. */
  private final class OfColumn(order: SortOrder, column: Int, end: Projection) extends Bound {
    private val isAscending = order.direction == Ascending
    private val ofNull = if (order.nullOrdering == NullsFirst) -1 else 1
    private var answered: UnsafeRow = _
    private var reached = 0L
    private var isNull = false

    override def moveTo(index: Long, row: UnsafeRow): Unit = answered = row

    private def reach(): Unit = {
      val at = end(answered)
      answered = null
      isNull = at.isNullAt(0)
      reached = if (isNull) 0 else at.getLong(0)
    }

    override def compare(index: Long, rows: Rows): Int = {
      if (answered != null) reach()
      val row = rows(index)
      if (row.isNullAt(column)) (if (isNull) 0 else ofNull)
      else if (isNull) -ofNull
      else if (isAscending) java.lang.Long.compare(row.getLong(column), reached)
      else java.lang.Long.compare(reached, row.getLong(column))
    }

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
        IntervalAdded(key, signed, zone)
      case (d: DecimalType, _: DecimalType) => DecimalAddNoOverflowCheck(key, signed, d)
      case _                                => Add(key, signed)
    }
  }
}
