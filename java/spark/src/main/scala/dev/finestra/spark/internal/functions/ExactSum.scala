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
  * The buffer has the sum as `high` * 2^32^ + `low`, and for a mean the number of values. So that
  * no sum of two columns overflows, `low` is always at least 0 and below 2^32^. `high` is null if
  * there is no value.
  */
private[functions] final case class ExactSum(child: Expression, isMean: Boolean)
    extends DeclarativeAggregate
    with UnaryLike[Expression] {
  import ExactSum._

  private val count = AttributeReference("count", LongType, nullable = false)()
  private val high = AttributeReference("high", LongType)()
  private val low = AttributeReference("low", LongType, nullable = false)()

  override def prettyName: String = if (isMean) "finestra_mean" else "finestra_sum"
  override protected def flatArguments: Iterator[Any] = Iterator(child)
  override def nullable: Boolean = true
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override val aggBufferAttributes: Seq[AttributeReference] = parts(high, low, count)

  override val initialValues: Seq[Expression] = parts(Literal(null, LongType), Zero, Zero)

  override lazy val updateExpressions: Seq[Expression] = {
    val value = Coalesce(Seq(child, Zero))
    val lows = Plus(low, BitwiseAnd(value, Low))
    val one = If(IsNull(child), Zero, Literal(1L))
    parts(
      If(IsNull(child), high, Plus(Plus(orZero(high), upper(value)), upper(lows))),
      BitwiseAnd(lows, Low),
      Plus(count, one)
    )
  }

  override lazy val mergeExpressions: Seq[Expression] = {
    val lows = Plus(low.left, low.right)
    val both = Plus(Plus(orZero(high.left), high.right), upper(lows))
    parts(
      If(IsNull(high.right), high.left, both),
      BitwiseAnd(lows, Low),
      Plus(count.left, count.right)
    )
  }

  override lazy val evaluateExpression: Expression =
    SumOfParts(high, low, if (isMean) count else Zero, isMean)

  /** The columns of the buffer; a sum needs no count. */
  private def parts[A](high: A, low: A, count: => A): Seq[A] =
    if (isMean) Seq(high, low, count) else Seq(high, low)

  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

private[functions] object ExactSum {
  private val Low = Literal((1L << 32) - 1)
  private val Zero = Literal(0L)

  private def orZero(value: Expression): Expression = Coalesce(Seq(value, Zero))

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
  def mean(high: Long, low: Long, count: Long): Double =
    means.lower(Array(count, high << 32 | low, high >> 32), 0).asInstanceOf[Double]
}

/** Adds two longs without a check: the sums of an [[ExactSum]] cannot overflow. Spark's `Add`
  * checks for overflow in its default mode.
  */
private[functions] final case class Plus(left: Expression, right: Expression)
    extends BinaryExpression {
  override def nullIntolerant: Boolean = true
  override def dataType: DataType = LongType
  override def prettyName: String = "finestra_plus"

  override protected def nullSafeEval(a: Any, b: Any): Any =
    a.asInstanceOf[Long] + b.asInstanceOf[Long]

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode =
    defineCodeGen(ctx, ev, (a, b) => s"$a + $b")

  override protected def withNewChildrenInternal(a: Expression, b: Expression): Expression =
    copy(a, b)
}

/** The result of an [[ExactSum]], from its buffer; null if `high` is null. */
private[functions] final case class SumOfParts(
    first: Expression,
    second: Expression,
    third: Expression,
    isMean: Boolean
) extends TernaryExpression {
  override def nullIntolerant: Boolean = true
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override def prettyName: String = "finestra_sum_of_parts"

  override protected def nullSafeEval(high: Any, low: Any, count: Any): Any = {
    val (h, l) = (high.asInstanceOf[Long], low.asInstanceOf[Long])
    if (isMean) ExactSum.mean(h, l, count.asInstanceOf[Long]) else ExactSum.sum(h, l)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val code = classOf[ExactSum].getName
    defineCodeGen(
      ctx,
      ev,
      (high, low, count) =>
        if (isMean) s"$code.mean($high, $low, $count)" else s"$code.sum($high, $low)"
    )
  }

  override protected def withNewChildrenInternal(
      high: Expression,
      low: Expression,
      count: Expression
  ): Expression = copy(high, low, count)
}
