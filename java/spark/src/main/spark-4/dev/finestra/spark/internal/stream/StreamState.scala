package dev.finestra.spark.internal.stream

import org.apache.spark.sql.{Encoders, Row}
import org.apache.spark.sql.streaming._
import org.apache.spark.sql.types._

/** The state of a key in Spark's state store, as its `statestore` data source shows it.
  *
  * {{{
  * header    key         -> entry          one row for each key; a small window is in its entry
  * pages     key, page   -> entry          the pages of a large window
  * waiting   key, chunk  -> rows           rows that wait for the watermark
  * }}}
  *
  * Entries are bytes of the windowing module's `StateEntryCodec`. Spark's own table of timers has
  * the keys that are due, by time; see [[DueKeys]].
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

  def chunk(layout: StreamLayout): StructType =
    new StructType().add("rows", ArrayType(layout.schema, containsNull = false))

  /** A key of one of Spark's map states. */
  def mapKey(key: StructType, own: StructType): StructType =
    new StructType().add("key", key).add("userKey", own)
}

/** Declares the state of a stream to Spark, which checks and stores its schema.
  * [[FinestraStreamExec]] runs in place of this processor and uses the state.
  */
private[stream] final class StreamDeclaration(val layout: StreamLayout)
    extends StatefulProcessor[Row, Row, Row] {
  import StreamState._

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    getHandle.getValueState(Headers, Encoders.row(entry), TTLConfig.NONE)
    getHandle.getMapState(Pages, Encoders.row(pageKey), Encoders.row(entry), TTLConfig.NONE)
    if (layout.isPerRow)
      getHandle.getMapState(
        Pending,
        Encoders.row(chunkKey),
        Encoders.row(chunk(layout)),
        TTLConfig.NONE
      )
  }

  override def handleInputRows(key: Row, rows: Iterator[Row], timers: TimerValues): Iterator[Row] =
    throw new IllegalStateException(
      "Spark planned sliding windows on a stream without Finestra's planner strategy; start the " +
        "query in the session in which sliding was called."
    )
}
