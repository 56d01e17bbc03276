package dev.finestra.spark.internal.over

import scala.util.{Success, Try}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.trees.UnaryLike
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types._

/** The sum of a BIGINT column where an overflow is an error or NULL: `sum` in ANSI mode, `try_sum`.
  * Spark adds the values of a frame one by one, and an overflow is a running sum beyond 64 bits.
  * This function merges parts of a frame in any grouping and finds the same overflows: it keeps the
  * sum in 128 bits, and the least and the greatest running sum.
  *
  * The buffer has seven words: how many values there are, then the sum, the least and the greatest
  * running sum, each as its low and its high half. The empty sum 0 counts as a running sum.
  *
  * Not thread-safe.
  *
  * @param sum
  *   Spark's function, which decides what an overflow gives
  */
private[over] final case class PrefixSum(
    child: Expression,
    sum: Sum,
    mutableAggBufferOffset: Int = 0,
    inputAggBufferOffset: Int = 0
) extends ImperativeAggregate
    with UnaryLike[Expression] {
  import PrefixSum._

  override def nullable: Boolean = true
  override def dataType: DataType = LongType
  override def prettyName: String = sum.prettyName

  override lazy val aggBufferAttributes: Seq[AttributeReference] =
    Fields.map(AttributeReference(_, LongType, nullable = false)())
  override lazy val inputAggBufferAttributes: Seq[AttributeReference] =
    aggBufferAttributes.map(_.newInstance())
  override def aggBufferSchema: StructType = DataTypeUtils.fromAttributes(aggBufferAttributes)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)

  @transient private lazy val both = new Array[Long](Words)
  @transient private lazy val newer = new Array[Long](Words)

  override def initialize(buffer: InternalRow): Unit = {
    java.util.Arrays.fill(both, 0)
    write(both, buffer)
  }

  override def update(buffer: InternalRow, row: InternalRow): Unit = {
    val value = child.eval(row)
    if (value != null) {
      setOne(newer, value.asInstanceOf[Long])
      mergeNewer(buffer)
    }
  }

  override def merge(buffer: InternalRow, other: InternalRow): Unit = {
    read(other, inputAggBufferOffset, newer)
    mergeNewer(buffer)
  }

  private def mergeNewer(buffer: InternalRow): Unit = {
    read(buffer, mutableAggBufferOffset, both)
    PrefixSum.merge(both, 0, newer, 0, both, 0)
    write(both, buffer)
  }

  override def eval(buffer: InternalRow): Any = {
    read(buffer, mutableAggBufferOffset, both)
    if (both(Count) == 0) null else if (overflows(both, 0)) overflowed else both(Low)
  }

  /** Spark's own result for an overflow: NULL, or its exception. */
  def overflowed: Any = ofTwo(sum, Long.MaxValue, 1)

  private def read(row: InternalRow, offset: Int, to: Array[Long]): Unit = {
    var i = 0
    while (i < Words) {
      to(i) = row.getLong(offset + i)
      i += 1
    }
  }

  private def write(words: Array[Long], row: InternalRow): Unit = {
    var i = 0
    while (i < Words) {
      row.setLong(mutableAggBufferOffset + i, words(i))
      i += 1
    }
  }
}

