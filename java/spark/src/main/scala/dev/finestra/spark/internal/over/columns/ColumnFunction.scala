package dev.finestra.spark.internal.over.columns

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** An aggregate function over one frame, computed for a block of rows at once. Values are read from
  * columns and results are written into arrays, so that nothing is boxed or allocated for a row.
  */
private[over] abstract class ColumnFunction {

  /** The results of the block: one of `longs` and `doubles` is used. */
  val nulls = new Array[Boolean](FrameBlock.Rows)
  val longs = new Array[Long](FrameBlock.Rows)
  val doubles = new Array[Double](FrameBlock.Rows)

  /** Computes the results of the next rows of the partition. */
  def compute(block: FrameBlock): Unit

  /** Begins a partition. */
  def clear(): Unit

  /** Whether a result of the block is an error. */
  var hasFailed = false

  /** Throws the error of this row, if there is one. */
  def check(i: Int): Unit = {}
}

private[over] object ColumnFunction {

  /** Whether columns can compute a call: its input cannot fail, and is numbers or times. */
  def fits(call: AggregateExpression): Boolean =
    !call.isDistinct && (call.aggregateFunction.children ++ call.filter).forall(isPlain) &&
      make(call).isDefined

  /** The function of a call that fits. */
  def of(call: AggregateExpression, columns: PartitionColumns): ColumnFunction =
    make(call).get(columns)

  /** Spark's analyzer computes other inputs in a projection below. */
  private def isPlain(input: Expression): Boolean = input match {
    case _: Attribute | _: Literal => true
    case _                         => false
  }

  private def make(call: AggregateExpression): Option[PartitionColumns => ColumnFunction] = {
    def filtered(e: Expression) = call.filter.fold(e)(If(_, e, Literal(null, e.dataType)))
    def asDouble(e: Expression) = filtered(if (e.dataType == DoubleType) e else Cast(e, DoubleType))
    def isNumber(e: Expression) = e.dataType match {
      case ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType => true
      case _                                                                      => false
    }
    call.aggregateFunction match {
      case sum: Sum if ValueColumn.isFloating(sum.child.dataType) =>
        Some(columns => new DoubleSums(columns.doubles(asDouble(sum.child)), false))
      case sum: Sum if isNumber(sum.child) =>
        Some(columns => new LongSums(columns.longs(filtered(sum.child)), new LongOverflow(sum)))
      case average: Average if isNumber(average.child) =>
        Some(columns => new DoubleSums(columns.doubles(asDouble(average.child)), true))
      case Count(Seq(of)) if of.nullable && ValueColumn.isFloating(of.dataType) =>
        Some(columns => new Counts(columns.doubles(filtered(of))))
      case Count(Seq(of)) if of.nullable && ValueColumn.isWhole(of.dataType) =>
        Some(columns => new Counts(columns.longs(filtered(of))))
      case count: Count =>
        val inputs = count.children.filter(_.nullable).map(IsNotNull) ++ call.filter
        val counted = inputs.reduceOption(And).map(If(_, Literal(1), Literal(null, IntegerType)))
        Some(columns => new Counts(counted.map(columns.longs).orNull))
      case extreme @ (_: Max | _: Min) =>
        val (of, isMax) = (extreme.children.head, extreme.isInstanceOf[Max])
        if (ValueColumn.isWhole(of.dataType))
          Some(columns => new LongExtremes(columns.longs(filtered(of)), isMax))
        else if (ValueColumn.isFloating(of.dataType))
          Some(columns => new DoubleExtremes(columns.doubles(filtered(of)), isMax))
        else None
      case f: Percentile if isNumber(f.child) =>
        Percentiles.percentage(f).map { percentage => columns =>
          val of = filtered(f.child)
          val column =
            if (ValueColumn.isWhole(of.dataType)) columns.longs(of) else columns.doubles(of)
          new Percentiles(column, percentage)
        }
      case f: CentralMomentAgg =>
        Spread.of(f).map { spread => (columns: PartitionColumns) =>
          new Moments(columns.doubles(filtered(f.child)), spread)
        }
      case _ => None
    }
  }
}
