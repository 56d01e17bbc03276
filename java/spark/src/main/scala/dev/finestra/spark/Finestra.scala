package dev.finestra.spark

import java.util.{Map => JMap}

import dev.finestra.spark.stream.{Options, Sliding}
import org.apache.spark.sql.DataFrame

/** Sliding windows over DataFrames, batch and streaming alike, for Scala and Java; Python has the
  * same under `finestra.spark.sliding`.
  *
  * {{{
  * Finestra.sliding(trades, Map(
  *   "by" -> Seq("user"), "time" -> "ts", "size" -> "1 hour", "slide" -> "1 minute",
  *   "aggregates" -> Map("top" -> ("max", "price"))))
  * }}}
  */
object Finestra {

  /** The windows of a DataFrame; see the guide for the options.
    *
    * @throws java.lang.IllegalArgumentException
    *   when an option is wrong, with what would fit
    */
  def sliding(df: DataFrame, options: Map[String, Any]): DataFrame =
    Sliding.of(df, new Options(options).request)

  /** The same with Java's maps and lists. */
  def sliding(df: DataFrame, options: JMap[String, _]): DataFrame =
    Sliding.of(df, Options.of(options).request)
}
