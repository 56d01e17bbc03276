package dev.finestra.spark.over

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.metric.SQLMetric

/** What a task needs to know to answer windows: everything that is fixed when a query is planned.
  */
private[over] final case class Windows(
    expressions: Seq[NamedExpression],
    by: Seq[Expression],
    order: Seq[SortOrder],
    input: Seq[Attribute],
    algorithm: String,
    zone: String,
    rowsInMemory: Int,
    mostRowsInMemory: Int
)

/** Answers the windows of one task, row by row, from rows sorted by partition and order.
  *
  * A partition is never held whole: rows are read on only as far as some frame reaches ahead.
  */
private[over] final class Evaluator(
    windows: Windows,
    stream: Iterator[InternalRow],
    rowsHeld: SQLMetric,
    spilled: SQLMetric
) extends Iterator[InternalRow] {
  import windows._

  private val partitions = new Partitions(stream, by, input)
  private val rows = new Rows(input.size, partitions, rowsInMemory, mostRowsInMemory)
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
  private val inOrder = byFrame.flatMap(_._2)
  private val answers = new SpecificInternalRow(inOrder.map(_.dataType))
  private val frames = byFrame
    .zip(byFrame.map(_._2.size).scanLeft(0)(_ + _))
    .map { case ((frame, asked), ordinal) =>
      val functions = asked.map(_.windowFunction.asInstanceOf[AggregateExpression])
      Frame.of(frame, functions, order, input, zone, algorithm, ordinal, answers)
    }
    .toArray
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
      frames(i).answer(index, rows)
      i += 1
    }
    val row = result(join(rows(index), answers))
    index += 1
    rows.forget(needed)
    row
  }

  /** The first row that has no answer yet, or that a frame looks at again. */
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
