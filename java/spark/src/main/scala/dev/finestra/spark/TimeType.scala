package dev.finestra.spark

import org.apache.spark.sql.catalyst.util.DateTimeConstants.MICROS_PER_DAY
import org.apache.spark.sql.catalyst.util.IntervalUtils
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/** The type of a time column: its values as 64-bit integers, and sizes in the same unit. Timestamps
  * are microseconds, dates are days, integers are what they are. A day is 24 hours, as in Spark's
  * `window`.
  *
  * @param spark
  *   the type of the times in answers
  */
private[spark] sealed abstract class TimeType(val spark: DataType) extends Serializable {

  /** A time that is not null. */
  final def in(time: Any): Long = time.asInstanceOf[Number].longValue

  /** A time of an answer. */
  def out(time: Long): Any = time

  /** A size or a slide, out of a literal's value; refuses what is no whole number of units. */
  def length(what: String, value: Any, spark: DataType): Long
}

private[spark] object TimeType {

  /** The way of a time column's type; refuses what is no time. */
  def of(taker: String, spark: DataType): TimeType = spark match {
    case ByteType | ShortType | IntegerType | LongType => Number
    case TimestampType | TimestampNTZType              => new Instant(spark)
    case DateType                                      => Day
    case other                                         =>
      throw new IllegalArgumentException(
        s"the time of $taker is ${other.sql}; it can be a TIMESTAMP, a TIMESTAMP_NTZ, a DATE, or " +
          "an integer"
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
          s"the $what is ${show(value, spark)}, but the times are integers: it must be a whole " +
            "number of the same unit, as 3600"
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
          s"the $what is ${show(value, spark)}, but the times are dates: it must be whole days, as " +
            "'7 days'"
        )
      }
      all / MICROS_PER_DAY
    }
  }

  private def micros(what: String, value: Any, spark: DataType): Long = (value, spark) match {
    case (micros: Long, _: DayTimeIntervalType) => micros
    case (interval: CalendarInterval, _)        => micros(what, value, spark, interval)
    case (text: UTF8String, _)                  =>
      val interval =
        try IntervalUtils.stringToInterval(text)
        catch { case _: IllegalArgumentException => throw noInterval(what, value, spark) }
      micros(what, value, spark, interval)
    case _ => throw noInterval(what, value, spark)
  }

  private def micros(what: String, v: Any, spark: DataType, interval: CalendarInterval): Long = {
    if (interval.months != 0) {
      throw new IllegalArgumentException(
        s"the $what is ${show(v, spark)}, but months differ in length; say it in days, as '30 days'"
      )
    }
    Math.addExact(Math.multiplyExact(interval.days.toLong, MICROS_PER_DAY), interval.microseconds)
  }

  private def noInterval(what: String, value: Any, spark: DataType) =
    new IllegalArgumentException(
      s"the $what is ${show(value, spark)}, which is no interval; write it as '1 hour', or as " +
        "INTERVAL 1 HOUR"
    )

  private def show(value: Any, spark: DataType): String = spark match {
    case _: StringType => s"'$value'"
    case _             => s"$value (${spark.sql})"
  }
}
