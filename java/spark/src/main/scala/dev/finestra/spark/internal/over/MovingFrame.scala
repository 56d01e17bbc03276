package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.over.columns.{ColumnFunction, FrameBlock}
import org.apache.spark.sql.catalyst.expressions.SpecifiedWindowFrame

/** A frame whose start moves forward, and the functions over it: some read columns and are computed
  * for a block of rows at once, others follow the frame from row to row.
  *
  * Invariant: at the last row of the block, the frame holds the rows from `from` until before `to`.
  */
private[over] final class MovingFrame(
    task: OverTask,
    frame: SpecifiedWindowFrame,
    ofColumns: Array[ColumnFunction],
    ofRows: Array[FrameFunctions]
) {
  private val lower = FrameBound.of(task, frame.frameType, frame.lower)
  private val upper = FrameBound.of(task, frame.frameType, frame.upper)
  private val block = new FrameBlock

  private var from = 0L
  private var to = 0L

  /** Begins a partition. */
  def clear(): Unit = {
    ofColumns.foreach(_.clear())
    ofRows.foreach(_.clear())
    from = 0
    to = 0
  }

  /** Moves to each of these rows, the first of which is at `start`. */
  def moveOver(start: Long, size: Int, rows: PartitionRows): Unit = {
    block.size = size
    var i = 0
    while (i < size) {
      moveTo(start + i, rows)
      block.from(i) = from
      block.to(i) = to
      i += 1
    }
  }

  private def moveTo(index: Long, rows: PartitionRows): Unit = {
    val row = rows(index)
    lower.moveTo(index, row)
    upper.moveTo(index, row)
    while (from < to && lower.compare(from, rows) < 0) {
      from += 1
    }
    while (rows.has(to) && upper.compare(to, rows) <= 0) {
      if (from == to && lower.compare(to, rows) < 0) from += 1
      to += 1
    }
  }

  /** The first row of the frame at the last row of the block. */
  def begin: Long = from

  /** The first row after the frame at the last row of the block. */
  def end: Long = to

  /** The first row that will be read again, to compare it with a bound or by a function. */
  def needs: Long = {
    var first = if (lower.looks) from else to
    var i = 0
    while (i < ofRows.length) {
      first = math.min(first, ofRows(i).needs)
      i += 1
    }
    first
  }

  /** Computes the functions of columns at all rows of the block. */
  def compute(): Unit = {
    var i = 0
    while (i < ofColumns.length) {
      ofColumns(i).compute(block)
      i += 1
    }
  }

  /** Writes the results of the other functions at a row of the block. */
  def writeResults(at: Int, rows: PartitionRows): Unit = {
    var i = 0
    while (i < ofRows.length) {
      ofRows(i).writeResults(block.from(at), block.to(at), rows)
      i += 1
    }
  }
}
