package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** A frame whose start moves forward, and the functions over it. The window's entries are the rows;
  * the time of an entry is the row's position in the partition.
  *
  * Costs: each row is inserted once, evicted once and queried once, O(1) merges in all, however
  * many rows the frame has.
  *
  * Invariant: the window holds the rows from `from` until before `to`.
  *
  * @param ordinal
  *   the field of `target` for the first function's result
  */
private[over] final class MovingFrame(
    task: OverTask,
    frame: SpecifiedWindowFrame,
    functions: Seq[AggregateExpression],
    ordinal: Int,
    target: InternalRow
) {
  private val lower = FrameBound.of(task, frame.frameType, frame.lower)
  private val upper = FrameBound.of(task, frame.frameType, frame.upper)
  private val buffers = new RowBuffers(functions, task.input, ordinal, target)
  private val window = MergingWindow.of(functions, buffers, task.algorithm)
  private val empty = new GenericInternalRow(buffers.types.size)
  buffers.initialize(empty)

  private var from = 0L
  private var to = 0L

  /** The first row that will be read again, to insert it or to test whether it leaves the frame. */
  def needs: Long = if (lower.looks) math.min(from, to) else to

  /** Begins a partition. */
  def clear(): Unit = {
    window.entries.clear()
    from = 0
    to = 0
  }

  /** Moves to this row and writes the functions' results into the target row. If no row entered or
    * left the frame, the target row holds them already.
    */
  def writeResults(index: Long, rows: PartitionRows): Unit = {
    val row = rows(index)
    lower.moveTo(index, row)
    upper.moveTo(index, row)
    val left = evict(rows)
    val came = insert(rows)
    if (left || came || index == 0) {
      if (window.entries.isEmpty) buffers.writeResults(empty) else window.writeResults()
    }
  }

  private def evict(rows: PartitionRows): Boolean = {
    val before = from
    while (from < to && lower.compare(from, rows) < 0) {
      from += 1
    }
    if (from > before) window.entries.bulkEvict(from - 1)
    from > before
  }

  private def insert(rows: PartitionRows): Boolean = {
    var came = false
    while (rows.has(to) && upper.compare(to, rows) <= 0) {
      if (from == to && lower.compare(to, rows) < 0) {
        from += 1
      } else {
        window.entries.insert(to, rows(to))
        came = true
      }
      to += 1
    }
    came
  }
}
