package dev.finestra.spark.internal.over.columns

/** Sums or averages of doubles. */
private[columns] final class DoubleSums(column: ValueColumn.OfDoubles, isAverage: Boolean)
    extends ColumnStacks {
  private var older = new Array[Double](1)
  private var newer = 0.0

  override protected def stack(from: Long, to: Long): Unit = {
    older = room(older, to - from)
    newer = 0
    val (values, mask) = (column.values, column.mask)
    var sum = 0.0
    var at = to
    older((at - first).toInt) = sum
    while (at > from) {
      at -= 1
      sum = values(at.toInt & mask) + sum
      older((at - first).toInt) = sum
    }
  }

  override protected def writeResults(block: FrameBlock, begin: Int, past: Int): Unit = {
    val (values, mask) = (column.values, column.mask)
    var i = begin
    while (i < past) {
      while (end < block.to(i)) {
        newer += values(end.toInt & mask)
        end += 1
      }
      val count = column.count(block.from(i), block.to(i))
      val sum = older((block.from(i) - first).toInt) + newer
      nulls(i) = count == 0
      doubles(i) = if (isAverage) sum / count else sum
      i += 1
    }
  }
}
