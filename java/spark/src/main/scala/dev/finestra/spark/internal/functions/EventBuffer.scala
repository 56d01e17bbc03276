package dev.finestra.spark.internal.functions

import java.nio.ByteBuffer
import java.util.function.Supplier

import dev.finestra.{SlidingWindow, SlidingWindows, WindowOptions}
import dev.finestra.SlidingWindow.EntryVisitor
import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.windowing.WindowGrid

/** The buffer of a group: a window over the events that have a value, and a second one over the
  * times of events whose value is null, since they still start windows and move the newest time.
  *
  * Costs: those of the window. A null value costs an entry of eight bytes and its time.
  */
private[spark] final class EventBuffer(val window: SlidingWindow[Object]) {
  private var blanks: SlidingWindow[Object] = null

  def insert(time: Long, value: AnyRef): Unit =
    if (value == null) withBlanks().insert(time, 1L) else window.insert(time, value)

  def merge(other: EventBuffer): EventBuffer = {
    window.merge(other.window)
    if (other.blanks != null) withBlanks().merge(other.blanks)
    this
  }

  def clear(): Unit = {
    window.clear()
    blanks = null
  }

  def isEmpty: Boolean = window.isEmpty && (blanks == null || blanks.isEmpty)

  /** The number of entries. */
  def size: Long = window.size + (if (blanks == null) 0 else blanks.size)

  /** The newest time of any event; there must be one. */
  def youngest: Long =
    if (blanks == null || blanks.isEmpty) window.youngest
    else if (window.isEmpty) blanks.youngest
    else math.max(window.youngest, blanks.youngest)

  def bulkEvict(time: Long): Unit = {
    window.bulkEvict(time)
    if (blanks != null) blanks.bulkEvict(time)
  }

  /** Evicts events more than a size before the newest time; the window is closed at both ends. */
  def keepLast(size: Long): EventBuffer = {
    if (!isEmpty) {
      val oldest = WindowGrid.minus(youngest, size)
      if (oldest > Long.MinValue) {
        bulkEvict(oldest - 1)
      }
    }
    this
  }

  /** The distinct times in ascending order. */
  def times: Array[Long] = {
    val times = new Array[Long](size.toInt)
    var count = 0
    val add: EntryVisitor[Object] = (time, _) => {
      times(count) = time
      count += 1
    }
    window.forEach(add)
    if (blanks == null) times
    else {
      blanks.forEach(add)
      java.util.Arrays.stream(times).sorted.distinct.toArray
    }
  }

  private def withBlanks(): SlidingWindow[Object] = {
    if (blanks == null) blanks = SlidingWindows.of("b_fiba8", "bit_or", ValueType.LONG)
    blanks
  }

  /** The length of the window's snapshot, that snapshot, and the second window's if it exists. */
  def bytes: Array[Byte] = {
    val values = window.snapshot()
    val empty = if (blanks == null) Array.emptyByteArray else blanks.snapshot()
    ByteBuffer
      .allocate(4 + values.length + empty.length)
      .putInt(values.length)
      .put(values)
      .put(empty)
      .array
  }

  def restore(bytes: Array[Byte]): EventBuffer = {
    val in = ByteBuffer.wrap(bytes)
    val values = new Array[Byte](in.getInt)
    in.get(values)
    window.restore(values)
    if (in.hasRemaining) {
      val empty = new Array[Byte](in.remaining)
      in.get(empty)
      withBlanks().restore(empty)
    }
    this
  }
}

private[spark] object EventBuffer {

  /** How these windows are used. */
  private val Options = WindowOptions.NONE.outOfOrder().withRangeQueries().withEntries()

  /** Makes empty buffers; rejects an algorithm that does not fit. */
  def supplier(algorithm: String, aggregation: Aggregation[Object]): Supplier[EventBuffer] = {
    val windows = SlidingWindows.supplier(algorithm, aggregation, Options)
    () => new EventBuffer(windows.get())
  }

  /** An empty buffer; rejects an algorithm that does not fit. */
  def of(algorithm: String, aggregation: Aggregation[Object]): EventBuffer =
    supplier(algorithm, aggregation).get()
}
