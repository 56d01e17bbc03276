package dev.finestra.spark

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{DataType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** What a function was called with: columns, and constants that are known when it is analyzed. */
private[spark] final class Arguments(function: String, all: Seq[Expression]) {
  def has(index: Int): Boolean = index < all.size

  /** A constant text. */
  def text(index: Int, what: String, example: String): String = constant(index, what) match {
    case (text: UTF8String, _: StringType) => text.toString
    case (other, spark)                    =>
      throw new IllegalArgumentException(
        s"the $what of $function is a text, as '$example', not $other (${spark.sql})"
      )
  }

  /** A constant size or slide in the unit of the times, above zero. */
  def length(index: Int, what: String, times: TimeType): Long = {
    val (value, spark) = constant(index, what)
    val length = times.length(what, value, spark)
    if (length <= 0) {
      throw new IllegalArgumentException(s"the $what of $function is above zero, not $value")
    }
    length
  }

  /** A constant offset in the unit of the times. */
  def offset(index: Int, times: TimeType): Long = {
    val (value, spark) = constant(index, "start offset")
    times.length("start offset", value, spark)
  }

  def timeType(index: Int): TimeType = TimeType.of(function, all(index).dataType)

  /** The types of the columns that a value has: a struct is a row of its fields. */
  def columns(from: Int, to: Int): Seq[DataType] = all.slice(from, to).map(_.dataType) match {
    case Seq(row: StructType) => row.fields.map(_.dataType).toSeq
    case single               => single
  }

  private def constant(index: Int, what: String): (Any, DataType) = {
    val argument = all(index)
    val value = if (argument.foldable) argument.eval() else null
    if (value == null) {
      throw new IllegalArgumentException(
        s"the $what of $function is a constant that is not null; ${argument.sql} is none"
      )
    }
    (value, argument.dataType)
  }
}
