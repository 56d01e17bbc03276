package dev.finestra.spark.internal.over

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.metric.SQLMetric

/** The plan of a task: everything that is known when the query is planned. */
private[over] final case class OverTask(
    expressions: Seq[NamedExpression],
    by: Seq[Expression],
    order: Seq[SortOrder],
    input: Seq[Attribute],
    algorithm: String,
    zone: String,
    rowsInMemory: Int,
    mostRowsInMemory: Int
)

/** Evaluates the windows of one task, row by row, from rows sorted by partition and order.
  *
  * No partition is held completely: rows are read only as far as some frame reaches ahead.
  */
private[over] final class OverEvaluator(
    task: OverTask,
    stream: Iterator[InternalRow],
    rowsHeld: SQLMetric,
    spilled: SQLMetric
) extends Iterator[InternalRow] {
  import task._

  private val partitions = new PartitionReader(stream, by, input)
  private val rows = new PartitionRows(input.size, partitions, rowsInMemory, mostRowsInMemory)
  TaskContext.get().addTaskCompletionListener[Unit] { _ =>
    rowsHeld.set(rows.mostNeeded)
    spilled.set(rows.spilled)
    rows.close()
  }
  private var index = 0L

  private val byFrame = expressions
    .flatMap(_.collect { case w: WindowExpression => w })
    .groupBy(_.windowSpec.frameSpecification.asInstanceOf[SpecifiedWindowFrame])
    .toSeq
    .map { case (frame, asked) =>
      (frame, asked.partition(_.windowFunction.isInstanceOf[NthValue]))
    }
  private val inOrder = byFrame.flatMap { case (_, (nth, merged)) => nth ++ merged }
  private val answers = new SpecificInternalRow(inOrder.map(_.dataType))
  private val frames = {
    var ordinal = 0
    byFrame.map { case (frame, (nth, merged)) =>
      val picked = nth.zipWithIndex.map { case (window, i) =>
        val function = window.windowFunction.asInstanceOf[NthValue]
        new NthOfFrame(function, input, ordinal + i, answers)
      }
      val functions = merged.map { window =>
        PrefixSum.insteadOf(window.windowFunction.asInstanceOf[AggregateExpression])
      }
      val aggregates =
        if (functions.isEmpty) Nil
        else Seq(new MergedAggregates(task, functions, ordinal + nth.size, answers))
      ordinal += nth.size + merged.size
      new MovingFrame(task, frame, picked ++ aggregates)
    }.toArray
  }
  private val result = {
    val places = inOrder.zipWithIndex.map { case (w, i) =>
      (w: Expression) -> BoundReference(input.size + i, w.dataType, w.nullable)
    }.toMap
    UnsafeProjection.create(
      input ++ expressions.map(_.transform { case w: WindowExpression => places(w) }),
      input
    )
  }
  private val join = new JoinedRow

  override def hasNext: Boolean = rows.has(index) || !partitions.isOver

  override def next(): InternalRow = {
    if (!rows.has(index)) {
      partitions.begin()
      rows.clear()
      frames.foreach(_.clear())
      index = 0
      rows.has(index)
    }
    var i = 0
    while (i < frames.length) {
      frames(i).writeResults(index, rows)
      i += 1
    }
    val row = result(join(rows(index), answers))
    index += 1
    rows.forget(needed)
    row
  }

  /** The first row that is still needed: the next current row, or one that a frame will read. */
  private def needed: Long = {
    var first = index
    var i = 0
    while (i < frames.length) {
      first = math.min(first, frames(i).needs)
      i += 1
    }
    first
  }
}
