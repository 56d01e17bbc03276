package dev.finestra.spark

import java.nio.ByteBuffer
import java.util.stream.LongStream

import dev.finestra.{Finestra, SlidingWindow, WindowOptions}
import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.ValueType

/** A group's events: those that have a value, in a window, and the times of those that have none,
  * which are events all the same.
  *
  * Costs: those of the window; a null value costs an entry of eight bytes and its time.
  */
private[spark] final class Events(val window: SlidingWindow[Object]) {
  private var blanks: SlidingWindow[Object] = null

  def insert(time: Long, value: AnyRef): Unit =
    if (value == null) withBlanks().insert(time, 1L) else window.insert(time, value)

  def merge(other: Events): Events = {
    window.merge(other.window)
    if (other.blanks != null) {
      withBlanks().merge(other.blanks)
    }
    this
  }

  def isEmpty: Boolean = window.isEmpty && (blanks == null || blanks.isEmpty)

  /** The newest time, of events with a value or without; there must be one. */
  def youngest: Long =
    if (blanks == null || blanks.isEmpty) window.youngest
    else if (window.isEmpty) blanks.youngest
    else math.max(window.youngest, blanks.youngest)

  def bulkEvict(time: Long): Unit = {
    window.bulkEvict(time)
    if (blanks != null) {
      blanks.bulkEvict(time)
    }
  }

  /** Evicts what is more than a size before the newest time: the window is closed at both ends. */
  def keepLast(size: Long): Events = {
    if (!isEmpty) {
      val oldest = Timed.minus(youngest, size)
      if (oldest > Long.MinValue) {
        bulkEvict(oldest - 1)
      }
    }
    this
  }

  /** The distinct times, rising. */
  def times: Array[Long] = {
    val valued = timesOf(window)
    if (blanks == null) valued
    else
      LongStream
        .concat(LongStream.of(valued: _*), LongStream.of(timesOf(blanks): _*))
        .sorted
        .distinct
        .toArray
  }

  private def timesOf(of: SlidingWindow[Object]): Array[Long] = {
    val times = new Array[Long](Math.toIntExact(of.size))
    var i = 0
    of.forEach { (time, _) =>
      times(i) = time
      i += 1
    }
    times
  }

  private def withBlanks(): SlidingWindow[Object] = {
    if (blanks == null) {
      blanks = Events.newBlanks()
    }
    blanks
  }

  /** The length of the window's snapshot, that snapshot, and the one of the blanks if there are. */
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

  def restore(bytes: Array[Byte]): Events = {
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

private[spark] object Events {

  /** What windows of events must be able to do. */
  private val Options = WindowOptions.NONE.outOfOrder().withRangeQueries().withEntries()

  /** No events yet; refuses an algorithm that does not fit. */
  def of(algorithm: String, aggregation: Aggregation[Object]): Events =
    new Events(Finestra.window(algorithm, aggregation, Options))

  private def newBlanks() = Finestra.window("b_fiba8", "bit_or", ValueType.LONG)
}
