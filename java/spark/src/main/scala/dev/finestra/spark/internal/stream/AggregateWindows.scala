package dev.finestra.spark.internal.stream

import dev.finestra.aggregation.{Aggregation, Aggregations}
import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.paged.{Page, PagedWindow}
import dev.finestra.{SlidingWindows, SlidingWindow}
import dev.finestra.windowing.WindowResult
import dev.finestra.windowing.internal.logic.KeyWindow
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming.MapState

/** The windows of the attached key: one for each aggregate, and one for the times of rows whose
  * values are all null, which tells a window with only such rows from one without rows. To the
  * windowing module they are one window, whose result is the results of all aggregates.
  *
  * One object serves all keys of a task, one after the other.
  */
private[stream] final class AggregateWindows(
    layout: StreamLayout,
    state: => MapState[StreamState.PageKey, StreamState.Page]
) extends KeyWindow {
  import AggregateWindows._

  private val stores = (layout.names.zip(layout.held) :+ (Blanks -> blankRows)).map {
    case (name, aggregation) => new StateStorePages(name, aggregation, state)
  }
  private val all: Array[PagedWindow[Object]] = stores.map { store =>
    val algorithm = if (store.window == Blanks) BlanksAlgorithm else layout.algorithm
    SlidingWindows.paged(algorithm, store.aggregation, store)
  }.toArray
  private val windows = all.init
  private val starts = layout.starts

  /** Continues with the windows of another key. */
  def attach(headers: Seq[StreamState.WindowHeader]): Unit =
    for ((store, window) <- stores.zip(all)) {
      store.reset()
      val header = headers.find(_.window == store.window)
      window.attach(header.fold(null: Page)(found => store.page(found.page)))
    }

  /** Writes the changed pages; returns the headers of all windows that are not empty. */
  def flush(): Seq[StreamState.WindowHeader] =
    for {
      (store, window) <- stores.zip(all)
      header = window.flush(if (window.isEmpty) Int.MaxValue else MostRemoved)
      if header != null
    } yield StreamState.WindowHeader(store.window, store.stored(header))

  /** Whether the order of equal times makes no difference to any aggregate. */
  def areCommutative: Boolean = layout.held.forall(_.is(Property.COMMUTATIVE))

  /** Inserts rows in order of time; `times` has the time of each row. */
  def bulkInsert(times: Array[Long], rows: Array[Row]): Unit = {
    val values = new Array[Object](rows.length)
    val blanks = Array.fill[Object](rows.length)(Blank)
    for (i <- windows.indices) {
      var row = 0
      while (row < rows.length) {
        values(row) = valueOf(i, rows(row))
        if (values(row) != null) blanks(row) = null
        row += 1
      }
      insert(windows(i), times, values)
    }
    insert(all.last, times, blanks)
  }

  /** Inserts the values that are not null. */
  private def insert(window: PagedWindow[Object], times: Array[Long], values: Array[Object]): Unit =
    if (values.length == 1) window.insert(times(0), values(0))
    else window.bulkInsert(times, values, 0, values.length)

  /** A row's value for an aggregate: of several columns an array, unless all are null. */
  private def valueOf(i: Int, row: Row): Object = {
    val (start, end) = (starts(i), starts(i + 1))
    if (end == start + 1) row.getAs[Object](start)
    else {
      val values = Array.tabulate(end - start)(column => row.getAs[Object](start + column))
      if (values.forall(_ == null)) null else values
    }
  }

  override def bulkEvict(time: Long): Unit = all.foreach(_.bulkEvict(time))

  override def isEmpty: Boolean = all.forall(_.isEmpty)

  override def oldest: Long = all.iterator.filterNot(_.isEmpty).map(_.oldest).min

  override def youngest: Long = all.iterator.filterNot(_.isEmpty).map(_.youngest).max

  /** The results of all aggregates from each time in `from` up to `to`, both included. */
  def answers(from: Array[Long], to: Long): Array[Any] =
    answers(from.length)((window, j) => window.query(from(j), to))

  /** [[answers]] if the windows hold exactly the largest range, which needs no range query. */
  def answersOfAll(from: Array[Long], to: Long): Array[Any] = {
    val least = from.min
    answers(from.length) { (window, j) =>
      if (from(j) == least) window.query() else window.query(from(j), to)
    }
  }

  private def answers(sizes: Int)(query: (SlidingWindow[Object], Int) => Any): Array[Any] = {
    val answers = new Array[Any](windows.length * sizes)
    for (i <- windows.indices; j <- 0 until sizes) {
      answers(i * sizes + j) = layout.resultToRow(i)(query(windows(i), j))
    }
    answers
  }

  override def ceiling(time: Long): Long =
    all.iterator.filter(reaches(_, time)).map(_.ceiling(time)).min

  private def reaches(window: PagedWindow[Object], from: Long): Boolean =
    !window.isEmpty && window.youngest >= from

  /** The results for all sizes, the largest of which has this range; null if there is no row. */
  override def query(from: Long, to: Long): WindowResult =
    if (!all.exists(window => reaches(window, from) && window.ceiling(from) <= to)) null
    else new WindowResult(1, answers(layout.sizes.map(from + layout.size - _).toArray, to))

  override def query(): WindowResult = query(oldest, youngest)

  override def same(a: WindowResult, b: WindowResult): Boolean =
    if (a == null || b == null) a == b else KeyProcessor.same(a.value, b.value)

  override def insert(time: Long, value: Object): Unit =
    throw new UnsupportedOperationException(
      "A row of a stream was inserted alone; insert rows in bulk."
    )
}

private[stream] object AggregateWindows {

  /** The most pages of evicted nodes removed at a time, so that one key does not delay others. */
  private val MostRemoved = 256

  /** The window of rows whose values are all null: its name in state, and its only value. */
  private val Blanks = ""
  private val Blank = Long.box(1)
  private val BlanksAlgorithm = "fiba"

  private def blankRows: Aggregation[Object] =
    Aggregations.of("bit_or", ValueType.LONG).asInstanceOf[Aggregation[Object]]
}
