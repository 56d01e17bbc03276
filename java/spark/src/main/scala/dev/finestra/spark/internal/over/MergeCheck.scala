package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.SessionSettings
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate

/** Checks a user's function on the first rows of a task: merging the partial results of single
  * rows, from the left and from the right, must give what adding the rows one by one gives.
  */
private[over] final class MergeCheck(function: TypedImperativeAggregate[AnyRef]) {
  import MergeCheck._

  private var singles = Vector.empty[AnyRef]
  private var added: AnyRef = _
  private var merged: AnyRef = _

  /** Adds a row to the check, if there were fewer than [[Rows]]. */
  def see(row: InternalRow): Unit = if (singles.size < Rows) {
    val single = function.update(function.createAggregationBuffer(), row)
    val isFirst = singles.isEmpty
    added = function.update(if (isFirst) function.createAggregationBuffer() else added, row)
    merged = if (isFirst) single else ObjectMerge.merged(function, merged, single)
    singles :+= single
    compare(merged)
    if (singles.size == Rows) {
      compare(singles.reduceRight[AnyRef](ObjectMerge.merged(function, _, _)))
    }
  }

  private def compare(parts: AnyRef): Unit = {
    val (expected, actual) = (result(added), result(parts))
    if (!isEqual(expected, actual)) {
      throw new IllegalArgumentException(
        s"The function ${function.prettyName} cannot merge: over ${singles.size} rows it returns " +
          s"$expected if they are added one by one, and $actual if partial results of single rows " +
          s"are merged. Remove it from ${SessionSettings.Mergeable}, so that Spark runs its OVER, " +
          "or correct its merge."
      )
    }
  }

  private def result(buffer: AnyRef): Any =
    InternalRow.copyValue(function.eval(ObjectMerge.copyOf(function, buffer)))
}

private[over] object MergeCheck {
  private final val Rows = 16

  /** Results may differ by this share, because floating-point sums depend on the grouping. */
  private final val Rounding = 1e-9

  private def isEqual(a: Any, b: Any): Boolean = (a, b) match {
    case (x: Double, y: Double) => isNear(x, y, Rounding)
    case (x: Float, y: Float)   => isNear(x, y, 1e-5)
    case _                      => a == b
  }

  private def isNear(x: Double, y: Double, share: Double): Boolean =
    x.equals(y) || math.abs(x - y) <= share * math.max(math.abs(x), math.abs(y))
}
