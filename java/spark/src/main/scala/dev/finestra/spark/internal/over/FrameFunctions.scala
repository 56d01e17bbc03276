package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** Functions over a [[MovingFrame]], which says which rows enter and leave it. */
private[over] sealed trait FrameFunctions {

  /** Removes all rows, because a partition begins. */
  def clear(): Unit

  /** Adds the next row of the partition to the end of the frame. */
  def enter(index: Long, row: InternalRow): Unit

  /** Removes the rows before this one. */
  def leave(from: Long): Unit

  /** Writes the results for the rows from `from` until before `to`, which have entered. */
  def writeResults(from: Long, to: Long, rows: PartitionRows): Unit

  /** Whether [[writeResults]] reads rows of the frame. */
  def readsRows: Boolean
}

/** Aggregate functions, as a window whose entries are the rows. The time of an entry is the row's
  * position in the partition.
  *
  * Costs: a row is inserted once, evicted once and queried once, O(1) merges in all, however many
  * rows the frame has.
  *
  * @param ordinal
  *   the field of `target` for the first function's result
  */
private[over] final class MergedAggregates(
    task: OverTask,
    functions: Seq[AggregateExpression],
    ordinal: Int,
    target: InternalRow
) extends FrameFunctions {
  private val buffers = new RowBuffers(functions, task.input, ordinal, target)
  private val window = MergingWindow.of(functions, buffers, task.algorithm)
  private val empty = new GenericInternalRow(buffers.types.size)
  buffers.initialize(empty)

  override def clear(): Unit = window.entries.clear()
  override def enter(index: Long, row: InternalRow): Unit = window.entries.insert(index, row)
  override def leave(from: Long): Unit = window.entries.bulkEvict(from - 1)
  override def readsRows: Boolean = false

  override def writeResults(from: Long, to: Long, rows: PartitionRows): Unit =
    if (window.entries.isEmpty) buffers.writeResults(empty) else window.writeResults()
}

/** `nth_value`, which is read from the frame's n-th row. */
private[over] final class NthOfFrame(
    function: NthValue,
    input: Seq[Attribute],
    ordinal: Int,
    target: InternalRow
) extends FrameFunctions {
  private val value = bindReference(function.input, input)
  private val n = function.offset.eval().asInstanceOf[Number].longValue

  override def clear(): Unit = {}
  override def enter(index: Long, row: InternalRow): Unit = {}
  override def leave(from: Long): Unit = {}
  override def readsRows: Boolean = true

  override def writeResults(from: Long, to: Long, rows: PartitionRows): Unit = {
    val nth = from + n - 1
    target.update(ordinal, if (nth < to) InternalRow.copyValue(value.eval(rows(nth))) else null)
  }
}
