package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.functions.WindowAggregate
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.BindReferences.bindReference
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** Functions that follow a [[MovingFrame]] from row to row. */
private[over] sealed trait FrameFunctions {

  /** Begins a partition. */
  def clear(): Unit

  /** Moves to a frame, which holds the rows from `from` until before `to`, and writes its results
    * into the target row.
    */
  def writeResults(from: Long, to: Long, rows: PartitionRows): Unit

  /** The first row that will be read again. */
  def needs: Long
}

/** Aggregate functions, as a window whose entries are the rows. The time of an entry is the row's
  * position in the partition. The first rows of a partition are aggregated without a window, for
  * partitions of a few rows.
  *
  * Costs: a row is inserted once, evicted once and queried once, O(1) merges in all, however many
  * rows the frame has. The first rows of a partition that gets a window are aggregated twice.
  *
  * Invariants: the target row holds the results of the rows from `begin` until before `end`, unless
  * the partition has just begun. These rows are in the window, or aggregated in `first`.
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
  private val first = new SpecificInternalRow(buffers.types)
  private val empty = new SpecificInternalRow(buffers.types)
  buffers.initialize(first)
  buffers.initialize(empty)

  /** The most rows aggregated without a window. 0 for functions that count dropped rows: they must
    * see each row only once.
    */
  private val mostWithoutWindow =
    if (functions.exists(_.aggregateFunction.isInstanceOf[WindowAggregate])) 0 else 16

  private var begin = 0L
  private var end = 0L
  private var isFirst = true
  private var isInWindow = false

  override def clear(): Unit = {
    if (isInWindow) window.entries.clear()
    buffers.initialize(first)
    begin = 0
    end = 0
    isFirst = true
    isInWindow = false
  }

  override def needs: Long = if (isInWindow) end else begin

  override def writeResults(from: Long, to: Long, rows: PartitionRows): Unit =
    if (from != begin || to != end || isFirst) {
      if (!isInWindow && (from > 0 || to > mostWithoutWindow)) {
        isInWindow = true
        end = from
      }
      if (isInWindow) moveWindow(from, to, rows) else aggregate(to, rows)
      begin = from
      end = to
      isFirst = false
    }

  private def moveWindow(from: Long, to: Long, rows: PartitionRows): Unit = {
    if (from > begin) window.entries.bulkEvict(from - 1)
    var index = math.max(end, from)
    while (index < to) {
      window.entries.insert(index, rows(index))
      index += 1
    }
    if (window.entries.isEmpty) buffers.writeResults(empty) else window.writeResults()
  }

  private def aggregate(to: Long, rows: PartitionRows): Unit = {
    var index = end
    while (index < to) {
      buffers.lift(first, rows(index))
      index += 1
    }
    buffers.writeResults(first)
  }
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
  private var begin = 0L

  override def clear(): Unit = begin = 0
  override def needs: Long = begin

  override def writeResults(from: Long, to: Long, rows: PartitionRows): Unit = {
    begin = from
    val nth = from + n - 1
    target.update(ordinal, if (nth < to) InternalRow.copyValue(value.eval(rows(nth))) else null)
  }
}
