package dev.finestra.spark.slide

import dev.finestra.spark.over.{BuffersOfPartials, Merging, Partitions}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.metric.SQLMetric

/** What a task needs to know to answer sliding windows: everything that is fixed when a query is
  * planned.
  */
private[slide] final case class Answers(
    grid: Grid,
    keys: Seq[Attribute],
    slice: Attribute,
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilter: Option[Expression],
    start: Attribute,
    end: Attribute,
    input: Seq[Attribute],
    algorithm: String
)

/** Answers the windows of one task from partial aggregates sorted by key and slice.
  *
  * Costs: a partial aggregate is inserted once and evicted once; a window that differs from the one
  * before it is asked for once: O(1) combines each. Held are the slices of one window.
  *
  * Invariants, between calls:
  *
  * (1) the window over slices has just those of the current key that lie in window `at`;
  *
  * (2) a row that is ready is of window `at`.
  */
private[slide] final class SlideEvaluator(
    answers: Answers,
    partition: Int,
    stream: Iterator[InternalRow],
    rows: SQLMetric,
    slices: SQLMetric
) extends Iterator[InternalRow] {
  import answers.{slice => _, _}

  private val partitions = new Partitions(stream, keys, input)
  private val place = input.indexWhere(_.exprId == answers.slice.exprId)

  // The start and the end of a window, then the functions' answers.
  private val answer = new SpecificInternalRow(
    Seq(start, end).map(_.dataType) ++ functions.map(_.dataType)
  )
  private val window =
    Merging.window(functions, new BuffersOfPartials(functions, input.size, 2, answer), algorithm)
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
    if (!hasNext) {
      throw new NoSuchElementException("all windows are answered")
    }
    ready = false
    if (changed) {
      window.query()
      changed = false
    }
    rows += 1
    result(join)
  }

  /** Moves to the next window that has a slice, if there is one. */
  private def advance(): Boolean = {
    at += 1
    evict()
    if (window.isEmpty && !seek()) {
      false
    } else {
      insert()
      answer.setLong(0, grid.start(at))
      answer.setLong(1, grid.end(at))
      true
    }
  }

  private def evict(): Unit =
    if (!window.isEmpty && window.oldest < grid.firstSlice(at)) {
      window.bulkEvict(grid.firstSlice(at) - 1)
      changed = true
    }

  /** Moves to the first window of the next slice, which may be of the next key. */
  private def seek(): Boolean = {
    if (!partitions.hasRow && !partitions.isOver) {
      partitions.begin()
      window.clear()
      join(keyOf(partitions.row).copy(), answer)
    }
    if (partitions.hasRow) at = grid.firstWindow(partitions.row.getLong(place))
    partitions.hasRow
  }

  private def insert(): Unit = {
    val past = grid.pastSlice(at)
    while (partitions.hasRow && partitions.row.getLong(place) < past) {
      window.insert(partitions.row.getLong(place), partitions.row)
      slices += 1
      changed = true
      partitions.advance()
    }
  }
}
