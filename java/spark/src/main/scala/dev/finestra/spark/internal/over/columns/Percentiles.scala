package dev.finestra.spark.internal.over.columns

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.expressions.aggregate.Percentile
import org.apache.spark.sql.types.DoubleType

/** Spark's `percentile`: the value at a place in the sorted frame, or a point between two values.
  */
private[columns] final class Percentiles(column: ValueColumn, percentage: Double)
    extends ColumnFunction {
  private val sorted = new SortedValues
  private var begin = 0L
  private var end = 0L

  override def clear(): Unit = {
    sorted.clear()
    begin = 0
    end = 0
  }

  override def compute(block: FrameBlock): Unit = {
    var i = 0
    while (i < block.size) {
      moveTo(block.from(i), block.to(i))
      val count = column.count(begin, end)
      nulls(i) = count == 0
      if (count > 0) doubles(i) = percentile(count)
      i += 1
    }
  }

  private def moveTo(from: Long, to: Long): Unit = {
    while (begin < math.min(from, end)) {
      if (!column.nulls(begin.toInt & column.mask)) sorted.remove(column.key(begin))
      begin += 1
    }
    begin = from
    end = math.max(end, from)
    while (end < to) {
      if (!column.nulls(end.toInt & column.mask)) sorted.insert(column.key(end))
      end += 1
    }
  }

  /** Spark's formula. */
  private def percentile(count: Int): Double = {
    def value(place: Int) = column.ofKey(sorted(place))
    val place = (count - 1) * percentage
    val (lower, higher) = (math.floor(place), math.ceil(place))
    val low = value(lower.toInt)
    if (higher == lower) low
    else {
      val high = value(higher.toInt)
      if (high == low) low else (higher - place) * low + (place - lower) * high
    }
  }
}

private[columns] object Percentiles {

  /** The percentage of a call that columns can compute: one percentage, ascending order, no
    * frequencies.
    */
  def percentage(function: Percentile): Option[Double] =
    (function.percentageExpression, function.frequencyExpression) match {
      case (Literal(p: Double, DoubleType), Literal(n: Number, _))
          if n.longValue == 1 && !function.reverse =>
        Some(p)
      case _ => None
    }
}
