package dev.finestra.spark.stream

import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.{Finestra, SlidingWindow, WindowOptions}
import org.apache.spark.sql.Row

/** The windows of the key that is attached, one for each aggregate, and one for the times of rows in
  * which all values are null, so that their windows are known to have rows.
  *
  * One object serves all keys of a task, one after the other.
  */
private[stream] final class Trees(layout: Layout) {
  private val columns = layout.choices.map(_.columns).toArray
  private val starts = layout.starts.toArray
  private val windows: Array[SlidingWindow[Object]] = layout.choices
    .map(choice => Finestra.window(layout.algorithm, choice.aggregation, Trees.Options))
    .toArray
  private val blanks = Finestra.window("b_fiba8", "bit_or", ValueType.LONG)
  private val all = windows :+ blanks
  private val names = layout.names :+ ""

  /** Goes on with the windows of another key. */
  def attach(pages: Seq[State.Page]): Unit = {
    all.foreach(_.clear())
    pages.foreach(page => all(names.indexOf(page.window)).restore(page.bytes))
  }

  /** Writes what changed; answers what the header keeps of the windows. */
  def flush(): Seq[State.Page] = names.zip(all).collect {
    case (name, window) if !window.isEmpty => State.Page(name, null, null, window.snapshot())
  }

  /** Whether the order of equal times makes no difference to any aggregate. */
  def areCommutative: Boolean = layout.choices.forall(_.aggregation.is(Property.COMMUTATIVE))

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
      blanks.bulkInsert(at, new Array[Long](none), 0, none)
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

  /** The answers of all aggregates, each over the last sizes up to a time, both ends included. */
  def answers(to: Long, from: Array[Long]): Array[Any] = {
    val answers = new Array[Any](windows.length * from.length)
    for (i <- windows.indices; j <- from.indices) {
      answers(i * from.length + j) = layout.ways(i)(windows(i).query(from(j), to))
    }
    answers
  }

  /** What [[answers]] would be of nothing. */
  lazy val nothing: Array[Any] =
    layout.choices.zip(layout.ways).toArray.flatMap { case (choice, way) =>
      Array.fill[Any](layout.sizes.size)(way(empty(choice.aggregation)))
    }

  private def empty(aggregation: Aggregation[Object]): Any = aggregation.empty
}

private[stream] object Trees {

  /** What the windows of streams must be able to do. */
  val Options: WindowOptions = WindowOptions.NONE.outOfOrder().withRangeQueries().withEntries()
}
