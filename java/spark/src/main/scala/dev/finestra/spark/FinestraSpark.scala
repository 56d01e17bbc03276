package dev.finestra.spark

import java.util.{Map => JMap}

import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.query.{BatchQuery, SlidingOptions, SlidingQuery}
import dev.finestra.spark.internal.stream.StreamQuery
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

  /** The same with Java's maps and lists. */
  def sliding(df: DataFrame, options: JMap[String, _]): DataFrame =
    sliding(df, options.asScala.toMap[String, Any])
}
