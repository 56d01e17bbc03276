package dev.finestra.spark.internal.functions

import scala.util.{Failure, Success, Try}

import dev.finestra.spark.internal.types.{ColumnAggregation, TimeType}
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{DataType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** The arguments of a function's call: columns, and constants whose values are known when the query
  * is analyzed.
  */
private[spark] final class CallArguments(val function: String, val all: Seq[Expression]) {
  def has(index: Int): Boolean = index < all.size

  /** A constant string. */
  def text(index: Int, what: String, example: String): String = constant(index, what) match {
    case (text: UTF8String, _: StringType) => text.toString
    case (other, spark)                    =>
      throw new IllegalArgumentException(
        s"The $what of $function is $other (${spark.sql}); it must be a string, such as '$example'."
      )
  }

  /** A constant size or slide in the unit of the times, above zero. */
  def length(index: Int, what: String, times: TimeType): Long = {
    val (value, spark) = constant(index, what)
    val length = times.length(what, value, spark)
    if (length <= 0) {
      throw new IllegalArgumentException(
        s"The $what of $function is $value; it must be above zero."
      )
    }
    length
  }

  /** A constant offset in the unit of the times. */
  def offset(index: Int, times: TimeType): Long = {
    val (value, spark) = constant(index, "start offset")
    times.length("start offset", value, spark)
  }

  def timeType(index: Int): TimeType = TimeType.of(function, all(index).dataType)

  /** The aggregation, which is the first argument, for these values. */
  def aggregation(values: Seq[Expression]): ColumnAggregation =
    CallArguments.aggregation(text(0, "aggregation", "max"), values)

  private def constant(index: Int, what: String): (Any, DataType) = {
    val argument = all(index)
    val value = if (argument.foldable) argument.eval() else null
    if (value == null) {
      throw new IllegalArgumentException(
        s"The $what of $function is ${argument.sql}; it must be a constant that is not null."
      )
    }
    (value, argument.dataType)
  }
}

private[spark] object CallArguments {

  /** Why a call is rejected, if it is; other errors than wrong arguments are thrown. */
  def checked(planned: Try[_]): TypeCheckResult = planned match {
    case Success(_)                         => TypeCheckResult.TypeCheckSuccess
    case Failure(refused: RuntimeException) => TypeCheckResult.TypeCheckFailure(refused.getMessage)
    case Failure(other)                     => throw other
  }

  /** An aggregation for these values. The columns of a struct are its fields. */
  def aggregation(name: String, values: Seq[Expression]): ColumnAggregation =
    values.map(_.dataType) match {
      case Seq(row: StructType) => ColumnAggregation.of(name, row.fields.map(_.dataType).toSeq)
      case several              => ColumnAggregation.of(name, several)
    }
}
