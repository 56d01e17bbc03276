package dev.finestra.spark.internal.over.columns

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum
import org.apache.spark.sql.types.LongType

/** The number of values that are not null, or of rows if there is no column. */
private[columns] final class Counts(column: ValueColumn) extends ColumnFunction {
  override def clear(): Unit = {}

  override def compute(block: FrameBlock): Unit = {
    var i = 0
    while (i < block.size) {
      val (from, to) = (block.from(i), block.to(i))
      longs(i) = if (column == null) to - from else column.count(from, to)
      i += 1
    }
  }
}

/** Sums of whole numbers: differences of two prefix sums, which are exact. */
private[columns] final class LongSums(column: ValueColumn.OfLongs, overflow: LongOverflow)
    extends ColumnFunction {
  private val fails = new Array[Boolean](FrameBlock.Rows)

  override def clear(): Unit = {}

  override def compute(block: FrameBlock): Unit = {
    hasFailed = false
    var i = 0
    while (i < block.size) {
      val (from, to) = (block.from(i), block.to(i))
      longs(i) = column.sum(from, to)
      val overflows = overflow.isChecked && !column.isSmall(from, to) && leaves64Bits(from, to)
      nulls(i) = column.count(from, to) == 0 || overflows && overflow.error.isEmpty
      fails(i) = overflows && overflow.error.isDefined
      hasFailed |= fails(i)
      i += 1
    }
  }

  override def check(i: Int): Unit = if (fails(i)) throw overflow.error.get

  /** Whether a running sum leaves 64 bits, if the values are added in order as Spark does. */
  private def leaves64Bits(from: Long, to: Long): Boolean = {
    val (values, mask) = (column.values, column.mask)
    var sum = 0L
    var at = from
    while (at < to) {
      val value = values(at.toInt & mask)
      val next = sum + value
      if (((sum ^ next) & (value ^ next)) < 0) return true
      sum = next
      at += 1
    }
    false
  }
}

/** The three ways in which a sum of Spark overflows: it wraps around, is NULL, or fails. */
private[over] final class LongOverflow(sum: Sum) {
  private val outcome = Try(ofTwo(Long.MaxValue, 1))

  /** Whether an overflow is NULL or an error; otherwise the sum wraps around. */
  val isChecked: Boolean = outcome != Success(Long.MinValue)

  /** Spark's exception, unless an overflow is NULL. */
  val error: Option[RuntimeException] = outcome match {
    case Failure(e: RuntimeException) => Some(e)
    case Failure(e)                   => throw e
    case _                            => None
  }

  /** Spark's sum of two values. */
  private def ofTwo(values: Long*): Any = {
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
}
