package dev.finestra.spark.internal.functions

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.{Aggregations, WordsAggregation}
import dev.finestra.spark.internal.NullForNull
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.trees.UnaryLike
import org.apache.spark.sql.types._

/** Finestra's `sum` or `mean` of integers, for which Spark generates code: exact, in 128 bits.
  *
  * The buffer has the sum as `low` + `wraps` * 2^64^, and for a mean the number of values. `low` is
  * added without a check, and `wraps` counts how often that exceeded 64 bits. `low` is null if
  * there is no value.
  */
private[functions] final case class ExactSum(child: Expression, isMean: Boolean)
    extends DeclarativeAggregate
    with UnaryLike[Expression] {
  import ExactSum._

  private val low = AttributeReference("low", LongType)()
  private val wraps = AttributeReference("wraps", LongType, nullable = false)()
  private val count = AttributeReference("count", LongType, nullable = false)()

  override def prettyName: String = if (isMean) "finestra_mean" else "finestra_sum"
  override protected def flatArguments: Iterator[Any] = Iterator(child)
  override def nullable: Boolean = true
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override val aggBufferAttributes: Seq[AttributeReference] = parts(low, wraps, count)

  override val initialValues: Seq[Expression] = parts(Literal(null, LongType), Zero, Zero)

  override lazy val updateExpressions: Seq[Expression] = parts(
    sumOf(low, child),
    Plus(wraps, Wraps(orZero(low), orZero(child))),
    Plus(count, If(IsNull(child), Zero, Literal(1L)))
  )

  override lazy val mergeExpressions: Seq[Expression] = parts(
    sumOf(low.left, low.right),
    Plus(Plus(wraps.left, wraps.right), Wraps(orZero(low.left), orZero(low.right))),
    Plus(count.left, count.right)
  )

  override lazy val evaluateExpression: Expression =
    SumOfParts(low, wraps, if (isMean) count else Zero, isMean)

  /** The columns of the buffer; a sum needs no count. */
  private def parts[A](low: A, wraps: A, count: => A): Seq[A] =
    if (isMean) Seq(low, wraps, count) else Seq(low, wraps)

  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

private[functions] object ExactSum {
  private val Zero = Literal(0L)

  private def orZero(value: Expression): Expression = Coalesce(Seq(value, Zero))

  /** The sum of two values of which each may be null. */
  private def sumOf(sum: Expression, value: Expression): Expression =
    If(IsNull(value), sum, Plus(orZero(sum), value))

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
  def sum(low: Long, wraps: Long): Long =
    if (wraps == 0) low else sums.lowerLong(Array(low, wraps + (low >> 63)), 0)

  /** The mean of values whose sum has these parts; generated code calls it. */
  def mean(low: Long, wraps: Long, count: Long): Double =
    means.lower(Array(count, low, wraps + (low >> 63)), 0).asInstanceOf[Double]

  /** How many times 2^64^ is missing in `a + b`: 1, 0 or -1; generated code calls it. */
  def wrapsOf(a: Long, b: Long): Long = {
    val sum = a + b
    if (((a ^ sum) & (b ^ sum)) >= 0) 0L else if (a < 0) -1L else 1L
  }
}

/** A long computed from two longs. */
private[functions] sealed abstract class OfTwoLongs extends BinaryExpression with NullForNull {
  override def dataType: DataType = LongType

  protected def of(a: Long, b: Long): Long
  protected def code(a: String, b: String): String

  override protected def nullSafeEval(a: Any, b: Any): Any =
    of(a.asInstanceOf[Long], b.asInstanceOf[Long])

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode =
    defineCodeGen(ctx, ev, code)
}

/** The sum without a check: an [[ExactSum]] counts overflows itself. Spark's `Add` checks for
  * overflow in its default mode.
  */
private[functions] final case class Plus(left: Expression, right: Expression) extends OfTwoLongs {
  override def prettyName: String = "finestra_plus"
  override protected def of(a: Long, b: Long): Long = a + b
  override protected def code(a: String, b: String): String = s"$a + $b"

  override protected def withNewChildrenInternal(a: Expression, b: Expression): Expression =
    copy(a, b)
}

/** How many times 2^64^ is missing in the sum. */
private[functions] final case class Wraps(left: Expression, right: Expression) extends OfTwoLongs {
  override def prettyName: String = "finestra_wraps"
  override protected def of(a: Long, b: Long): Long = ExactSum.wrapsOf(a, b)
  override protected def code(a: String, b: String): String =
    s"${classOf[ExactSum].getName}.wrapsOf($a, $b)"

  override protected def withNewChildrenInternal(a: Expression, b: Expression): Expression =
    copy(a, b)
}

/** The result of an [[ExactSum]], from its buffer; null if `low` is null. */
private[functions] final case class SumOfParts(
    first: Expression,
    second: Expression,
    third: Expression,
    isMean: Boolean
) extends TernaryExpression
    with NullForNull {
  override def dataType: DataType = if (isMean) DoubleType else LongType
  override def prettyName: String = "finestra_sum_of_parts"

  override protected def nullSafeEval(low: Any, wraps: Any, count: Any): Any = {
    val (l, w) = (low.asInstanceOf[Long], wraps.asInstanceOf[Long])
    if (isMean) ExactSum.mean(l, w, count.asInstanceOf[Long]) else ExactSum.sum(l, w)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val code = classOf[ExactSum].getName
    defineCodeGen(
      ctx,
      ev,
      (low, wraps, count) =>
        if (isMean) s"$code.mean($low, $wraps, $count)" else s"$code.sum($low, $wraps)"
    )
  }

  override protected def withNewChildrenInternal(
      low: Expression,
      wraps: Expression,
      count: Expression
  ): Expression = copy(low, wraps, count)
}
