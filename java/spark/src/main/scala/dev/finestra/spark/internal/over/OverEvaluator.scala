package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.over.columns._
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.expressions.codegen.{GenerateUnsafeRowJoiner, UnsafeRowJoiner}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
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

/** Evaluates the windows of one task from rows sorted by partition and order.
  *
  * Rows are evaluated in blocks: first each frame moves over all rows of a block, then the
  * functions of columns are computed for the whole block, and then its rows are returned one by
  * one. No partition is held completely: rows are read only as far as the block and its frames
  * reach ahead.
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

  private val windows = expressions.flatMap(_.collect { case w: WindowExpression => w })
  private val (byColumn, byRow) = windows.partition(_.windowFunction match {
    case call: AggregateExpression => OverFunctions.readsColumns(call, algorithm)
    case _                         => false
  })
  private val columns = new PartitionColumns(input)
  private val functions = byColumn.map { window =>
    ColumnFunction.of(window.windowFunction.asInstanceOf[AggregateExpression], columns)
  }.toArray
  private val (nth, merged) = byRow.partition(_.windowFunction.isInstanceOf[NthValue])
  private val mergedByFrame = merged.groupBy(_.windowSpec.frameSpecification).toSeq
  private val followed = nth ++ mergedByFrame.flatMap(_._2)
  private val rowAnswers = new SpecificInternalRow(followed.map(_.dataType))
  private val columnAnswers = new ResultRows(functions, byColumn.map(_.dataType))

  private val frames = windows
    .map(_.windowSpec.frameSpecification)
    .distinct
    .map { frame =>
      val ofColumns = byColumn.zip(functions).collect {
        case (window, function) if window.windowSpec.frameSpecification == frame => function
      }
      val picked = nth.zipWithIndex.collect {
        case (window, i) if window.windowSpec.frameSpecification == frame =>
          new NthOfFrame(window.windowFunction.asInstanceOf[NthValue], input, i, rowAnswers)
      }
      val ordinals = mergedByFrame.scanLeft(nth.size)(_ + _._2.size)
      val aggregates = mergedByFrame.zip(ordinals).collect { case ((`frame`, asked), ordinal) =>
        val calls = asked.map(_.windowFunction.asInstanceOf[AggregateExpression])
        new MergedAggregates(task, calls, ordinal, rowAnswers)
      }
      val specified = frame.asInstanceOf[SpecifiedWindowFrame]
      new MovingFrame(task, specified, ofColumns.toArray, (picked ++ aggregates).toArray)
    }
    .toArray

  /** Appends the results to a row, if the results are all that is asked for. */
  private val append: Option[UnsafeRowJoiner] = {
    def schema(of: Seq[Attribute]) = DataTypeUtils.fromAttributes(of)
    val isPlain = byRow.isEmpty && expressions.forall {
      case Alias(_: WindowExpression, _) => true
      case _                             => false
    }
    if (isPlain)
      Some(GenerateUnsafeRowJoiner.create(schema(input), schema(expressions.map(_.toAttribute))))
    else None
  }

  private val join = new JoinedRow
  private val answers = new JoinedRow
  private lazy val project = {
    val places = (followed ++ byColumn).zipWithIndex.map { case (w, i) =>
      (w: Expression) -> BoundReference(input.size + i, w.dataType, w.nullable)
    }.toMap
    UnsafeProjection.create(
      input ++ expressions.map(_.transform { case w: WindowExpression => places(w) }),
      input
    )
  }

  /** The position of the block's first row, the number of its rows, and of those returned. */
  private var start = 0L
  private var count = 0
  private var at = 0

  override def hasNext: Boolean = at < count || rows.has(start + count) || !partitions.isOver

  override def next(): InternalRow = {
    if (at == count) nextBlock()
    val row = rows(start + at)
    val result =
      if (append.isDefined) append.get.join(row, columnAnswers.at(at)) else projected(row)
    at += 1
    result
  }

  private def projected(row: UnsafeRow): UnsafeRow = {
    var i = 0
    while (i < frames.length) {
      frames(i).writeResults(at, rows)
      i += 1
    }
    project(join(row, answers(rowAnswers, columnAnswers.at(at))))
  }

  private def nextBlock(): Unit = {
    start += count
    rows.forget(needed)
    if (!rows.has(start)) {
      partitions.begin()
      rows.clear()
      columns.clear()
      frames.foreach(_.clear())
      start = 0
    }
    at = 0
    count = 0
    while (count < FrameBlock.Rows && rows.has(start + count)) {
      count += 1
    }
    var i = 0
    while (i < frames.length) {
      frames(i).moveOver(start, count, rows)
      columns.read(frames(i).end, rows)
      i += 1
    }
    if (functions.length > 0) computeColumns()
  }

  private def computeColumns(): Unit = {
    var begin = Long.MaxValue
    var i = 0
    while (i < frames.length) {
      frames(i).compute()
      begin = math.min(begin, frames(i).begin)
      i += 1
    }
    columnAnswers.write(count)
    columns.forget(begin)
  }

  /** The first row that is still needed. */
  private def needed: Long = {
    var first = math.min(start, columns.end)
    var i = 0
    while (i < frames.length) {
      first = math.min(first, frames(i).needs)
      i += 1
    }
    first
  }
}
