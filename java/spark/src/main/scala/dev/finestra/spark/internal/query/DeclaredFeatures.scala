package dev.finestra.spark.internal.query

import java.time.Duration

import dev.finestra.spark.FinestraSpark
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.windowing.Features
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions.col

/** Features that were declared in Java or Scala, by `sliding`. */
private[spark] object DeclaredFeatures {

  def of(df: DataFrame, declared: Features, history: Map[String, Any]): DataFrame = {
    val aggregates = declared.aggregates.asScala.toSeq.map { case (name, parts) =>
      name +: parts.asScala.toSeq
    }
    val needed = (declared.by.asScala.toSeq :+ declared.time) ++ aggregates.flatMap(_.drop(2))
    // A stream would keep the other columns in its state. Missing ones are left to sliding.
    val narrow =
      if (needed.forall(df.columns.contains)) df.select(needed.distinct.map(column): _*) else df
    val answered = FinestraSpark.sliding(
      narrow,
      Map(
        "by" -> declared.by.asScala.toSeq,
        "time" -> declared.time,
        "aggregates" -> aggregates,
        "size" -> sizes(declared),
        "slide" -> length(declared.slide),
        "session" -> length(declared.session)
      ) ++ emission(df, declared) ++ history
    )
    val windows = declared.windows.asScala.keys.toSeq.map("_" + _)
    val features =
      for (each <- aggregates; window <- if (windows.isEmpty) Seq("") else windows)
        yield each.head + window
    answered.select(
      declared.by.asScala.toSeq.map(column) ++ times(declared) ++ features.map(column): _*
    )
  }

  private def times(declared: Features): Seq[Column] =
    if (declared.session != null) Seq(bound("start"), bound("end"))
    else if (declared.slide != null) Seq(bound("end"))
    else Seq(column(declared.time))

  private def bound(name: String): Column = col(s"window.$name").as(s"window_$name")

  /** A batch has the features of each row, whatever a stream emits. */
  private def emission(df: DataFrame, declared: Features): Map[String, Any] =
    if (declared.emitsChanges && df.isStreaming)
      Map("emit" -> "changes", "rate" -> length(declared.rate))
    else Map.empty

  private def sizes(declared: Features): Any =
    if (declared.session != null && declared.windows.isEmpty) null
    else declared.windows.asScala.toSeq.map { case (name, size) => Seq(name, length(size)) }

  /** As `sliding` reads it; null for none. */
  private def length(duration: Duration): String =
    if (duration == null) null
    else {
      require(
        duration.getNano % 1000 == 0,
        s"$duration is declared; on Spark it must be whole microseconds"
      )
      val micros = Math.multiplyExact(duration.getSeconds, 1000000L)
      s"${Math.addExact(micros, duration.getNano / 1000L)} microseconds"
    }

  private def column(name: String): Column = col("`" + name.replace("`", "``") + "`")
}
