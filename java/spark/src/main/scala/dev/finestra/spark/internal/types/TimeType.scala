package dev.finestra.spark.internal.types

import org.apache.spark.sql.catalyst.util.DateTimeConstants.MICROS_PER_DAY
import org.apache.spark.sql.catalyst.util.IntervalUtils
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/** The type of a time column: how its values and the sizes of windows become 64-bit integers of one
  * unit. The unit is a microsecond for timestamps and a day for dates; integers stay as they are. A
  * day has 24 hours, as in Spark's `window`.
  *
  * @param spark
  *   the type of the times in results
  */
private[spark] sealed abstract class TimeType(val spark: DataType) extends Serializable {

  /** The integer of a time that is not null. */
  final def in(time: Any): Long = time.asInstanceOf[Number].longValue

  /** Spark's internal value of a time. */
  def out(time: Long): Any = time

  /** A size or a slide, from a literal's value; rejects one that is no whole number of units.
    *
    * @param what
    *   the option that the message names
    */
  def length(what: String, value: Any, spark: DataType): Long
}

private[spark] object TimeType {

  /** The conversion for a time column's type; rejects other types. */
  def of(taker: String, spark: DataType): TimeType = spark match {
    case ByteType | ShortType | IntegerType | LongType => Number
    case TimestampType | TimestampNTZType              => new Instant(spark)
    case DateType                                      => Day
    case other                                         =>
      throw new IllegalArgumentException(
        s"The time of $taker is ${other.sql}; it can be a TIMESTAMP, a TIMESTAMP_NTZ, a DATE, or " +
          "an integer; cast the column."
      )
  }

  private object Number extends TimeType(LongType) {
    override def length(what: String, value: Any, spark: DataType): Long = (value, spark) match {
      case (number: java.lang.Number, ByteType | ShortType | IntegerType | LongType) =>
        number.longValue
      case (text: UTF8String, _) if text.toString.strip.matches("[+-]?\\d{1,18}") =>
        text.toString.strip.toLong
      case _ =>
        throw new IllegalArgumentException(
          s"The $what is ${show(value, spark)}, but the times are integers: it must be a whole " +
            "number of the same unit, such as 3600."
        )
    }
  }

  private final class Instant(spark: DataType) extends TimeType(spark) {
    override def length(what: String, value: Any, spark: DataType): Long =
      micros(what, value, spark)
  }

  private object Day extends TimeType(DateType) {
    override def out(time: Long): Any =
      math.max(Int.MinValue.toLong, math.min(Int.MaxValue.toLong, time)).toInt

    override def length(what: String, value: Any, spark: DataType): Long = {
      val all = micros(what, value, spark)
      if (all % MICROS_PER_DAY != 0) {
        throw new IllegalArgumentException(
          s"The $what is ${show(value, spark)}, but the times are dates: it must be whole days, " +
            "such as '7 days'."
        )
      }
      all / MICROS_PER_DAY
    }
  }

  private def micros(what: String, value: Any, spark: DataType): Long = {
    val interval = (value, spark) match {
      case (micros: Long, _: DayTimeIntervalType) => new CalendarInterval(0, 0, micros)
      case (interval: CalendarInterval, _)        => interval
      case (text: UTF8String, _)                  =>
        try IntervalUtils.stringToInterval(text)
        catch { case _: IllegalArgumentException => throw noInterval(what, value, spark) }
      case _ => throw noInterval(what, value, spark)
    }
    if (interval.months != 0) {
      throw new IllegalArgumentException(
        s"The $what is ${show(value, spark)}, but months differ in length; write it in days, " +
          "such as '30 days'."
      )
    }
    try Math.addExact(interval.days * MICROS_PER_DAY, interval.microseconds)
    catch {
      case _: ArithmeticException =>
        throw new IllegalArgumentException(
          s"The $what is ${show(value, spark)}, which exceeds 64 bits of microseconds; give at " +
            "most '106000000 days'."
        )
    }
  }

  private def noInterval(what: String, value: Any, spark: DataType) =
    new IllegalArgumentException(
      s"The $what is ${show(value, spark)}, which is no interval; write one such as '1 hour' " +
        "or INTERVAL 1 HOUR."
    )

  private def show(value: Any, spark: DataType): String = spark match {
    case _: StringType => s"'$value'"
    case _             => s"$value (${spark.sql})"
  }
}
