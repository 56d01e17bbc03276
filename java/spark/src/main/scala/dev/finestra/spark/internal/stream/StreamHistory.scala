package dev.finestra.spark.internal.stream

import java.sql.Timestamp

import dev.finestra.spark.internal.{classic, SparkDatasets}
import dev.finestra.spark.internal.query.{SlidingOptions, SlidingQuery}
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.types.TimestampType
import org.apache.spark.unsafe.types.UTF8String

/** The rows before a time, with which the state of a stream starts. Rows of the stream itself
  * before that time are left out, and so are results.
  *
  * The rows join the first micro-batch, which has no results of its own because its watermark is 0.
  * They are therefore stored together with its state, or not at all.
  *
  * @param sliding
  *   the windows of the stream
  * @param until
  *   the time in microseconds
  */
private[stream] final class StreamHistory private (
    sliding: SlidingQuery,
    rows: DataFrame,
    val until: Long
) {
  private val time = column(sliding.options.time)
  private val columns = {
    val options = sliding.options
    (options.time +: (options.by ++ options.aggregates.flatMap(_.columns))).distinct
  }

  checkColumns()

  /** The rows that are in a window with a result. */
  val query: SlidingQuery = {
    val before = rows.where(time < at(until)).select(columns.map(column): _*)
    // Sessions may be of any length.
    val needed =
      if (sliding.options.session.isDefined) before
      else before.where(time >= at(WindowGrid.minus(until, sliding.size)))
    new SlidingQuery(needed.asInstanceOf[classic.DataFrame], sliding.options)
  }

  /** The rows of the stream that are not left out. */
  def stream(timed: classic.DataFrame): classic.DataFrame = timed.where(time >= at(until))

  /** The rows of the stream; in the first micro-batch also those of the history. */
  def joined(stream: classic.DataFrame, history: classic.DataFrame): classic.DataFrame =
    SparkDatasets.dataFrame(
      stream.sparkSession,
      StartWithHistory(until, history, stream.queryExecution.analyzed)
    )

  private def at(micros: Long): Column =
    SparkDatasets.column(Literal(micros, sliding.time.dataType))

  private def column(name: String): Column = col(quoteIdentifier(name))

  private def checkColumns(): Unit = {
    if (rows.isStreaming) {
      SlidingOptions.refuse("The history is a stream; it must be a batch.")
    }
    columns.foreach { name =>
      SlidingOptions.checkColumn(
        "A column that the stream uses",
        name,
        rows.columns.toSeq,
        "the history"
      )
      val (kind, other) = (rows.schema(name).dataType.sql, sliding.attribute(name).dataType.sql)
      if (kind != other) {
        SlidingOptions.refuse(
          s"The column '$name' is $kind in the history and $other in the stream; cast one of them."
        )
      }
    }
  }
}

private[stream] object StreamHistory {
  def of(sliding: SlidingQuery): Option[StreamHistory] = sliding.options.history.map {
    case (rows, until) => new StreamHistory(sliding, rows, micros(sliding, until))
  }

  /** The end of a history, for messages and plans. */
  def shown(until: Long): String = s"until ${DateTimeUtils.microsToInstant(until)}"

  private def micros(sliding: SlidingQuery, until: Any): Long = {
    val hasZone = sliding.time.dataType == TimestampType
    val text = UTF8String.fromString(until match {
      case time: Timestamp if hasZone => time.toInstant.toString
      case time: Timestamp            => time.toLocalDateTime.toString
      case other                      => s"$other"
    })
    // None for a time of day without a date, which the other method accepts.
    val local = DateTimeUtils.stringToTimestampWithoutTimeZone(text, hasZone)
    def zone = sliding.df.sparkSession.sessionState.conf.sessionLocalTimeZone
    val micros =
      if (local.isEmpty || !hasZone) local
      else DateTimeUtils.stringToTimestamp(text, DateTimeUtils.getZoneId(zone))
    micros.getOrElse(
      SlidingOptions.refuse(
        s"until is '$until'; it must be a ${sliding.time.dataType.sql} such as " +
          "'2026-01-31 00:00:00'."
      )
    )
  }
}
