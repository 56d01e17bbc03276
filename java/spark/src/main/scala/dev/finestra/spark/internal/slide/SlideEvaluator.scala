package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.over.{PartialBuffers, MergingWindow, PartitionReader}
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.metric.SQLMetric

/** The plan of a task: everything that is known when the query is planned.
  *
  * @param place
  *   the index of the pane's number in a row
  */
private[slide] final case class SlideTask(
    grid: WindowGrid,
    keys: Seq[Attribute],
    place: Int,
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilter: Option[Expression],
    start: Attribute,
    end: Attribute,
    input: Seq[Attribute],
    algorithm: String
)

/** Computes the windows of one task from partial results sorted by key and pane.
  *
  * Costs: each pane is inserted once and evicted once; a window with other panes than the one
  * before is queried once, O(1) merges each. Memory: the panes of one window.
  *
  * Invariants, between calls:
  *
  * (1) `window` holds the panes of the current key that lie in window number `at`;
  *
  * (2) if a row is ready, it is the row of window number `at`, or that of a key's panes without a
  * number.
  */
private[slide] final class SlideEvaluator(
    task: SlideTask,
    partition: Int,
    stream: Iterator[InternalRow],
    rows: SQLMetric,
    panes: SQLMetric
) extends Iterator[InternalRow] {
  import task._

  private val partitions = new PartitionReader(stream, keys, input)

  // The start and the end of a window, then the functions' results.
  private val answer = new SpecificInternalRow(
    Seq(start, end).map(_.dataType) ++ functions.map(_.dataType)
  )
  private val window =
    MergingWindow.of(functions, new PartialBuffers(functions, input.size, 2, answer), algorithm)
  private val answered = keys ++ Seq(start, end) ++ functions.map(_.resultAttribute)
  private val keyOf = UnsafeProjection.create(keys, input)
  private val result = UnsafeProjection.create(results, answered)
  result.initialize(partition)
  private val join = new JoinedRow
  private val wanted = windowFilter.map(Predicate.create(_, answered))

  private var at = 0L
  private var changed = false
  private var ready = false

  override def hasNext: Boolean = {
    while (!ready && advance()) {
      ready = wanted.forall(_.eval(join))
    }
    ready
  }

  override def next(): InternalRow = {
    if (!hasNext) throw new NoSuchElementException("The task has no more windows.")
    ready = false
    if (changed) {
      window.writeResults()
      changed = false
    }
    rows += 1
    result(join)
  }

  /** Moves to the next window that has a pane, or to the row of a key for panes without a number,
    * if there is one.
    */
  private def advance(): Boolean = {
    at += 1
    evict()
    if (window.entries.isEmpty && !partitions.hasRow && !beginKey()) false
    else {
      if (window.entries.isEmpty && partitions.row.isNullAt(place)) skipPanesWithoutNumber()
      else moveToWindow()
      true
    }
  }

  private def beginKey(): Boolean = {
    val isThere = !partitions.isOver
    if (isThere) {
      partitions.begin()
      window.entries.clear()
      join(keyOf(partitions.row).copy(), answer)
    }
    isThere
  }

  private def skipPanesWithoutNumber(): Unit = {
    while (partitions.hasRow && partitions.row.isNullAt(place)) {
      partitions.advance()
    }
    answer.setNullAt(0)
    answer.setNullAt(1)
    changed = false // there are no results to write
  }

  /** Moves to the window with the current number, or to the first window of the next pane. */
  private def moveToWindow(): Unit = {
    if (window.entries.isEmpty) at = grid.firstWindow(partitions.row.getLong(place))
    insert()
    try {
      answer.setLong(0, grid.startOf(at))
      answer.setLong(1, grid.endOf(at))
    } catch {
      case _: ArithmeticException =>
        throw new ArithmeticException(
          s"Window $at of the $grid (in microseconds) is outside the range of timestamps. Filter " +
            "out the times at the ends of the range, or set spark.finestra.slide.enabled to false."
        )
    }
  }

  private def evict(): Unit =
    if (!window.entries.isEmpty && window.entries.oldest < grid.firstPane(at)) {
      window.entries.bulkEvict(grid.firstPane(at) - 1)
      changed = true
    }

  private def insert(): Unit = {
    val past = grid.pastPane(at)
    while (partitions.hasRow && partitions.row.getLong(place) < past) {
      window.entries.insert(partitions.row.getLong(place), partitions.row)
      panes += 1
      changed = true
      partitions.advance()
    }
  }
}
