package dev.finestra.spark.stream

import dev.finestra.aggregation.{Aggregation, Aggregations}
import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.paged.{Page, PagedWindow, PageStore}
import dev.finestra.spark.Exact
import dev.finestra.{Finestra, SlidingWindow, WindowOptions}
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming.MapState

/** The windows of the key that is attached, one for each aggregate, and one for the times of rows
  * in which all values are null, so that their windows are known to have rows.
  *
  * One object serves all keys of a task, one after the other.
  */
private[stream] final class Trees(
    layout: Layout,
    state: => MapState[State.PageKey, State.Page]
) {
  private val columns = layout.choices.map(_.columns).toArray
  private val starts = layout.starts.toArray
  private val stores =
    (layout.names.zip(layout.held) :+ (Trees.Blanks -> Trees.blanks)).map {
      case (name, aggregation) => (name, aggregation, new Pages(name, aggregation, state))
    }
  private val all: Array[PagedWindow[Object]] = stores.map { case (name, aggregation, store) =>
    val algorithm = if (name == Trees.Blanks) Trees.BlanksIn else layout.algorithm
    Finestra.paged(algorithm, aggregation, store)
  }.toArray
  private val windows = all.init
  private val blanks = all.last

  /** Goes on with the windows of another key. */
  def attach(headers: Seq[State.WindowHeader]): Unit =
    for (((name, _, store), window) <- stores.zip(all)) {
      store.reset()
      val header = headers.find(_.window == name)
      window.attach(header.fold(null: Page)(found => store.page(found.page)))
    }

  /** Writes what changed; answers what the header keeps of the windows. */
  def flush(): Seq[State.WindowHeader] =
    for {
      ((name, _, store), window) <- stores.zip(all)
      header = window.flush(if (window.isEmpty) Int.MaxValue else Trees.Removed)
      if header != null
    } yield State.WindowHeader(name, store.stored(header))

  /** Whether the order of equal times makes no difference to any aggregate. */
  def areCommutative: Boolean = layout.held.forall(_.is(Property.COMMUTATIVE))

  /** Inserts rows [from, to) at times that are sorted as they are. */
  def bulkInsert(times: Array[Long], rows: Array[Row], from: Int, to: Int): Unit = {
    val some = new Array[Boolean](to - from)
    for (i <- windows.indices) {
      insert(i, times, rows, from, to, some)
    }
    var none = 0
    val at = new Array[Long](to - from)
    for (row <- from until to if !some(row - from)) {
      at(none) = times(row)
      none += 1
    }
    if (none > 0) {
      blanks.bulkInsert(at, Array.fill(none)(1L), 0, none)
    }
  }

  private def insert(
      i: Int,
      times: Array[Long],
      rows: Array[Row],
      from: Int,
      to: Int,
      some: Array[Boolean]
  ): Unit = {
    val at = new Array[Long](to - from)
    val (start, width) = (starts(i), columns(i).size)
    val kind = columns(i).head.value
    var n = 0
    def each(put: (Int, Row) => Boolean): Unit = {
      var row = from
      while (row < to) {
        if (put(n, rows(row))) {
          at(n) = times(row)
          some(row - from) = true
          n += 1
        }
        row += 1
      }
    }
    if (width > 1 || kind == ValueType.STRING) {
      val values = new Array[Object](to - from)
      each { (n, row) =>
        val value = if (width == 1) row.getString(start) else together(row, start, width)
        values(n) = value
        value != null
      }
      windows(i).bulkInsert(at, values, 0, n)
    } else if (kind == ValueType.LONG) {
      val values = new Array[Long](to - from)
      each { (n, row) =>
        val isThere = !row.isNullAt(start)
        if (isThere) values(n) = row.getLong(start)
        isThere
      }
      windows(i).bulkInsert(at, values, 0, n)
    } else {
      val values = new Array[Double](to - from)
      each { (n, row) =>
        val isThere = !row.isNullAt(start)
        if (isThere) values(n) = row.getDouble(start)
        isThere
      }
      windows(i).bulkInsert(at, values, 0, n)
    }
  }

  private def together(row: Row, start: Int, width: Int): Array[Object] = {
    val values = Array.tabulate(width)(i => row.get(start + i).asInstanceOf[Object])
    if (values.forall(_ == null)) null else values
  }

  def bulkEvict(time: Long): Unit = all.foreach(_.bulkEvict(time))

  def isEmpty: Boolean = all.forall(_.isEmpty)

  /** The oldest time of a row; there must be one. */
  def oldest: Long = all.iterator.filterNot(_.isEmpty).map(_.oldest).min

  /** The newest time of a row; there must be one. */
  def youngest: Long = all.iterator.filterNot(_.isEmpty).map(_.youngest).max

  /** The answers of all aggregates, each from certain times up to one, both ends included. */
  def answers(from: Array[Long], to: Long): Array[Any] =
    answers(from.length)((window, j) => window.query(from(j), to))

  /** The same where the windows hold nothing but the largest of these ranges: that one is all. */
  def answersOfAll(from: Array[Long], to: Long): Array[Any] = {
    val least = from.min
    answers(from.length) { (window, j) =>
      if (from(j) == least) window.query() else window.query(from(j), to)
    }
  }

  private def answers(sizes: Int)(query: (SlidingWindow[Object], Int) => Any): Array[Any] = {
    val answers = new Array[Any](windows.length * sizes)
    for (i <- windows.indices; j <- 0 until sizes) {
      answers(i * sizes + j) = layout.ways(i)(query(windows(i), j))
    }
    answers
  }

  /** Whether there is a row in a range, both ends included. */
  def hasRow(from: Long, to: Long): Boolean = all.exists { window =>
    !window.isEmpty && window.youngest >= from && window.ceiling(from) <= to
  }
}

private[stream] object Trees {

  /** Pages of evicted nodes that are removed at a time, so that a key does not wait for another. */
  private val Removed = 256

  private val Blanks = ""
  private val BlanksIn = "fiba"

  private def blanks: Aggregation[Object] =
    Aggregations.of("bit_or", ValueType.LONG).asInstanceOf[Aggregation[Object]]

  /** Refuses an algorithm that cannot do what the windows of a layout are used for. */
  def check(algorithm: String, aggregation: Aggregation[Object], options: WindowOptions): Unit = {
    Exact.algorithm(algorithm)
    Finestra.window(algorithm, aggregation, options)
    Finestra.paged(algorithm, aggregation, Nowhere)
  }

  private object Nowhere extends PageStore {
    override def get(id: Int): Page = null
    override def put(id: Int, page: Page, isNew: Boolean): Unit = ()
    override def remove(id: Int): Unit = ()
  }
}
