package dev.finestra.spark

import java.time.Duration

import dev.finestra.spark.Sessions.spark
import dev.finestra.windowing.Features
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Features that were declared in Java have the columns and results of the same windows by
  * `sliding`.
  */
class DeclaredFeaturesTest {
  private def rows: DataFrame = spark.sql(
    "SELECT k, timestamp_seconds(s) AS ts, x, 'other' AS other FROM " +
      "VALUES ('a', 0, 5L), ('a', 40, 7L), ('b', 50, NULL), ('a', 90, 1L) AS t(k, s, x)"
  )

  private def declared =
    Features.by("k").time("ts").aggregate("n", "count").aggregate("sum", "sum", "x")

  private def texts(df: DataFrame) = df.collect().toSeq.map(_.mkString(" ")).sorted

  @Test def windowsOfEachRow(): Unit = {
    val features = FinestraSpark.features(
      rows,
      declared.window("1m", Duration.ofMinutes(1)).window("1d", Duration.ofDays(1))
    )
    assertEquals(Seq("k", "ts", "n_1m", "n_1d", "sum_1m", "sum_1d"), features.columns.toSeq)
    val expected = FinestraSpark.sliding(
      rows,
      Map(
        "by" -> "k",
        "time" -> "ts",
        "size" -> Seq(Seq("1m", "1 minute"), Seq("1d", "1 day")),
        "aggregates" -> Seq(Seq("n", "count"), Seq("sum", "sum", "x"))
      )
    )
    assertEquals(
      texts(expected.select(features.columns.toSeq.map(expected(_)): _*)),
      texts(features)
    )
  }

  @Test def slidesAndSessions(): Unit = {
    val slides = declared.window("2m", Duration.ofMinutes(2)).slide(Duration.ofMinutes(1))
    assertEquals(
      Seq("a 60 2 12", "a 120 3 13", "a 180 1 1", "b 60 1 null", "b 120 1 null").sorted,
      texts(
        FinestraSpark
          .features(rows, slides)
          .selectExpr("k", "unix_seconds(window_end)", "n_2m", "sum_2m")
      )
    )
    val sessions = FinestraSpark.features(rows, declared.session(Duration.ofSeconds(45)))
    assertEquals(Seq("k", "window_start", "window_end", "n", "sum"), sessions.columns.toSeq)
    assertEquals(
      Seq("a 85 2 12", "a 135 1 1", "b 95 1 null").sorted,
      texts(sessions.selectExpr("k", "unix_seconds(window_end)", "n", "sum"))
    )
  }

  @Test def lengthsAreWholeMicroseconds(): Unit = {
    val finer = declared.window("x", Duration.ofNanos(1500))
    val refused = assertThrows(
      classOf[IllegalArgumentException],
      () => FinestraSpark.features(rows, finer): Unit
    )
    assertTrue(refused.getMessage.contains("whole microseconds"), refused.getMessage)
  }
}
