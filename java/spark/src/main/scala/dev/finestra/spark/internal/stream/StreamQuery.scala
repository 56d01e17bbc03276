package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.{classic, SparkDatasets, SparkInternals}
import dev.finestra.spark.internal.query.{InputColumns, SlidingOptions, SlidingQuery}
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference}
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.{col, lit, struct}
import org.apache.spark.sql.types._
import org.apache.spark.sql.{Column, DataFrame}

/** Sliding windows over a stream, which [[StreamStrategy]] plans. */
private[spark] object StreamQuery extends Logging {
  private val Provider = "spark.sql.streaming.stateStore.providerClass"
  private val RocksDB =
    "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"

  def of(sliding: SlidingQuery): DataFrame = {
    checkWatermark(sliding)
    ensureRocksDB(sliding)
    ensureStrategy(sliding.df.sparkSession)
    val history = StreamHistory.of(sliding)
    val layout = StreamLayout.of(sliding, history)
    val keys = layout.keys
    val out =
      if (sliding.repeatsRows) sliding.df.schema
      else keys.add("finestra_start", LongType).add("finestra_end", LongType)
    val (df, values, by) = shuffled(rows(sliding, layout, history), layout, sliding.time.metadata)
    val operator = StreamOperator.of(df, by, values, layout, StructType(out ++ sliding.answers))
    val windows = StreamWindows.of(layout, operator)
    val result = SparkDatasets.dataFrame(df.sparkSession, windows)
    if (sliding.repeatsRows) result else withTimes(sliding, keys.size, result)
  }

  /** The columns that are shuffled: the rows with their values and keys, or partial results. */
  private def shuffled(
      df: classic.DataFrame,
      layout: StreamLayout,
      watermark: Metadata
  ): (classic.DataFrame, Seq[Attribute], Seq[Attribute]) = {
    val plan = df.queryExecution.analyzed
    val (values, others) = plan.output.splitAt(layout.schema.size)
    val keys = others.take(layout.keys.size)
    if (!layout.isCombined) (df, values, keys)
    else {
      val combined = layout.combined.map { column =>
        // Spark 3.5 looks for a column with a watermark.
        val metadata = if (column.name == StreamLayout.Time) watermark else Metadata.empty
        AttributeReference(column.name, column.dataType, column.nullable, metadata)()
      }
      val rows = CombineRows(layout, keys, values, combined, plan)
      (SparkDatasets.dataFrame(df.sparkSession, rows), combined, keys)
    }
  }

  /** The stream's rows; in the first micro-batch also those of its history. */
  private def rows(
      sliding: SlidingQuery,
      layout: StreamLayout,
      history: Option[StreamHistory]
  ): classic.DataFrame = {
    val whole = layout.input.map(_ => struct(col("*")))
    history match {
      case None          => input(sliding, sliding.timed, layout, whole)
      case Some(history) =>
        // A row of the history has no result of its own, which would repeat the row.
        val none = layout.input.map(lit(null).cast(_))
        history.joined(
          input(sliding, history.stream(sliding.timed), layout, whole),
          input(history.query, history.query.df, layout, none)
        )
    }
  }

  /** The columns of the layout, the key, and the time, whose metadata has the watermark.
    * [[RowCombiner]] or [[StreamTask]] drops the late rows.
    */
  private def input(
      sliding: SlidingQuery,
      df: classic.DataFrame,
      layout: StreamLayout,
      whole: Option[Column]
  ): classic.DataFrame = {
    val values = for {
      (aggregate, choice) <- sliding.options.aggregates.zip(sliding.choices)
      value <-
        if (aggregate.columns.isEmpty) Seq(lit(1L))
        else
          aggregate.columns.zip(choice.columns).map { case (name, kind) =>
            InputColumns.converted(column(name), sliding.attribute(name).dataType, kind)
          }
    } yield value
    val options = sliding.options
    val micros = InputColumns.retyped(column(options.time), sliding.time.dataType, LongType)
    val columns = (micros +: (values ++ whole)).zip(layout.schema.names)
    val keys =
      if (options.by.isEmpty) Seq(lit(true).as(layout.keys.head.name))
      else options.by.map(key(sliding, _))
    val time = if (options.by.contains(options.time)) Nil else Seq(column(options.time))
    df.select(columns.map { case (column, name) => column.as(name) } ++ keys ++ time: _*)
  }

  /** As in Spark's own streams: 0.0 and -0.0 are one key, and all NaNs are. */
  private def key(sliding: SlidingQuery, name: String): Column =
    SparkDatasets.column(SparkInternals.normalized(sliding.attribute(name))).as(name)

  /** Replaces start and end by a window, or by the time of a change. */
  private def withTimes(sliding: SlidingQuery, keys: Int, result: DataFrame): DataFrame = {
    val (key, rest) = result.columns.toSeq.map(column).splitAt(keys)
    val Seq(start, end) =
      rest.take(2).map(InputColumns.retyped(_, LongType, sliding.time.dataType)): @unchecked
    val times =
      if (sliding.options.emitsChanges) end.as(sliding.options.time)
      else struct(start.as("start"), end.as("end")).as(SlidingQuery.WindowColumn)
    result.select((key.take(sliding.options.by.size) :+ times) ++ rest.drop(2): _*)
  }

  private def column(name: String): Column = col(quoteIdentifier(name))

  private def checkWatermark(sliding: SlidingQuery): Unit = {
    val name = sliding.options.time
    sliding.checkTimestamp("A stream needs a TIMESTAMP, which can have a watermark")
    if (!sliding.time.metadata.contains(EventTimeWatermark.delayKey)) {
      SlidingOptions.refuse(
        s"The stream has no watermark on '$name', without which no window is ever complete; call " +
          s"""df.withWatermark("$name", "10 minutes") first, with the lateness that you expect."""
      )
    }
  }

  private def ensureStrategy(session: classic.SparkSession): Unit = synchronized {
    val strategies = session.experimental.extraStrategies
    if (!strategies.contains(StreamStrategy)) {
      session.experimental.extraStrategies = strategies :+ StreamStrategy
    }
  }

  /** Sets the state store if none is set. */
  private def ensureRocksDB(sliding: SlidingQuery): Unit = synchronized {
    val session = sliding.df.sparkSession
    if (session.sessionState.conf.contains(Provider)) checkStore(session.conf.get(Provider))
    else {
      logWarning(s"$Provider was not set; Finestra sets it to $RocksDB, which this query needs.")
      session.conf.set(Provider, RocksDB)
    }
  }

  /** Rejects another state store than that of RocksDB, whose rows are in order. */
  private[stream] def checkStore(provider: String): Unit =
    if (provider != RocksDB) {
      SlidingOptions.refuse(
        s"$Provider is $provider, but windows on streams need the state store of RocksDB; set it " +
          s"to $RocksDB."
      )
    }
}
