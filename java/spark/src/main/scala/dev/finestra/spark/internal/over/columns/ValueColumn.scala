package dev.finestra.spark.internal.over.columns

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

/** The values of one expression in consecutive rows of a partition, by position. The arrays are
  * rings: position p is at index `p & mask`.
  */
private[columns] sealed abstract class ValueColumn {
  import ValueColumn._

  private var isNull = new Array[Boolean](LeastCapacity)

  // At a position: the number of values before it that are not null, modulo 2^32.
  private var valuesBefore = new Array[Int](LeastCapacity)

  private var first = 0L
  private var past = 0L

  /** The position after the last value. */
  def end: Long = past

  def mask: Int = isNull.length - 1

  def nulls: Array[Boolean] = isNull

  /** The number of values that are not null, from one position until before another. */
  def count(from: Long, to: Long): Int =
    valuesBefore(to.toInt & mask) - valuesBefore(from.toInt & mask)

  /** The value at a position as a whole number; such numbers have the order of the values. */
  def key(at: Long): Long

  /** The value of a key, as a double. */
  def ofKey(key: Long): Double

  /** Adds the value in a field of the next row; the value of a null is 0. */
  def add(row: InternalRow, field: Int): Unit = {
    if (past + 1 - first == isNull.length) resize(2 * isNull.length)
    val at = past.toInt & mask
    val none = row.isNullAt(field)
    isNull(at) = none
    if (none) setZero(at) else set(at, row, field)
    past += 1
    valuesBefore(past.toInt & mask) = valuesBefore(at) + (if (none) 0 else 1)
  }

  /** Forgets the values before this position. */
  def forget(before: Long): Unit = first = math.max(first, before)

  /** Begins a partition. */
  def clear(): Unit = {
    if (isNull.length > MostCapacityKept) {
      past = first
      resize(LeastCapacity)
    }
    first = 0
    past = 0
    valuesBefore(0) = 0
  }

  private def resize(capacity: Int): Unit = {
    isNull = moved(isNull, new Array[Boolean](capacity))
    valuesBefore = moved(valuesBefore, new Array[Int](capacity))
    moveValues(capacity)
  }

  /** Moves what a ring holds, from `first` to `past`, into another ring. */
  protected final def moved[A](from: Array[A], to: Array[A]): Array[A] = {
    var at = first
    while (at <= past) {
      System.arraycopy(from, at.toInt & (from.length - 1), to, at.toInt & (to.length - 1), 1)
      at += 1
    }
    to
  }

  protected def moveValues(capacity: Int): Unit
  protected def set(at: Int, row: InternalRow, field: Int): Unit
  protected def setZero(at: Int): Unit
}

private[columns] object ValueColumn {
  private val LeastCapacity = 128
  private val MostCapacityKept = 1 << 16

  def isWhole(of: DataType): Boolean = of match {
    case ByteType | ShortType | IntegerType | LongType     => true
    case DateType | TimestampType | TimestampNTZType       => true
    case _: DayTimeIntervalType | _: YearMonthIntervalType => true
    case _                                                 => false
  }

  def isFloating(of: DataType): Boolean = of == FloatType || of == DoubleType

  /** Whole numbers, dates, timestamps and intervals. */
  final class OfLongs(of: DataType) extends ValueColumn {
    private var longs = new Array[Long](LeastCapacity)

    // At a position: the sum of all values before it, which may wrap around.
    private var sumBefore = new Array[Long](LeastCapacity)

    // At a position: the sum of the absolute values before it, rounded at each value.
    private var absoluteBefore = new Array[Double](LeastCapacity)

    private val bytes = of.defaultSize

    def values: Array[Long] = longs

    /** Whether no sum of values in this range can leave 64 bits, in any order: whether their
      * absolute values add up to less than 2^62, counting what may be lost by rounding.
      */
    def isSmall(from: Long, to: Long): Boolean = {
      val all = absoluteBefore(to.toInt & mask)
      all - absoluteBefore(from.toInt & mask) + to * math.ulp(all) < (1L << 62).toDouble
    }

    /** The sum of a range, modulo 2^64. */
    def sum(from: Long, to: Long): Long =
      sumBefore(to.toInt & mask) - sumBefore(from.toInt & mask)

    override def clear(): Unit = {
      super.clear()
      sumBefore(0) = 0
      absoluteBefore(0) = 0
    }

    override protected def set(at: Int, row: InternalRow, field: Int): Unit = {
      val value = bytes match {
        case 8 => row.getLong(field)
        case 4 => row.getInt(field)
        case 2 => row.getShort(field)
        case _ => row.getByte(field)
      }
      put(at, value)
    }

    override def key(at: Long): Long = longs(at.toInt & mask)
    override def ofKey(key: Long): Double = key.toDouble

    override protected def setZero(at: Int): Unit = put(at, 0)

    private def put(at: Int, value: Long): Unit = {
      longs(at) = value
      sumBefore((at + 1) & mask) = sumBefore(at) + value
      absoluteBefore((at + 1) & mask) = absoluteBefore(at) + math.abs(value.toDouble)
    }

    override protected def moveValues(capacity: Int): Unit = {
      longs = moved(longs, new Array[Long](capacity))
      sumBefore = moved(sumBefore, new Array[Long](capacity))
      absoluteBefore = moved(absoluteBefore, new Array[Double](capacity))
    }
  }

  final class OfDoubles(of: DataType) extends ValueColumn {
    private var doubles = new Array[Double](LeastCapacity)
    private val isFloat = of == FloatType

    def values: Array[Double] = doubles

    /** The bits, ordered as Spark orders doubles: NaN comes last. */
    override def key(at: Long): Long =
      ordered(java.lang.Double.doubleToLongBits(doubles(at.toInt & mask)))
    override def ofKey(key: Long): Double = java.lang.Double.longBitsToDouble(ordered(key))

    private def ordered(bits: Long): Long = bits ^ ((bits >> 63) & Long.MaxValue)

    override protected def set(at: Int, row: InternalRow, field: Int): Unit =
      doubles(at) = if (isFloat) row.getFloat(field) else row.getDouble(field)

    override protected def setZero(at: Int): Unit = doubles(at) = 0

    override protected def moveValues(capacity: Int): Unit =
      doubles = moved(doubles, new Array[Double](capacity))
  }
}
