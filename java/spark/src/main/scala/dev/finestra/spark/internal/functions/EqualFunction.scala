package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression}
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** The functions of Spark that have the same answers as an aggregation of one column, except that
  * −0.0 equals 0.0, and that variances beyond the range of DOUBLE are infinite instead of NaN.
  * Spark generates code for them, so they are faster.
  *
  * Sums of BIGINT and means of integers are missing: see [[ExactSum]].
  */
private[functions] object EqualFunction {

  /** The most digits of a decimal whose sum always fits the type of the sum. */
  private val SumDigits = 28

  def of(aggregation: String, values: Seq[Expression]): Option[AggregateFunction] = values match {
    case Seq(value) if !value.dataType.isInstanceOf[StructType] =>
      PartialFunction.condOpt((aggregation, value.dataType)) {
        case ("count", _)                                                    => Count(value)
        case ("max", _) | ("bool_or", BooleanType)                           => Max(value)
        case ("min", _) | ("bool_and", BooleanType)                          => Min(value)
        case ("sum", ByteType | ShortType | IntegerType)                     => new Sum(value)
        case ("sum", FloatType | DoubleType)                                 => new Sum(value)
        case ("sum", decimal: DecimalType) if decimal.precision <= SumDigits => new Sum(value)
        case ("mean", FloatType | DoubleType)                                => Average(value)
        case ("var_pop", _)     => VariancePop(double(value), nullOnDivideByZero = true)
        case ("var_samp", _)    => VarianceSamp(double(value), nullOnDivideByZero = true)
        case ("stddev_pop", _)  => StddevPop(double(value), nullOnDivideByZero = true)
        case ("stddev_samp", _) => StddevSamp(double(value), nullOnDivideByZero = true)
      }
    case _ => None
  }

  private def double(value: Expression): Expression =
    if (value.dataType == DoubleType) value else Cast(value, DoubleType)
}
