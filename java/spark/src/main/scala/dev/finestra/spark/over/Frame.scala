package dev.finestra.spark.over

import dev.finestra.SlidingWindow
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** A frame whose start moves forward, and the functions over it: an in-order window whose entries
  * are the rows, at their places in the partition.
  *
  * Costs: a row is inserted once, evicted once, and asked for once: O(1) combines, however many
  * rows the frame has.
  */
private[over] final class Frame(
    lower: Bound,
    upper: Bound,
    window: SlidingWindow[AnyRef],
    answerNothing: () => Unit
) {
  private var from = 0L
  private var to = 0L

  /** The first row that is looked at again: to be inserted, or to see whether it has left. */
  def needs: Long = if (lower.looks) math.min(from, to) else to

  /** Begins a partition. */
  def clear(): Unit = {
    window.clear()
    from = 0
    to = 0
  }

  /** Writes the answers for this row into the target; where nothing moved they are there already.
    */
  def answer(index: Long, rows: Rows): Unit = {
    val row = rows(index)
    lower.moveTo(index, row)
    upper.moveTo(index, row)
    val left = evict(rows)
    val came = insert(rows)
    if (left || came || index == 0) {
      if (window.isEmpty) answerNothing() else window.query()
    }
  }

  private def evict(rows: Rows): Boolean = {
    val before = from
    while (from < to && lower.compare(from, rows) < 0) {
      from += 1
    }
    if (from > before) {
      window.bulkEvict(from - 1)
    }
    from > before
  }

  private def insert(rows: Rows): Boolean = {
    var came = false
    while (rows.has(to) && upper.compare(to, rows) <= 0) {
      if (from == to && lower.compare(to, rows) < 0) {
        from += 1
      } else {
        window.insert(to, rows(to))
        came = true
      }
      to += 1
    }
    came
  }
}

private[over] object Frame {
  def of(
      frame: SpecifiedWindowFrame,
      functions: Seq[AggregateExpression],
      order: Seq[SortOrder],
      input: Seq[Attribute],
      zone: String,
      algorithm: String,
      ordinal: Int,
      target: InternalRow
  ): Frame = {
    val buffers = new BuffersOfRows(functions, input, ordinal, target)
    val window = Merging.window(functions, buffers, algorithm)
    val nothing = new GenericInternalRow(buffers.types.size)
    buffers.initialize(nothing)
    val answerNothing = () => buffers.answer(nothing)
    def bound(end: Expression) = Bound.of(frame.frameType, end, order, input, zone)
    new Frame(bound(frame.lower), bound(frame.upper), window, answerNothing)
  }
}
