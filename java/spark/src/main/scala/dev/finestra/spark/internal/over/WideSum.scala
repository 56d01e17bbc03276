package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.over.columns.LongOverflow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.trees.LeafLike
import org.apache.spark.sql.types.{DataType, LongType}

/** Merges partial sums of whole numbers in two words, so that only the sum of a whole window can
  * overflow, and not a sum of some of its panes. An overflow is an error or NULL, as with the given
  * sum.
  *
  * The value is 2^32^ · `high` + `low`. Neither word overflows with less than 2^31^ partial sums.
  */
private[over] final case class WideSum(sum: Sum)
    extends DeclarativeAggregate
    with LeafLike[Expression] {
  import WideSum._

  private lazy val high = AttributeReference("high", LongType, nullable = false)()
  private lazy val low = AttributeReference("low", LongType, nullable = false)()
  private lazy val state = AttributeReference("state", LongType, nullable = false)()

  override def nullable: Boolean = true
  override def dataType: DataType = LongType
  override lazy val aggBufferAttributes: Seq[AttributeReference] = Seq(high, low, state)
  override lazy val initialValues: Seq[Expression] = Seq.fill(3)(Literal(Empty))

  override lazy val updateExpressions: Seq[Expression] =
    throw new UnsupportedOperationException("WideSum merges partial sums; it sees no rows")

  override lazy val mergeExpressions: Seq[Expression] = Seq(
    new Add(high.left, high.right),
    new Add(low.left, low.right),
    BitwiseOr(state.left, state.right)
  )

  override lazy val evaluateExpression: Expression = {
    val upper = new Add(high, ShiftRight(low, Word))
    val shifted = ShiftLeft(upper, Word)
    val value = BitwiseOr(shifted, BitwiseAnd(low, Literal(LowBits)))
    val fits = EqualTo(ShiftRight(shifted, Word), upper)
    If(EqualTo(state, Literal(HasValues)), If(fits, value, overflow), Literal(null, LongType))
  }

  /** The buffer that one of Spark's partial results becomes. */
  def read(partial: Seq[Expression]): Seq[Expression] = {
    val value = partial.head
    def part(of: Expression) = Coalesce(Seq(of, Literal(0L)))
    def stateOf(withoutSum: Long) =
      If(IsNull(value), Literal(withoutSum), Literal(HasValues))
    // `try_sum` has a second field: whether there were no values.
    val state = partial match {
      case Seq(_, isEmpty) => If(isEmpty, Literal(Empty), stateOf(Overflowed))
      case _               => stateOf(Empty)
    }
    Seq(part(ShiftRight(value, Word)), part(BitwiseAnd(value, Literal(LowBits))), state)
  }

  /** NULL, or what raises the sum's error: its merge of two partial sums that overflow. */
  private def overflow: Expression =
    if (new LongOverflow(sum).error.isEmpty) Literal(null, LongType)
    else
      sum.mergeExpressions.head.transform {
        case a: AttributeReference if a.exprId == sum.aggBufferAttributes.head.exprId =>
          Literal(Long.MaxValue)
        case _: AttributeReference => Literal(1L)
      }
}

private[over] object WideSum {
  private val Word = Literal(32)
  private val LowBits = 0xffffffffL

  /** The bits of `state`. */
  private val Empty = 0L
  private val HasValues = 1L
  private val Overflowed = 2L

  /** The function with a `WideSum` in place of a sum that may overflow. */
  def in(function: AggregateExpression): AggregateExpression = function.aggregateFunction match {
    case sum: Sum if sum.dataType == LongType && new LongOverflow(sum).isChecked =>
      function.copy(aggregateFunction = WideSum(sum))
    case _ => function
  }
}
