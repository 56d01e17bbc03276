package dev.finestra.spark.stream

import dev.finestra.spark.LeftOut
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.{col, lit, struct}
import org.apache.spark.sql.streaming.{OutputMode, TimeMode}
import org.apache.spark.sql.types._
import org.apache.spark.sql.{classic, Column, DataFrame, Encoders}

/** Sliding windows over a stream, on `transformWithState`. */
private[spark] object Stream extends Logging {
  private val Provider = "spark.sql.streaming.stateStore.providerClass"
  private val RocksDB =
    "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"

  /** Of a stream without a key, since Spark groups by one. */
  private val OneKey = new StructType().add("finestra_key", BooleanType, nullable = false)

  def of(sliding: Sliding): DataFrame = {
    checkWatermark(sliding)
    ensureRocksDB(sliding)
    val request = sliding.request
    val layout = Layout.of(sliding)
    val mode = if (request.isUpdating) OutputMode.Update() else OutputMode.Append()
    val keys =
      if (request.by.isEmpty) OneKey
      else StructType(request.by.map(name => sliding.df.schema(name)))
    val out = if (sliding.isPerRow) sliding.df.schema else windowed(keys)
    val df = input(sliding, layout)
    val (values, others) = df.queryExecution.analyzed.output.splitAt(layout.schema.size)
    val result = Hidden
      .grouped(df, Encoders.row(keys), others.take(keys.size), Encoders.row(layout.schema), values)
      .transformWithState(
        processor(sliding, layout),
        TimeMode.EventTime(),
        mode
      )(Encoders.row(StructType(out ++ sliding.answers)))
    if (sliding.isPerRow) result else withWindow(sliding, keys.size, result)
  }

  private def processor(sliding: Sliding, layout: Layout): Processor = {
    val request = sliding.request
    val isCorrecting = request.isCorrecting
    val late = LeftOut.lateIn(sliding.df.sparkSession.sparkContext)
    (sliding.isPerRow, request.isUpdating) match {
      case (true, false) => new PerRow(layout)
      case (true, true)  => new PerRowUpdates(layout, isCorrecting, late)
      case (false, false) if sliding.slide.isDefined => new PerSlide(layout)
      case (false, false)                            => new PerSession(layout)
      case (false, true) => new PerSlideUpdates(layout, isCorrecting, late)
    }
  }

  /** The columns of the layout, those of the key, and the time itself, by which Spark drops rows
    * that are behind the watermark.
    */
  private def input(sliding: Sliding, layout: Layout): classic.DataFrame = {
    val df = sliding.timed
    val values = for {
      (aggregate, choice) <- sliding.request.aggregates.zip(sliding.choices)
      (name, kind) <- aggregate.columns.zip(choice.columns)
    } yield Columns.taken(column(name), sliding.attribute(name).dataType, kind)
    val micros = Columns.same(column(sliding.request.time), LongType)
    val whole = layout.input.map(_ => struct(col("*"))).toSeq
    val taken = (micros +: (values ++ whole)).zip(layout.schema.names).map { case (column, name) =>
      column.as(name)
    }
    val keys = if (sliding.request.by.isEmpty) Seq(lit(true).as(OneKey.head.name)) else Nil
    val time = Option.when(!sliding.request.by.contains(sliding.request.time))(sliding.request.time)
    df.select(taken ++ keys ++ sliding.request.by.map(key(sliding, _)) ++ time.map(column): _*)
  }

  /** As Spark's own streams have it: zeros and NaNs of one value are one key. */
  private def key(sliding: Sliding, name: String): Column =
    Hidden.column(Hidden.normalized(sliding.attribute(name))).as(name)

  private def windowed(keys: StructType): StructType =
    keys.add("finestra_start", LongType).add("finestra_end", LongType)

  private def withWindow(sliding: Sliding, keys: Int, result: DataFrame): DataFrame = {
    val (key, rest) = result.columns.toSeq.map(column).splitAt(keys)
    val Seq(start, end) = rest.take(2).map(Columns.same(_, sliding.time.dataType))
    val window = struct(start.as("start"), end.as("end")).as(Sliding.WindowColumn)
    result.select((key.take(sliding.request.by.size) :+ window) ++ rest.drop(2): _*)
  }

  private def column(name: String): Column = col(quoteIdentifier(name))

  private def checkWatermark(sliding: Sliding): Unit = {
    val name = sliding.request.time
    sliding.time.dataType match {
      case TimestampType | TimestampNTZType =>
      case other                            =>
        Options.refuse(
          s"the time '$name' is ${other.sql}; on a stream it is a TIMESTAMP, which can have a " +
            "watermark"
        )
    }
    if (!sliding.time.metadata.contains(EventTimeWatermark.delayKey)) {
      Options.refuse(
        s"the stream has no watermark on '$name', by which one knows when a window is complete; " +
          s"call df.withWatermark(\"$name\", \"10 minutes\") first, with how late rows may come"
      )
    }
  }

  /** The state store has to be RocksDB's, which alone has what `transformWithState` needs. */
  private def ensureRocksDB(sliding: Sliding): Unit = synchronized {
    val session = sliding.df.sparkSession
    val set = session.conf.get(Provider)
    if (set != RocksDB) {
      if (session.sessionState.conf.contains(Provider)) {
        Options.refuse(
          s"$Provider is $set, but windows on streams need the state store of RocksDB; set it to " +
            RocksDB
        )
      }
      logWarning(s"$Provider was not set; Finestra sets it to $RocksDB, which this query needs")
      session.conf.set(Provider, RocksDB)
    }
  }
}
