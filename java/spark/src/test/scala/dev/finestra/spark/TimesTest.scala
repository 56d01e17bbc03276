package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.expr
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** Windows over dates and over timestamps without a zone have the results of windows over integers.
  * Also tests 64-bit times at the ends of their range.
  */
class TimesTest {
  import TimesTest._

  /** Checks rows with a number `t` and the time `at` for that number, before and after 1970, in a
    * zone whose clocks change.
    */
  private def on(check: (Kind, DataFrame) => Unit): Trials.Trial = (seed, _) => {
    val tables = new Tables(new SplittableRandom(seed))
    Sessions.having("spark.sql.session.timeZone" -> "America/New_York") {
      for (kind <- Kinds) {
        val rows = tables.next(300).where("t IS NOT NULL").selectExpr("k", "t - 100 AS t", "i")
        check(kind, rows.selectExpr("*", s"${kind.at} AS at").cache())
      }
    }
  }

  private def rolling(rows: DataFrame): DataFrame =
    rows.selectExpr("*", s"count(i) OVER ($Frame) AS n", s"max(i) OVER ($Frame) AS top")

  private def windows(rows: DataFrame, kind: Kind, start: String): DataFrame = {
    val local = "CAST(at AS TIMESTAMP_NTZ)"
    val time = rows.schema("at").dataType.sql
    rows
      .groupBy(expr("k"), expr(s"window($local, '${kind(10)}', '${kind(4)}', '$start')").as("w"))
      .agg(expr("count(i) AS n"), expr("max(i) AS top"))
      .selectExpr(
        "k",
        s"CAST(w.start AS $time) AS start",
        s"CAST(w.end AS $time) AS end",
        "n",
        "top"
      )
  }

  @Test def functions(): Unit = Trials.once(on { (kind, rows) =>
    def asked(call: String) = rows.groupBy("k").agg(expr(call).as("r"))
    val expected = rolling(rows).selectExpr("k", "at", "n").distinct()
    Tables.assertSame(
      s"rolling by $kind",
      expected,
      asked(s"finestra_rolling('count', i, at, '${kind(9)}')").selectExpr("k", "inline(r)")
    )
    Tables.assertSame(
      s"last by $kind",
      expected.groupBy("k").agg(expr("max_by(n, at)")),
      asked(s"finestra_last('count', i, at, '${kind(9)}')")
    )
    val slides = s"'${kind(10)}', '${kind(4)}', 'fiba', '${kind(3)}'"
    Tables.assertSame(
      s"slides by $kind",
      windows(rows, kind, kind(3)).drop("top"),
      asked(s"finestra_slides('count', i, at, $slides)").selectExpr("k", "inline(r)")
    )
  })

  @Test def slidingOfABatch(): Unit = Trials.once(on { (kind, rows) =>
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "at",
      "size" -> kind(9),
      "aggregates" -> Seq(Seq("n", "count", "i"), Seq("top", "max", "i"))
    )
    Tables.assertSame(s"rows by $kind", rolling(rows), FinestraSpark.sliding(rows, options))
    if (kind.hasWindows) {
      val slides = options ++ Map("size" -> kind(10), "slide" -> kind(4))
      Tables.assertSame(
        s"slides by $kind",
        windows(rows, kind, kind(0)),
        FinestraSpark.sliding(rows, slides).selectExpr("k", "window.*", "n", "top")
      )
    }
  })

  /** A bound outside the range of 64-bit integers is replaced by the end of the range. */
  @Test def boundsStopAtTheEndsOfTheRange(): Unit = {
    import spark.implicits._
    val (least, most) = (Long.MinValue, Long.MaxValue)
    val times = Seq(least, least + 1, least + 4, -3L, 0L, most - 9, most - 1, most)
    val rows = times.toDF("t").repartition(2)
    def list(call: String) = rows.selectExpr(s"inline($call)").collect().toSeq.map(_.toSeq)
    for (size <- Seq(3L, 9L, most)) {
      def counted(end: Long) = times.count(t => t <= end && BigInt(end) - t <= size).toLong
      assertEquals(
        times.map(t => Seq(t, counted(t))),
        list(s"finestra_rolling('count', t, t, ${size}L)"),
        s"$size"
      )
      val last = rows.selectExpr(s"finestra_last('count', t, t, ${size}L)").head().getLong(0)
      assertEquals(counted(most), last, s"$size")
    }
    for ((size, slide) <- Seq((4, 4), (5, 2), (7, 3))) {
      val starts = times.flatMap(t => (0 until size).map(BigInt(t) - _)).distinct.sorted
      val windows = for (start <- starts if start.mod(slide) == BigInt(0)) yield {
        val end = start + size
        val count = times.count(t => start <= t && t < end).toLong
        Seq((start max least).toLong, (end min most).toLong, count)
      }
      assertEquals(
        windows,
        list(s"finestra_slides('count', t, t, $size, $slide)"),
        s"$size, $slide"
      )
    }
  }
}

object TimesTest {
  private val Frame = "PARTITION BY k ORDER BY t RANGE BETWEEN 9 PRECEDING AND CURRENT ROW"

  /** A type of times: the SQL of the time for a number `t`, and the length of a step. */
  private final case class Kind(at: String, step: Int, unit: String, hasWindows: Boolean) {
    def apply(steps: Int): String = s"${steps * step} $unit"
    override def toString: String = at
  }

  private val Kinds = Seq(
    Kind("date_add(DATE '1970-01-01', CAST(t AS INT))", 1, "days", hasWindows = false),
    Kind(
      "TIMESTAMP_NTZ '1970-01-01 00:00:00' + t * INTERVAL '11' HOUR",
      11,
      "hours",
      hasWindows = true
    )
  )
}
