package dev.finestra.spark.internal.stream

import org.apache.spark.sql.{Encoders, Row}
import org.apache.spark.sql.streaming._

/** Declares the state of a stream to Spark, which checks and stores its schema.
  * [[FinestraStreamExec]] runs in place of this processor and uses the state.
  */
private[stream] final class StreamDeclaration(val layout: StreamLayout)
    extends StatefulProcessor[Row, Row, Row] {
  import StreamState._

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    getHandle.getValueState(Headers, Encoders.row(entry), TTLConfig.NONE)
    getHandle.getMapState(Pages, Encoders.row(pageKey), Encoders.row(entry), TTLConfig.NONE)
    if (layout.repeatsRows)
      getHandle.getMapState(
        Pending,
        Encoders.row(chunkKey),
        Encoders.row(chunk),
        TTLConfig.NONE
      )
  }

  override def handleInputRows(key: Row, rows: Iterator[Row], timers: TimerValues): Iterator[Row] =
    StreamWindows.notPlanned()
}
