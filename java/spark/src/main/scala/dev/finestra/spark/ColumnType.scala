package dev.finestra.spark

import dev.finestra.aggregation.Aggregation.ValueType
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** How the values of a Spark type go into a window, which knows 64-bit integers, doubles and
  * strings, and come out of it again.
  *
  * @param spark
  *   the column's type
  * @param value
  *   what a window holds it as
  */
private[spark] sealed abstract class ColumnType(val spark: DataType, val value: ValueType)
    extends Serializable {

  /** Whether sums and means of it make sense. */
  def isNumber: Boolean = true

  /** The type of a sum, or of a distance, of such values; the window's own where that is it. */
  def sum: ColumnType = this

  /** The type of a sum by digits. */
  def digits: ColumnType = new ColumnType.Wide(DecimalType(DecimalType.MAX_PRECISION, 0))

  /** A value that is not null, as a window takes it. */
  def in(value: Any): AnyRef

  /** A window's value, as Spark has it inside. */
  def out(value: AnyRef): Any
}

private[spark] object ColumnType {

  /** Digits that are sure to fit 64 bits. */
  private val LongDigits = 18

  val long: ColumnType = new Whole(LongType, identity)
  val double: ColumnType = new Real(DoubleType)
  val string: ColumnType = Text
  val boolean: ColumnType = Truth

  /** The type of what a window holds as this. */
  def of(value: ValueType): ColumnType = value match {
    case ValueType.LONG   => long
    case ValueType.DOUBLE => double
    case ValueType.STRING => string
  }

  /** The way of a column's type; refuses, under the name of what takes it, what has none. */
  def of(taker: String, spark: DataType): ColumnType = spark match {
    case ByteType                                    => new Whole(spark, _.byteValue)
    case ShortType                                   => new Whole(spark, _.shortValue)
    case IntegerType                                 => new Whole(spark, _.intValue)
    case LongType                                    => long
    case FloatType | DoubleType                      => new Real(spark)
    case d: DecimalType if d.precision <= LongDigits => new Unscaled(d)
    case DateType                                    => new Ordinal(spark, _.intValue)
    case TimestampType | TimestampNTZType            => new Ordinal(spark, _.longValue)
    case BooleanType                                 => Truth
    case StringType                                  => Text
    case d: DecimalType                              => new Wide(d)
    case _: DayTimeIntervalType                      => new Ordinal(spark, _.longValue)
    case _: YearMonthIntervalType                    => new Ordinal(spark, _.intValue)
    case other                                       =>
      throw new IllegalArgumentException(
        s"$taker does not take ${other.sql}; it takes integers, FLOAT, DOUBLE, DECIMAL, DATE, " +
          "TIMESTAMP, TIMESTAMP_NTZ, intervals, BOOLEAN and STRING, and a STRUCT of those for a row"
      )
  }

  /** Integers of any width; an answer has the width that a value had. */
  private final class Whole(spark: DataType, narrow: java.lang.Long => Any)
      extends ColumnType(spark, ValueType.LONG) {
    override def sum: ColumnType = long
    override def in(value: Any): AnyRef = Long.box(value.asInstanceOf[Number].longValue)
    override def out(value: AnyRef): Any = narrow(value.asInstanceOf[java.lang.Long])
  }

  private final class Real(spark: DataType) extends ColumnType(spark, ValueType.DOUBLE) {
    override def sum: ColumnType = double
    override def in(value: Any): AnyRef = Double.box(value.asInstanceOf[Number].doubleValue)
    override def out(value: AnyRef): Any = {
      val number = value.asInstanceOf[java.lang.Double]
      if (spark == FloatType) number.floatValue else number.doubleValue
    }
  }

  /** A decimal as the integer that its digits are. */
  private final class Unscaled(spark: DecimalType) extends ColumnType(spark, ValueType.LONG) {
    override def sum: ColumnType = new Unscaled(sumOf(spark))
    override def digits: ColumnType = new Wide(sumOf(spark))
    override def in(value: Any): AnyRef = Long.box(value.asInstanceOf[Decimal].toUnscaledLong)
    override def out(value: AnyRef): Any =
      Decimal(
        new java.math.BigDecimal(
          java.math.BigInteger.valueOf(value.asInstanceOf[java.lang.Long]),
          spark.scale
        ),
        spark.precision,
        spark.scale
      )
  }

  /** Whether a decimal's digits fit 64 bits. */
  def isNarrow(spark: DecimalType): Boolean = spark.precision <= LongDigits

  /** A decimal of more digits than 64 bits have, as a text that has its order. */
  final class Wide(spark: DecimalType) extends ColumnType(spark, ValueType.STRING) {
    override def isNumber: Boolean = false
    override def digits: ColumnType = new Wide(sumOf(spark))
    override def in(value: Any): AnyRef =
      Digits.text(value.asInstanceOf[Decimal].toJavaBigDecimal.setScale(spark.scale).unscaledValue)
    override def out(value: AnyRef): Any = {
      val digits = new java.math.BigDecimal(Digits.of(value.asInstanceOf[String]), spark.scale)
      if (digits.precision > spark.precision) {
        throw new ArithmeticException(s"$digits has more digits than ${spark.sql}")
      }
      Decimal(digits, spark.precision, spark.scale)
    }
  }

  /** The type of a sum of decimals, as of Spark's own. */
  def sumOf(of: DecimalType): DecimalType =
    DecimalType(math.min(DecimalType.MAX_PRECISION, of.precision + 10), of.scale)

  /** A decimal where only doubles will do. */
  final class Rounded(spark: DecimalType) extends ColumnType(spark, ValueType.DOUBLE) {
    override def sum: ColumnType = double
    override def in(value: Any): AnyRef = Double.box(value.asInstanceOf[Decimal].toDouble)
    override def out(value: AnyRef): Any =
      Decimal(BigDecimal(value.asInstanceOf[java.lang.Double]), spark.precision, spark.scale)
  }

  /** Integers where the other column has doubles. */
  final class Widened(column: ColumnType) extends ColumnType(DoubleType, ValueType.DOUBLE) {
    override def in(value: Any): AnyRef =
      Double.box(column.in(value).asInstanceOf[Number].doubleValue)
    override def out(value: AnyRef): Any = value.asInstanceOf[java.lang.Double].doubleValue
  }

  /** Days, points in time, and intervals: they have an order and distances, but no sum. */
  private final class Ordinal(spark: DataType, narrow: java.lang.Long => Any)
      extends ColumnType(spark, ValueType.LONG) {
    override def isNumber: Boolean = false
    override def sum: ColumnType = long
    override def in(value: Any): AnyRef = Long.box(value.asInstanceOf[Number].longValue)
    override def out(value: AnyRef): Any = narrow(value.asInstanceOf[java.lang.Long])
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
