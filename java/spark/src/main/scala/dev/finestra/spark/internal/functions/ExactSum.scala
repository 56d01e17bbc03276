package dev.finestra.spark.internal.functions

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.{Aggregations, WordsAggregation}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.trees.UnaryLike
import org.apache.spark.sql.types._

/** Finestra's `sum` or `mean` of integers, for which Spark generates code: exact, in 128 bits.
  *
  * The buffer has the number of values, and their sum as `high` * 2^32^ + `low`. So that no sum of
  * two columns overflows, `low` is always at least 0 and below 2^32^.
  */
private[functions] final case class ExactSum(child: Expression, isMean: Boolean)
    extends DeclarativeAggregate
    with UnaryLike[Expression] {
  import ExactSum._

  private val count = AttributeReference("count", LongType, nullable = false)()
  private val high = AttributeReference("high", LongType, nullable = false)()
  private val low = AttributeReference("low", LongType, nullable = false)()

  override def prettyName: String = if (isMean) "finestra_mean" else "finestra_sum"
  override protected def flatArguments: Iterator[Any] = Iterator(child)
  override def nullable: Boolean = true
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override val aggBufferAttributes: Seq[AttributeReference] = Seq(count, high, low)

  override val initialValues: Seq[Expression] = Seq.fill(3)(Literal(0L))

  override lazy val updateExpressions: Seq[Expression] = {
    val value = Coalesce(Seq(child, Literal(0L)))
    val lows = new Add(low, BitwiseAnd(value, Low))
    Seq(
      If(IsNull(child), count, new Add(count, Literal(1L))),
      new Add(new Add(high, upper(value)), upper(lows)),
      BitwiseAnd(lows, Low)
    )
  }

  override lazy val mergeExpressions: Seq[Expression] = {
    val lows = new Add(low.left, low.right)
    Seq(
      new Add(count.left, count.right),
      new Add(new Add(high.left, high.right), upper(lows)),
      BitwiseAnd(lows, Low)
    )
  }

  override lazy val evaluateExpression: Expression =
    If(
      EqualTo(count, Literal(0L)),
      Literal(null, dataType),
      SumOfParts(count, high, low, isMean)
    )

  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

private[functions] object ExactSum {
  private val Low = Literal((1L << 32) - 1)

  private def upper(value: Expression): Expression = ShiftRight(value, Literal(32))

  /** The function that has the answers of this aggregation, if it is a sum or mean of integers. */
  def of(aggregation: String, values: Seq[Expression]): Option[ExactSum] = values match {
    case Seq(value) if Seq("sum", "mean").contains(aggregation) =>
      PartialFunction.condOpt(value.dataType) {
        case ByteType | ShortType | IntegerType | LongType =>
          ExactSum(Cast(value, LongType), aggregation == "mean")
      }
    case _ => None
  }

  private val sums = ofLongs("sum")
  private val means = ofLongs("mean")

  private def ofLongs(name: String): WordsAggregation[Any] =
    Aggregations.of(name, ValueType.LONG).asInstanceOf[WordsAggregation[Any]]

  /** The sum of these parts; generated code calls it.
    *
    * @throws ArithmeticException
    *   if it exceeds 64 bits
    */
  def sum(high: Long, low: Long): Long =
    if (high == high.toInt) high << 32 | low
    else sums.lowerLong(Array(high << 32 | low, high >> 32), 0)

  /** The mean of values whose sum has these parts; generated code calls it. */
  def mean(count: Long, high: Long, low: Long): Double =
    means.lower(Array(count, high << 32 | low, high >> 32), 0).asInstanceOf[Double]
}

/** The result of an [[ExactSum]], from its buffer. */
private[functions] final case class SumOfParts(
    first: Expression,
    second: Expression,
    third: Expression,
    isMean: Boolean
) extends TernaryExpression {
  override def nullIntolerant: Boolean = true
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override def prettyName: String = "finestra_sum_of_parts"

  override protected def nullSafeEval(count: Any, high: Any, low: Any): Any = {
    val (h, l) = (high.asInstanceOf[Long], low.asInstanceOf[Long])
    if (isMean) ExactSum.mean(count.asInstanceOf[Long], h, l) else ExactSum.sum(h, l)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val code = classOf[ExactSum].getName
    defineCodeGen(
      ctx,
      ev,
      (count, high, low) =>
        if (isMean) s"$code.mean($count, $high, $low)" else s"$code.sum($high, $low)"
    )
  }

  override protected def withNewChildrenInternal(
      count: Expression,
      high: Expression,
      low: Expression
  ): Expression = copy(count, high, low)
}
