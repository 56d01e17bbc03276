package dev.finestra.spark.internal.over.columns

import org.apache.spark.sql.catalyst.expressions.aggregate._

/** Variances and deviations, from a frame's count and its sum of squared distances from the mean.
  *
  * @param isOfSample
  *   divides by n - 1 and not by n
  * @param ofOneIsNull
  *   whether the result for a sample of one value is NULL; otherwise it is NaN
  */
private[columns] final case class Spread(isOfSample: Boolean, isRoot: Boolean, ofOneIsNull: Boolean)

private[columns] object Spread {
  def of(function: CentralMomentAgg): Option[Spread] = function match {
    case f: StddevSamp   => Some(Spread(true, true, f.nullOnDivideByZero))
    case f: VarianceSamp => Some(Spread(true, false, f.nullOnDivideByZero))
    case f: StddevPop    => Some(Spread(false, true, f.nullOnDivideByZero))
    case f: VariancePop  => Some(Spread(false, false, f.nullOnDivideByZero))
    case _               => None
  }
}

/** Standard deviations and variances, by Spark's formulas for adding a value and for merging. */
private[columns] final class Moments(column: ValueColumn.OfDoubles, spread: Spread)
    extends ColumnStacks {
  // The mean of each suffix, and its sum of squared distances from the mean.
  private var means = new Array[Double](1)
  private var squares = new Array[Double](1)
  private var count = 0.0
  private var mean = 0.0
  private var square = 0.0

  private def empty(): Unit = {
    count = 0
    mean = 0
    square = 0
  }

  private def add(value: Double): Unit = {
    count += 1
    val delta = value - mean
    val step = delta / count
    mean += step
    square += delta * (delta - step)
  }

  override protected def stack(from: Long, to: Long): Unit = {
    means = room(means, to - from)
    squares = room(squares, to - from)
    empty()
    val (values, nulls, mask) = (column.values, column.nulls, column.mask)
    var at = to
    means((at - first).toInt) = 0
    squares((at - first).toInt) = 0
    while (at > from) {
      at -= 1
      val p = at.toInt & mask
      if (!nulls(p)) add(values(p))
      means((at - first).toInt) = mean
      squares((at - first).toInt) = square
    }
    empty()
  }

  override protected def writeResults(block: FrameBlock, begin: Int, past: Int): Unit = {
    val (values, isNull, mask) = (column.values, column.nulls, column.mask)
    var i = begin
    while (i < past) {
      while (end < block.to(i)) {
        val p = end.toInt & mask
        if (!isNull(p)) add(values(p))
        end += 1
      }
      val suffix = (block.from(i) - first).toInt
      val n = column.count(block.from(i), middle).toDouble
      val all = n + count
      val delta = mean - means(suffix)
      val squared =
        if (all == 0) 0 else squares(suffix) + square + delta * (delta / all) * n * count
      write(i, all, squared)
      i += 1
    }
  }

  private def write(i: Int, count: Double, squared: Double): Unit = {
    val isOfOne = spread.isOfSample && count == 1
    nulls(i) = count == 0 || isOfOne && spread.ofOneIsNull
    val variance =
      if (isOfOne) Double.NaN else squared / (if (spread.isOfSample) count - 1 else count)
    doubles(i) = if (spread.isRoot) math.sqrt(variance) else variance
  }
}
