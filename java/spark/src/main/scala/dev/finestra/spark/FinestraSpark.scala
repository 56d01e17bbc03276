package dev.finestra.spark

import java.util.{Map => JMap}

import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.query.{
  BatchQuery,
  DeclaredFeatures,
  SlidingOptions,
  SlidingQuery
}
import dev.finestra.spark.internal.stream.StreamQuery
import dev.finestra.windowing.Features
import org.apache.spark.sql.DataFrame

/** Sliding windows over DataFrames, batch and streaming alike, for Scala and Java. In Python it is
  * `finestra.spark.sliding`.
  *
  * {{{
  * FinestraSpark.sliding(trades, Map(
  *   "by" -> Seq("user"), "time" -> "ts", "size" -> "1 hour", "slide" -> "1 minute",
  *   "aggregates" -> Map("n" -> "count", "top" -> ("max", "price"))))
  * }}}
  */
object FinestraSpark {

  /** The windows of a DataFrame; the guide explains the options.
    *
    * @throws java.lang.IllegalArgumentException
    *   when an option is wrong; the message says what would fit
    */
  def sliding(df: DataFrame, options: Map[String, Any]): DataFrame = {
    val query = SlidingQuery.of(df, new SlidingOptions(options))
    if (df.isStreaming) StreamQuery.of(query) else BatchQuery.of(query)
  }

  /** Declared features of a batch or a stream. */
  def features(df: DataFrame, declared: Features): DataFrame =
    DeclaredFeatures.of(df, declared, Map.empty)

  /** Declared features of a stream that starts with history.
    *
    * @param history
    *   a batch with the rows before `until`
    * @param until
    *   a time such as `2026-01-31 00:00:00`, in the session's time zone
    */
  def features(
      df: DataFrame,
      declared: Features,
      history: DataFrame,
      until: String
  ): DataFrame =
    DeclaredFeatures.of(df, declared, Map("history" -> history, "until" -> until))

  /** The same with Java's maps and lists. */
  def sliding(df: DataFrame, options: JMap[String, _]): DataFrame =
    sliding(df, options.asScala.toMap[String, Any])
}
