package dev.finestra.spark.internal.stream
package processor

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.windowing.internal.host.HeldKey
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** The base of the processors of all kinds of windows. It reads a key's state, hands over the rows
  * of a micro-batch or the watermark, and writes the state back, or removes it if nothing is left.
  *
  * One object serves all keys of a task, one after the other. If a combine throws, the task fails,
  * and Spark runs it again from the state before.
  */
private[stream] abstract class KeyProcessor(task: StreamTask) {
  import KeyProcessor._

  protected final val layout: StreamLayout = task.layout
  protected final val store: KeyStore = task.keys
  protected final val window: HeldKey = new HeldKey(store, layout.algorithm, task.aggregation)

  /** Accepts the rows of a micro-batch; returns results that are known at once, without the key. */
  protected def take(arrived: ArrivedRows): Iterator[Array[Any]]

  /** Returns the results that are due at the watermark, and evicts old rows. */
  protected def fire(): Iterator[Array[Any]]

  /** When the next result is due or rows can be evicted, in microseconds. */
  protected def due: Long

  /** Continues with another key. */
  protected def move(key: UnsafeRow, header: UnsafeRow): Unit = {
    store.move(key, header)
    window.attach(key)
  }

  /** Accepts the rows of a key, then emits what is due for it, so that its state is written once.
    */
  final def take(key: UnsafeRow, arrived: ArrivedRows): Iterator[Array[Any]] = {
    move(key, null)
    val answers = take(arrived)
    store.notes.newest = math.max(store.notes.newest, arrived.times.last)
    finishing(answers ++ fireIfDue())(putBack())
  }

  private def fireIfDue(): Iterator[Array[Any]] =
    if (due <= task.watermark) fire() else Iterator.empty

  /** Emits what is due for a key without new rows.
    *
    * @param header
    *   its header if it was read already, or null
    */
  final def fire(key: UnsafeRow, header: UnsafeRow): Iterator[Array[Any]] = {
    move(key, header)
    finishing(fire())(putBack())
  }

  /** Changes the state of a key. */
  protected final def rewrite(key: UnsafeRow, header: UnsafeRow)(change: => Unit): Unit = {
    move(key, header)
    change
    putBack()
  }

  /** The time of a key's newest row. Only reads its state. */
  final def newest(key: UnsafeRow, header: UnsafeRow): Long = {
    move(key, header)
    math.max(store.notes.newest, if (window.isEmpty) Long.MinValue else window.youngest)
  }

  /** A result: its first columns, and the values of all aggregates in windows that end together.
    *
    * @param start
    *   the start of the longest window
    * @param rows
    *   how many rows it has
    */
  protected final def answers(
      columns: Array[Any],
      start: Long,
      end: Long,
      rows: Long,
      values: Array[Object]
  ): Array[Any] =
    layout.answers(columns, task.missing.withoutIncomplete(start, end, rows, values))

  private def putBack(): Unit = {
    layout.setDue(window.header, due)
    // An empty window is not swept later: nothing would be due for its key.
    window.putBack(if (window.isEmpty) Int.MaxValue else MostRemoved)
  }

  /** The rows that are not before the newest row of earlier micro-batches; others are counted. */
  protected final def inOrder(arrived: ArrivedRows, dropped: DroppedRows): ArrivedRows = {
    val late = arrived.before(store.notes.newest)
    dropped.add(late)
    arrived.drop(late)
  }

  /** Inserts rows at these times. */
  protected final def insert(times: Array[Long], rows: Array[InternalRow]): Unit =
    for (i <- rows.indices) window.insert(times(i), layout.inserted(rows(i)))

  /** The results; after the last of them, `finish` runs. */
  protected final def finishing[T](results: Iterator[T])(finish: => Unit): Iterator[T] =
    if (results.hasNext) {
      results ++ {
        finish
        Iterator.empty
      }
    } else {
      finish
      Iterator.empty
    }
}

private[stream] object KeyProcessor {

  /** The most evicted nodes whose pages are removed at a time, so that one key does not delay
    * others.
    */
  private val MostRemoved = 256

  def of(task: StreamTask): KeyProcessor = task.layout.kind match {
    case StreamKind.Slides                              => new SlideProcessor(task)
    case StreamKind.SlideUpdates(isCorrecting, dropped) =>
      new SlideUpdatesProcessor(task, isCorrecting, dropped)
    case StreamKind.Sessions                          => new SessionProcessor(task)
    case changes: StreamKind.Changes                  => new ChangesProcessor(task, changes)
    case StreamKind.Rows                              => new RowProcessor(task)
    case StreamKind.RowUpdates(isCorrecting, dropped) =>
      new RowUpdatesProcessor(task, isCorrecting, dropped)
  }
}
