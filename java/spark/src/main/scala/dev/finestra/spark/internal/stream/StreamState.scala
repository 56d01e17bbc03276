package dev.finestra.spark.internal.stream

import org.apache.spark.sql.types._

/** The state of a key in Spark's state store. The `statestore` data source of Spark 4 shows it so.
  *
  * {{{
  * header    key         -> entry          one row for each key; a small window is in its entry
  * pages     key, page   -> entry          the pages of a large window
  * waiting   key, chunk  -> rows           rows that wait for the watermark
  * }}}
  *
  * Entries are bytes of the windowing module's `StateEntryCodec`, and waiting rows are bytes of
  * Spark's rows, so that Spark allows a query to change its aggregates. One more table has the keys
  * that are due, by time; see [[DueKeys]]. How the tables are stored depends on the version of
  * Spark; see [[StateTable]].
  */
private[stream] object StreamState {
  val Headers = "header"
  val Pages = "pages"
  val Pending = "waiting"

  val entry: StructType = new StructType().add("entry", BinaryType)
  val pageKey: StructType = new StructType().add("page", IntegerType, nullable = false)
  val chunkKey: StructType =
    new StructType()
      .add("run", IntegerType, nullable = false)
      .add("chunk", LongType, nullable = false)

  val chunk: StructType =
    new StructType().add("rows", ArrayType(BinaryType, containsNull = false))

  /** A key in the table of timers, and its value. The time has Spark's name, but is in
    * microseconds.
    */
  def timer(key: StructType): StructType =
    new StructType().add("expiryTimestampMs", LongType, nullable = false).add("key", key)
  val nothing: StructType = new StructType().add("__dummy__", NullType)

  /** A key of one of Spark's map states. */
  def mapKey(key: StructType, own: StructType): StructType =
    new StructType().add("key", key).add("userKey", own)
}
