package dev.finestra.spark.internal.over.columns

/** The largest or smallest whole number or time. */
private[columns] final class LongExtremes(column: ValueColumn.OfLongs, isMax: Boolean)
    extends ColumnStacks {
  private val none = if (isMax) Long.MinValue else Long.MaxValue
  private var older = Array(none)
  private var newer = none

  private def better(a: Long, b: Long): Long = if (isMax) math.max(a, b) else math.min(a, b)

  override protected def stack(from: Long, to: Long): Unit = {
    if (older.length <= to - from) older = new Array[Long](2 * (to - from).toInt + 1)
    newer = none
    val (values, nulls, mask) = (column.values, column.nulls, column.mask)
    var best = none
    var at = to
    older((at - first).toInt) = best
    while (at > from) {
      at -= 1
      val p = at.toInt & mask
      if (!nulls(p)) best = better(values(p), best)
      older((at - first).toInt) = best
    }
  }

  override protected def writeResults(block: FrameBlock, begin: Int, past: Int): Unit = {
    val (values, isNull, mask) = (column.values, column.nulls, column.mask)
    var i = begin
    while (i < past) {
      while (end < block.to(i)) {
        val p = end.toInt & mask
        if (!isNull(p)) newer = better(newer, values(p))
        end += 1
      }
      nulls(i) = column.count(block.from(i), block.to(i)) == 0
      longs(i) = better(older((block.from(i) - first).toInt), newer)
      i += 1
    }
  }
}

/** The largest or smallest floating point number, in Spark's order: NaN is the largest, and of 0.0
  * and -0.0 the one that came first is returned.
  */
private[columns] final class DoubleExtremes(column: ValueColumn.OfDoubles, isMax: Boolean)
    extends ColumnStacks {
  private val none = if (isMax) Double.NegativeInfinity else Double.NaN
  private var older = Array(none)
  private var newer = none

  /** The better of two values, of which `a` came first. */
  private def better(a: Double, b: Double): Double =
    if (isMax) { if (b > a || (b != b && a == a)) b else a }
    else if (b < a || (a != a && b == b)) b
    else a

  override protected def stack(from: Long, to: Long): Unit = {
    older = room(older, to - from)
    newer = none
    val (values, nulls, mask) = (column.values, column.nulls, column.mask)
    var best = none
    var at = to
    older((at - first).toInt) = best
    while (at > from) {
      at -= 1
      val p = at.toInt & mask
      if (!nulls(p)) best = better(values(p), best)
      older((at - first).toInt) = best
    }
  }

  override protected def writeResults(block: FrameBlock, begin: Int, past: Int): Unit = {
    val (values, isNull, mask) = (column.values, column.nulls, column.mask)
    var i = begin
    while (i < past) {
      while (end < block.to(i)) {
        val p = end.toInt & mask
        if (!isNull(p)) newer = better(newer, values(p))
        end += 1
      }
      nulls(i) = column.count(block.from(i), block.to(i)) == 0
      doubles(i) = better(older((block.from(i) - first).toInt), newer)
      i += 1
    }
  }
}
