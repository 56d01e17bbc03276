package dev.finestra.spark.internal.stream

import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state.StateEntryCodec
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.streaming.state._
import org.apache.spark.sql.types._

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
private[stream] final class KeysDueOnGrid(store: StateStore, layout: StreamLayout, before: Long)
    extends DueKeys {
  private val in = new BytesInput
  private val header = new KeyHeader

  override def move(key: UnsafeRow, before: Long, after: Long): Unit = ()

  override def upTo(watermark: Long): Iterator[(UnsafeRow, UnsafeRow)] =
    if (layout.grid.endAfter(before) > watermark) Iterator.empty
    else
      store
        .iterator(StreamState.Headers)
        .filter(pair => due(pair.value.getBinary(0)) <= watermark)
        .map(pair => (pair.key.copy(), pair.value.copy()))

  private def due(entry: Array[Byte]): Long = {
    StateEntryCodec.readHeader(in.of(entry), header)
    layout.due(header)
  }
}

/** Keys that are due at any time, in Spark's table of timers, which is ordered by time. Spark names
  * its column `expiryTimestampMs`; the times here are microseconds.
  */
private[stream] final class KeysByTime(store: StateStore, keys: StructType) extends DueKeys {
  import KeysByTime._

  private val schema =
    new StructType().add("expiryTimestampMs", LongType, nullable = false).add("key", keys)
  private val row = UnsafeProjection.create(schema)
  private val nothing = new StructType().add("__dummy__", NullType)
  private val none = UnsafeProjection.create(nothing)(InternalRow(null)).copy()

  store.createColFamilyIfAbsent(
    Timers,
    schema,
    nothing,
    RangeKeyScanStateEncoderSpec(schema, Seq(0)),
    useMultipleValuesPerKey = false,
    isInternal = true
  )

  override def move(key: UnsafeRow, before: Long, after: Long): Unit = {
    if (before != Long.MaxValue) store.remove(row(InternalRow(before, key)), Timers)
    if (after != Long.MaxValue) store.put(row(InternalRow(after, key)), none, Timers)
  }

  override def upTo(watermark: Long): Iterator[(UnsafeRow, UnsafeRow)] = {
    val all = store.iterator(Timers)
    val due = all
      .map(_.key)
      .takeWhile(_.getLong(0) <= watermark)
      .map(timer => (timer.getStruct(1, keys.length).copy(), null))
    due ++ {
      all.close()
      Iterator.empty
    }
  }
}

private object KeysByTime {

  /** Declared by Spark itself for a processor with event time. */
  private val Timers = "$eventTimers_timestampToKey"
}
