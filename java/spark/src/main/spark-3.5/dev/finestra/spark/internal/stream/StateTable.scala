package dev.finestra.spark.internal.stream

import java.nio.ByteOrder

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.execution.streaming.state.{StateStore, UnsafeRowPair}
import org.apache.spark.sql.types._

/** A table of a stream's state. A state store of Spark 3.5 has one table, which all of Finestra's
  * share: each has a number, which its keys begin with. The rows of keys and values are columns of
  * bytes.
  *
  * RocksDB orders rows by their bytes, that is, by table and then by rank.
  *
  * @param isByTime
  *   whether the keys begin with a time, which is their rank
  */
private[stream] final class StateTable private (
    store: StateStore,
    number: Int,
    key: StructType,
    value: StructType,
    isByTime: Boolean = false
) {
  private val storedKey = new UnsafeRowWriter(StateTable.key.length)
  private val storedValue = new UnsafeRowWriter(StateTable.value.length)
  private val found = new UnsafeRow(value.length)
  private val foundKey = new UnsafeRow(key.length)
  private val pair = new UnsafeRowPair

  def get(key: UnsafeRow): UnsafeRow = {
    val row = store.get(stored(key))
    if (row == null) null else pointed(found, row.getBinary(0))
  }

  def put(key: UnsafeRow, value: UnsafeRow): Unit = {
    storedValue.reset()
    storedValue.zeroOutNullBytes()
    storedValue.write(0, value.getBytes)
    store.put(stored(key), storedValue.getRow)
  }

  def remove(key: UnsafeRow): Unit = store.remove(stored(key))

  /** The first rows, as long as they meet a condition. */
  def firstWhile(condition: UnsafeRowPair => Boolean): Iterator[UnsafeRowPair] =
    store
      .iterator()
      .dropWhile(_.key.getInt(0) < number)
      .takeWhile(_.key.getInt(0) == number)
      .map { row =>
        pair.withRows(
          pointed(foundKey, row.key.getBinary(2)),
          pointed(found, row.value.getBinary(0))
        )
      }
      .takeWhile(condition)

  private def stored(key: UnsafeRow): UnsafeRow = {
    storedKey.reset()
    storedKey.zeroOutNullBytes()
    storedKey.write(0, number)
    storedKey.write(1, if (isByTime) StateTable.rank(key.getLong(0)) else 0L)
    storedKey.write(2, key.getBytes)
    storedKey.getRow
  }

  private def pointed(row: UnsafeRow, bytes: Array[Byte]): UnsafeRow = {
    row.pointTo(bytes, bytes.length)
    row
  }
}

private[stream] object StateTable {
  import StreamState._

  /** The columns of the one table. */
  val key: StructType = new StructType()
    .add("table", IntegerType, nullable = false)
    .add("rank", LongType, nullable = false)
    .add("key", BinaryType, nullable = false)
  val value: StructType = new StructType().add("value", BinaryType, nullable = false)

  // In each micro-batch, headers or timers are read from the first row on, so they come before the
  // others; no kind of windows reads both. A changed query reads the other tables once, too.

  /** The keys by the time when they are due, in the order of the times. */
  def timers(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, 0, timer(keys), nothing, isByTime = true)

  def headers(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, 1, keys, entry)

  def pages(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, 2, mapKey(keys, pageKey), entry)

  def pending(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, 3, mapKey(keys, chunkKey), chunk)

  /** The format of the state, in one row. */
  def format(store: StateStore, keys: StructType): StateTable =
    new StateTable(store, 4, keys, entry)

  /** A number whose bytes in memory have the order of times. */
  private def rank(time: Long): Long = {
    val unsigned = time ^ Long.MinValue
    if (ByteOrder.nativeOrder == ByteOrder.BIG_ENDIAN) unsigned
    else java.lang.Long.reverseBytes(unsigned)
  }
}