private[over] object PrefixSum {
  private val Fields = Seq("count", "low", "high", "leastLow", "leastHigh", "mostLow", "mostHigh")
  private val Words = Fields.size
  private final val Count = 0
  private final val Low = 1
  private final val High = 2
  private final val Least = 3
  private final val Most = 5

  /** The function that plain `OVER` merges for a function of Spark: the same one, or this class for
    * a sum that may overflow.
    */
  def insteadOf(call: AggregateExpression): AggregateExpression = call.aggregateFunction match {
    case sum: Sum if sum.child.dataType == LongType && isChecked(sum) =>
      call.copy(aggregateFunction = PrefixSum(sum.child, sum))
    case _ => call
  }

  /** Whether an overflow is an error or NULL, and not a value that wrapped around. */
  private def isChecked(sum: Sum): Boolean =
    Try(ofTwo(sum, Long.MaxValue, 1)) != Success(Long.MinValue)

  /** Spark's sum of two values. */
  private def ofTwo(sum: Sum, values: Long*): Any = {
    val x = AttributeReference("x", LongType)()
    val of = sum.withNewChildren(Seq(x)).asInstanceOf[Sum]
    val buffer = of.aggBufferAttributes
    val updates = of.updateExpressions.map(bindReference(_, buffer :+ x))
    val first = InternalRow.fromSeq(of.initialValues.map(_.eval()))
    val last = values.foldLeft(first) { (state, value) =>
      InternalRow.fromSeq(updates.map(_.eval(new JoinedRow(state, InternalRow(value)))))
    }
    bindReference(of.evaluateExpression, buffer).eval(last)
  }

  private def setOne(to: Array[Long], value: Long): Unit = {
    val sign = value >> 63
    to(Count) = 1
    to(Low) = value
    to(High) = sign
    to(Least) = value & sign
    to(Least + 1) = sign
    to(Most) = value & ~sign
    to(Most + 1) = 0
  }

  /** Merges two buffers into a third one, which may be either of them. */
  private def merge(
      older: Array[Long],
      o: Int,
      newer: Array[Long],
      n: Int,
      to: Array[Long],
      t: Int
  ): Unit = {
    val low = older(o + Low)
    val high = older(o + High)
    // The running sums of the newer part continue the older part's sum.
    val leastLow = low + newer(n + Least)
    val leastHigh = high + newer(n + Least + 1) + carry(leastLow, low)
    val mostLow = low + newer(n + Most)
    val mostHigh = high + newer(n + Most + 1) + carry(mostLow, low)
    val sumLow = low + newer(n + Low)
    val sumHigh = high + newer(n + High) + carry(sumLow, low)
    val isLess = below(leastLow, leastHigh, older(o + Least), older(o + Least + 1))
    val isMore = below(older(o + Most), older(o + Most + 1), mostLow, mostHigh)
    to(t + Count) = older(o + Count) + newer(n + Count)
    to(t + Low) = sumLow
    to(t + High) = sumHigh
    to(t + Least) = if (isLess) leastLow else older(o + Least)
    to(t + Least + 1) = if (isLess) leastHigh else older(o + Least + 1)
    to(t + Most) = if (isMore) mostLow else older(o + Most)
    to(t + Most + 1) = if (isMore) mostHigh else older(o + Most + 1)
  }

  private def carry(sum: Long, summand: Long): Long =
    if (java.lang.Long.compareUnsigned(sum, summand) < 0) 1 else 0

  private def below(aLow: Long, aHigh: Long, bLow: Long, bHigh: Long): Boolean =
    if (aHigh == bHigh) java.lang.Long.compareUnsigned(aLow, bLow) < 0 else aHigh < bHigh

  private def overflows(buffer: Array[Long], b: Int): Boolean =
    isWide(buffer, b + Least) || isWide(buffer, b + Most)

  private def isWide(buffer: Array[Long], at: Int): Boolean = buffer(at + 1) != buffer(at) >> 63

  /** @param first
    *   the index of the function's first word in a buffer
    */
  final class InWords(function: PrefixSum, first: Int) extends BufferWords {
    override def merge(
        older: Array[Long],
        o: Int,
        newer: Array[Long],
        n: Int,
        to: Array[Long],
        t: Int
    ): Unit = PrefixSum.merge(older, o + first, newer, n + first, to, t + first)

    override def writeResult(
        buffer: Array[Long],
        b: Int,
        target: InternalRow,
        ordinal: Int
    ): Boolean = {
      if (buffer(b + first + Count) == 0) target.setNullAt(ordinal)
      else if (overflows(buffer, b + first)) target.update(ordinal, function.overflowed)
      else target.setLong(ordinal, buffer(b + first + Low))
      true
    }
  }
}
