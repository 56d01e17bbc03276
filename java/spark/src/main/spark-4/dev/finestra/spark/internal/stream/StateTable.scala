package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.execution.streaming.state._
import org.apache.spark.sql.types.StructType

/** A table of a stream's state: one of the column families in a partition's state store. */
private[stream] final class StateTable private (store: StateStore, family: String) {
  def get(key: UnsafeRow): UnsafeRow = store.get(key, family)
  def put(key: UnsafeRow, value: UnsafeRow): Unit = store.put(key, value, family)
  def remove(key: UnsafeRow): Unit = store.remove(key, family)

  /** The first rows, as long as they meet a condition. */
  def firstWhile(condition: UnsafeRowPair => Boolean): Iterator[UnsafeRowPair] = {
    val all = store.iterator(family)
    all.takeWhile(condition) ++ {
      all.close()
      Iterator.empty
    }
  }
}

private[stream] object StateTable {
  import StreamState._

  /** Spark itself declares it for a processor with event time. */
  private val Timers = "$eventTimers_timestampToKey"

  /** The format of the state, in one row. */
  def format(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, StateStore.DEFAULT_COL_FAMILY_NAME)

  def headers(store: StateStore, keys: StructType): StateTable =
    made(store, Headers, keys, entry, NoPrefixKeyStateEncoderSpec(keys))

  def pages(store: StateStore, keys: StructType): StateTable = {
    val key = mapKey(keys, pageKey)
    made(store, Pages, key, entry, PrefixKeyScanStateEncoderSpec(key, 1))
  }

  def pending(store: StateStore, keys: StructType): StateTable = {
    val key = mapKey(keys, chunkKey)
    made(store, Pending, key, chunk, PrefixKeyScanStateEncoderSpec(key, 1))
  }

  /** The keys by the time when they are due, in the order of the times. */
  def timers(store: StateStore, keys: StructType): StateTable = {
    val key = timer(keys)
    made(store, Timers, key, nothing, RangeKeyScanStateEncoderSpec(key, Seq(0)))
  }

  private def made(
      store: StateStore,
      family: String,
      key: StructType,
      value: StructType,
      encoder: KeyStateEncoderSpec
  ): StateTable = {
    store.createColFamilyIfAbsent(
      family,
      key,
      value,
      encoder,
      useMultipleValuesPerKey = false,
      isInternal = family == Timers
    )
    new StateTable(store, family)
  }
}
