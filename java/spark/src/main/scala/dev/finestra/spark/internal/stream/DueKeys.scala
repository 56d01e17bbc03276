package dev.finestra.spark.internal.stream

import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state.StateEntryCodec
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.types.StructType

/** Finds the keys that are due at a watermark: a result is to be emitted, or state can go. */
private[stream] trait DueKeys {

  /** Notes that a key is due at another time. */
  def move(key: UnsafeRow, before: Long, after: Long): Unit

  /** The keys that are due at a watermark, in microseconds, and their headers, null if these were
    * not read.
    */
  def upTo(watermark: Long): Iterator[(UnsafeRow, UnsafeRow)]
}

/** Keys that are due at the ends of windows. Whenever the watermark reaches such an end, all
  * headers are read, as Spark does for its own windows. This costs nothing until then.
  *
  * @param before
  *   the watermark at which the keys due were found last
  */
private[stream] final class KeysDueOnGrid(headers: StateTable, layout: StreamLayout, before: Long)
    extends DueKeys {
  private val in = new BytesInput
  private val header = new KeyHeader

  override def move(key: UnsafeRow, before: Long, after: Long): Unit = ()

  override def upTo(watermark: Long): Iterator[(UnsafeRow, UnsafeRow)] =
    if (layout.grid.endAfter(before) > watermark) Iterator.empty
    else
      headers
        .firstWhile(_ => true)
        .filter(pair => due(pair.value.getBinary(0)) <= watermark)
        .map(pair => (pair.key.copy(), pair.value.copy()))

  private def due(entry: Array[Byte]): Long = {
    StateEntryCodec.readHeader(in.of(entry), header)
    layout.due(header)
  }
}

/** Keys that are due at any time, in a table that is ordered by time. */
private[stream] final class KeysByTime(store: StateStore, keys: StructType) extends DueKeys {
  private val timers = StateTable.timers(store, keys)
  private val row = UnsafeProjection.create(StreamState.timer(keys))
  private val none = UnsafeProjection.create(StreamState.nothing)(InternalRow(null)).copy()

  override def move(key: UnsafeRow, before: Long, after: Long): Unit = {
    if (before != Long.MaxValue) timers.remove(row(InternalRow(before, key)))
    if (after != Long.MaxValue) timers.put(row(InternalRow(after, key)), none)
  }

  override def upTo(watermark: Long): Iterator[(UnsafeRow, UnsafeRow)] =
    timers
      .firstWhile(_.key.getLong(0) <= watermark)
      .map(timer => (timer.key.getStruct(1, keys.length).copy(), null))
}
