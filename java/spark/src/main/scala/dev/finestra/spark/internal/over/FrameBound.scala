package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.DateTimeConstants.MICROS_PER_DAY
import org.apache.spark.sql.catalyst.util.DateTimeUtils.getZoneId
import org.apache.spark.sql.types._

/** One bound of a frame, which moves forward with the current row. */
private[over] sealed abstract class FrameBound {

  /** Moves to the current row. The bound itself is computed when a row is first compared with it,
    * so that a bound outside the type's range is no error unless a row is compared with it.
    */
  def moveTo(index: Long, row: UnsafeRow): Unit

  /** Below zero if the row is before this bound, zero if it is on it, above zero if it is after. */
  def compare(index: Long, rows: PartitionRows): Int

  /** Whether comparing reads rows, and not only their positions. */
  def looks: Boolean = true
}

private[over] object FrameBound {

  /** The bound that a frame's expression describes. */
  def of(task: OverTask, frame: FrameType, bound: Expression): FrameBound = {
    import task.{input, order, zone}
    (frame, bound) match {
      case (_, UnboundedFollowing)           => EndOfPartition
      case (RowFrame, CurrentRow)            => new OfRows(0)
      case (RowFrame, offset)                => new OfRows(offset.eval().asInstanceOf[Int])
      case (_, CurrentRow) if order.size > 1 => new OfPeers(RowOrdering.create(order, input))
      case (_, CurrentRow)                   => of(order.head, Some(0L), order.head.child, input)
      case (_, offset)                       =>
        of(order.head, shift(order.head, offset, zone), added(order.head, offset, zone), input)
    }
  }

  /** The bound of a RANGE frame as an expression over the order's column. None if its distance is
    * not the same for every value: such a bound could move back.
    */
  def ofEvery(order: SortOrder, bound: Expression, zone: String): Option[Expression] = {
    def isSo = order.dataType match {
      case _: NumericType => true
      case DateType       => !bound.dataType.isInstanceOf[YearMonthIntervalType]
      case _              => shift(order, bound, zone).isDefined
    }
    bound match {
      case CurrentRow                              => Some(order.child)
      case UnboundedPreceding | UnboundedFollowing => None
      case offset if isSo                          => Some(added(order, offset, zone))
      case _                                       => None
    }
  }

  /** The bound of a range that is ordered by one expression.
    *
    * @param shift
    *   the constant distance from the current row's time in microseconds, if it is known
    * @param end
    *   the bound, as an expression of the current row
    */
  private def of(
      order: SortOrder,
      shift: Option[Long],
      end: Expression,
      input: Seq[Attribute]
  ): FrameBound = {
    val column = order.child match {
      case a: Attribute => input.indexWhere(_.exprId == a.exprId)
      case _            => -1
    }
    def projection(e: Expression) = MutableProjection.create(e :: Nil, input)
    order.child.dataType match {
      case LongType | TimestampType | TimestampNTZType if column >= 0 =>
        new OfColumn(
          order,
          column,
          shift.fold[Projection](projection(end))(new ShiftedColumn(column, _))
        )
      case _ => new OfOne(order, projection(order.child), projection(end))
    }
  }

  /** The distance from a timestamp to the bound in microseconds, if it is the same for every
    * timestamp. Where clocks change, a day may have 23 or 25 hours.
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

  private final class OfRows(offset: Int) extends FrameBound {
    private var end = 0L
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = index + offset
    override def compare(index: Long, rows: PartitionRows): Int = java.lang.Long.compare(index, end)
    override def looks: Boolean = false
  }

  /** `UNBOUNDED FOLLOWING`: all rows of the partition are inserted, then evicted one by one. */
  private object EndOfPartition extends FrameBound {
    override def moveTo(index: Long, row: UnsafeRow): Unit = ()
    override def compare(index: Long, rows: PartitionRows): Int = -1
    override def looks: Boolean = false
  }

  /** `CURRENT ROW` of a range: the rows with equal values of the order. */
  private final class OfPeers(ordering: Ordering[InternalRow]) extends FrameBound {
    private var end: UnsafeRow = _
    override def moveTo(index: Long, row: UnsafeRow): Unit = end = row
    override def compare(index: Long, rows: PartitionRows): Int = ordering.compare(rows(index), end)
  }

  /** An order of one expression; the bound is computed at most once for each current row. */
  private final class OfOne(order: SortOrder, key: Projection, end: Projection) extends FrameBound {
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

    override def compare(index: Long, rows: PartitionRows): Int = {
      if (reached == null) reached = end(answered)
      ordering.compare(key(rows(index)), reached)
    }
  }

  /** [[OfOne]] for a column of 64-bit integers, which is read without a projection. */
  private final class OfColumn(order: SortOrder, column: Int, end: Projection) extends FrameBound {
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

    override def compare(index: Long, rows: PartitionRows): Int = {
      if (answered != null) reach()
      val row = rows(index)
      if (row.isNullAt(column)) (if (isNull) 0 else ofNull)
      else if (isNull) -ofNull
      else if (isAscending) java.lang.Long.compare(row.getLong(column), reached)
      else java.lang.Long.compare(reached, row.getLong(column))
    }
  }

  /** The sum of the order's expression and the distance, as in Spark's own frames. */
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
        AddInterval(key, signed, zone)
      case (d: DecimalType, _: DecimalType) => DecimalAddNoOverflowCheck(key, signed, d)
      case _                                => new Add(key, signed)
    }
  }
}
