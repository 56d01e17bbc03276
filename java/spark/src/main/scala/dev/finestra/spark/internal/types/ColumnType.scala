package dev.finestra.spark.internal.types

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.internal.aggregation.decimals.DecimalDigits
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** The conversion between a column's values and a window's, which are 64-bit integers, doubles or
  * strings.
  *
  * @param spark
  *   the column's type
  * @param value
  *   the type of the window's values
  */
private[spark] sealed abstract class ColumnType(val spark: DataType, val value: ValueType)
    extends Serializable {

  /** Whether sums and means of the values make sense. */
  def isNumber: Boolean = true

  /** The type of sums and differences of the values. */
  def sum: ColumnType = this

  /** The type of the result of `SumOfDecimals`. */
  def digits: ColumnType = new ColumnType.Wide(DecimalType(DecimalType.MAX_PRECISION, 0))

  /** The window's value for a column's value that is not null. */
  def in(value: Any): AnyRef

  /** Spark's internal value for a window's value. */
  def out(value: AnyRef): Any
}

private[spark] object ColumnType {

  /** The most digits that always fit 64 bits. */
  private val LongDigits = 18

  val long: ColumnType = new Whole(LongType, identity)
  val double: ColumnType = new Real(DoubleType)
  val string: ColumnType = Text
  val boolean: ColumnType = Truth

  /** The Spark type of a window's values themselves. */
  def of(value: ValueType): ColumnType = value match {
    case ValueType.LONG   => long
    case ValueType.DOUBLE => double
    case ValueType.STRING => string
  }

  /** The conversion for a column's type; rejects a type that has none.
    *
    * @param taker
    *   the function that the message names
    */
  def of(taker: String, spark: DataType): ColumnType = spark match {
    case ByteType                            => new Whole(spark, _.byteValue)
    case ShortType                           => new Whole(spark, _.shortValue)
    case IntegerType                         => new Whole(spark, _.intValue)
    case LongType                            => long
    case FloatType | DoubleType              => new Real(spark)
    case BooleanType                         => Truth
    case StringType                          => Text
    case d: DecimalType                      => if (isNarrow(d)) new Unscaled(d) else new Wide(d)
    case DateType | _: YearMonthIntervalType => new Whole(spark, _.intValue, isNumber = false)
    case TimestampType | TimestampNTZType | _: DayTimeIntervalType =>
      new Whole(spark, _.longValue, isNumber = false)
    case other =>
      throw new IllegalArgumentException(
        s"$taker does not accept ${other.sql}; it accepts integers, FLOAT, DOUBLE, DECIMAL, DATE, " +
          "TIMESTAMP, TIMESTAMP_NTZ, intervals, BOOLEAN, STRING, and a STRUCT of those for several " +
          "columns."
      )
  }

  /** Integers of any width; a result has the width of the column. Dates, timestamps and intervals
    * are no numbers: they have an order and differences, but no sum.
    */
  private final class Whole(
      spark: DataType,
      narrow: java.lang.Long => Any,
      override val isNumber: Boolean = true
  ) extends ColumnType(spark, ValueType.LONG) {
    override def sum: ColumnType = long
    override def in(value: Any): AnyRef = Long.box(value.asInstanceOf[Number].longValue)
    override def out(value: AnyRef): Any = narrow(value.asInstanceOf[java.lang.Long])
  }

  private final class Real(spark: DataType) extends ColumnType(spark, ValueType.DOUBLE) {
    override def sum: ColumnType = double
    override def in(value: Any): AnyRef = Double.box(value.asInstanceOf[Number].doubleValue)
    override def out(value: AnyRef): Any = {
      val number = value.asInstanceOf[Double]
      if (spark == FloatType) number.toFloat else number
    }
  }

  /** A decimal as its unscaled value. */
  private final class Unscaled(spark: DecimalType) extends ColumnType(spark, ValueType.LONG) {
    override def sum: ColumnType = new Unscaled(sumOf(spark))
    override def digits: ColumnType = new Wide(sumOf(spark))
    override def in(value: Any): AnyRef = Long.box(value.asInstanceOf[Decimal].toUnscaledLong)
    override def out(value: AnyRef): Any =
      Decimal(value.asInstanceOf[Long], spark.precision, spark.scale)
  }

  /** Whether unscaled values always fit 64 bits. */
  def isNarrow(spark: DecimalType): Boolean = spark.precision <= LongDigits

  /** A decimal whose unscaled value may not fit 64 bits, as a string of `DecimalDigits`. */
  final class Wide(spark: DecimalType) extends ColumnType(spark, ValueType.STRING) {
    override def isNumber: Boolean = false
    override def digits: ColumnType = new Wide(sumOf(spark))
    override def in(value: Any): AnyRef =
      DecimalDigits.text(
        value.asInstanceOf[Decimal].toJavaBigDecimal.setScale(spark.scale).unscaledValue
      )
    override def out(value: AnyRef): Any = {
      val digits =
        new java.math.BigDecimal(DecimalDigits.of(value.asInstanceOf[String]), spark.scale)
      if (digits.precision > spark.precision) {
        throw new ArithmeticException(
          s"The result $digits has more digits than its type, ${spark.sql}; cast the column to " +
            "DOUBLE."
        )
      }
      Decimal(digits, spark.precision, spark.scale)
    }
  }

  /** The type of a sum of decimals, as Spark defines it. */
  def sumOf(of: DecimalType): DecimalType =
    DecimalType(math.min(DecimalType.MAX_PRECISION, of.precision + 10), of.scale)

  /** A decimal as a double. */
  final class Rounded(spark: DecimalType) extends ColumnType(spark, ValueType.DOUBLE) {
    override def sum: ColumnType = double
    override def in(value: Any): AnyRef = Double.box(value.asInstanceOf[Decimal].toDouble)
    override def out(value: AnyRef): Any =
      Decimal(BigDecimal(value.asInstanceOf[java.lang.Double]), spark.precision, spark.scale)
  }

  /** Integers as doubles, because another column has doubles. */
  final class Widened(column: ColumnType) extends ColumnType(DoubleType, ValueType.DOUBLE) {
    override def in(value: Any): AnyRef =
      Double.box(column.in(value).asInstanceOf[Number].doubleValue)
    override def out(value: AnyRef): Any = value.asInstanceOf[java.lang.Double].doubleValue
  }

  private object Truth extends ColumnType(BooleanType, ValueType.LONG) {
    override def isNumber: Boolean = false
    override def sum: ColumnType = long
    override def in(value: Any): AnyRef = Long.box(if (value.asInstanceOf[Boolean]) 1L else 0L)
    override def out(value: AnyRef): Any = value match {
      case truth: java.lang.Boolean => truth.booleanValue
      case number                   => number.asInstanceOf[java.lang.Long] != 0L
    }
  }

  private object Text extends ColumnType(StringType, ValueType.STRING) {
    override def isNumber: Boolean = false
    override def in(value: Any): AnyRef = value.toString
    override def out(value: AnyRef): Any = UTF8String.fromString(value.asInstanceOf[String])
  }
}
