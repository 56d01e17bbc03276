package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.testing.Trials
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.Test

/** Plain `OVER` has the same results with Finestra's operator and with Spark's. */
class OverAgainstSparkTest {

  private def end(by: Int): String =
    if (by == 0) "CURRENT ROW"
    else s"${math.abs(by)} ${if (by < 0) "PRECEDING" else "FOLLOWING"}"

  private def frame(tables: Tables): String = {
    val isRange = tables.oneOf(true, false)
    val ends = Seq.fill(2)(tables.from(-40, 40)).sorted
    val between = if (ends.head == ends(1)) Seq(ends.head, ends.head + 1) else ends
    val direction = tables.oneOf("", "DESC", "NULLS LAST", "DESC NULLS FIRST")
    val (order, unit) = if (isRange) ("", "RANGE") else (", id", "ROWS")
    s"PARTITION BY k ORDER BY t $direction$order $unit BETWEEN ${end(between.head)} AND " +
      tables.oneOf(end(between(1)), end(between(1)), "UNBOUNDED FOLLOWING")
  }

  private def isOurs(plan: DataFrame): Boolean =
    plan.queryExecution.executedPlan.toString.contains("FinestraWindow")

  private def withOurs[T](on: Boolean)(run: => T): T =
    Sessions.having("spark.finestra.over.enabled" -> on.toString)(run)

  @Test def randomFramesOfRandomAggregates(): Unit = {
    spark.udf.register("my_sum", FibaAggregator.udaf("sum", "100000 days", "b_fiba4"))
    Trials.run(
      8,
      200,
      "tables and frames",
      (seed, _) =>
        this.synchronized {
          val tables = new Tables(new SplittableRandom(seed))
          val table =
            tables.next(300).selectExpr("monotonically_increasing_id() AS id", "*").cache()
          val codegen = "spark.sql.codegen.factoryMode" -> tables.oneOf("FALLBACK", "NO_CODEGEN")
          val algorithm =
            "spark.finestra.algorithm" -> tables.oneOf("auto", "auto", "two_stacks", "b_fiba4")
          val files = Seq(
            "spark.sql.windowExec.buffer.in.memory.threshold" -> tables.oneOf("4096", "2"),
            "spark.sql.windowExec.buffer.spill.threshold" -> tables.oneOf("2147483647", "70")
          )
          val frames = Seq.fill(2)(frame(tables))
          val asked = frames.flatMap(f =>
            Seq.fill(4)(tables.oneOf(Tables.aggregates: _*)).map(a => s"${over(a, f)} AS a")
          ) :+ s"rank() OVER (PARTITION BY k ORDER BY t) AS r"
          val query = Seq("k", "id", "t") ++ asked.zipWithIndex.map { case (q, i) => q + i }
          Sessions.having(codegen, algorithm)(
            compare(table, query, asked.mkString("\n"), files: _*)
          )
          table.unpersist()
        }
    )
  }

  /** @param files
    *   settings for Finestra's operator only; under them, Spark's frames up to the end of a
    *   partition would open every spilled file for each row
    */
  private def compare(
      table: DataFrame,
      query: Seq[String],
      what: String,
      files: (String, String)*
  ): Unit = {
    val ours = withOurs(true) {
      Sessions.having(files: _*) {
        val ours = table.selectExpr(query: _*)
        assertTrue(isOurs(ours))
        spark.createDataFrame(java.util.Arrays.asList(ours.collect(): _*), ours.schema)
      }
    }
    withOurs(false) {
      val theirs = table.selectExpr(query: _*)
      assertFalse(isOurs(theirs))
      Tables.assertSame(what, theirs, ours)
    }
  }

  /** Functions whose merge changes an argument, or whose copies share data. */
  @Test def sketchesAndHeaps(): Unit = {
    assumeTrue(TestedSpark.isFrom(4, 2), "older versions lack some of the functions")
    val of = "SELECT id AS t, theta_sketch_agg(id) AS s, tuple_sketch_agg_integer(id, " +
      "CAST(id AS INT)) AS p, id * 7 % 11 - 5 AS x, concat('x', id) AS y FROM " +
      "range(40) GROUP BY id"
    val table = spark.sql(of).cache()
    val frames = Seq(
      "ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
      "ORDER BY t RANGE BETWEEN 9 PRECEDING AND 3 FOLLOWING",
      "ORDER BY t div 7 RANGE BETWEEN 2 PRECEDING AND CURRENT ROW"
    )
    val calls = Seq(
      "theta_sketch_estimate(theta_union_agg(s) #)",
      "theta_sketch_estimate(theta_sketch_agg(x) #)",
      "theta_sketch_estimate(theta_intersection_agg(s) #)",
      "tuple_sketch_estimate_integer(tuple_union_agg_integer(p) #)",
      "max_by(x, x, 2) #",
      "min_by(t, y, 3) #",
      "bitmap_count(bitmap_construct_agg(t) #)"
    )
    for (frame <- frames; call <- calls) {
      val others = if (frame.contains("div")) Seq("t") else Seq("t", "sum(x) #")
      val query = (others :+ call).map(_.replace("#", s"OVER ($frame)"))
      compare(table, query, s"$call, $frame")
    }
    table.unpersist()
  }

  /** Adds the `OVER` clause to an aggregate, which may be inside another function. */
  private def over(aggregate: String, frame: String): String = {
    val call =
      if (TestedSpark.hasFilterInOver) aggregate else aggregate.replaceAll(" FILTER .*", "")
    call match {
      case Tables.FilteredArray(inner, rest) => s"sort_array($inner FILTER $rest OVER ($frame))"
      case Tables.SortedArray(inner)         => s"sort_array($inner OVER ($frame))"
      case _                                 => s"$call OVER ($frame)"
    }
  }

  @Test def timestampsAndPeers(): Unit = {
    val rows = spark
      .range(0, 1000, 1, 4)
      .selectExpr("id % 3 AS k", "timestamp_seconds(id DIV 2) AS ts", "id")
    val query = Seq(
      "k",
      "id",
      "sum(id) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL 1 MINUTE PRECEDING AND CURRENT ROW) AS s",
      "max(id) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN CURRENT ROW AND INTERVAL '5' SECOND FOLLOWING) AS m",
      "count(id) OVER (PARTITION BY k ORDER BY ts, id % 2 RANGE BETWEEN CURRENT ROW AND CURRENT ROW) AS c"
    )
    compare(rows, query, "timestamps")
  }

  @Test def boundsOutsideTheTypeBehindTheLastRow(): Unit = {
    val frames = Seq(
      "CURRENT ROW AND 10 FOLLOWING",
      "20 PRECEDING AND CURRENT ROW",
      "5 FOLLOWING AND 12 FOLLOWING"
    )
    for (
      (kind, column) <- Seq(
        "TINYINT" -> "CAST(100 + 2 * id AS TINYINT)",
        "BIGINT" -> s"${Long.MaxValue - 28} + 2 * id"
      )
    ) {
      val rows = spark.range(14).selectExpr(s"$column AS b").coalesce(1)
      val query = frames.map(f => s"count(*) OVER (ORDER BY b RANGE BETWEEN $f)")
      compare(rows, "b" +: query.zipWithIndex.map { case (q, i) => s"$q AS a$i" }, kind)
    }
  }

  /** Around a change of the clocks, when a day has 23 hours. */
  @Test def daysOfATimeZone(): Unit = {
    val rows = spark
      .range(0, 200, 1, 2)
      .selectExpr("id", "timestamp_seconds(1772668800 + 1800 * id) AS ts", "id % 7 AS x")
    val frames = Seq("INTERVAL 36 HOURS PRECEDING", "INTERVAL '23' HOUR PRECEDING").flatMap {
      from =>
        Seq("ts", "ts DESC", "CAST(ts AS TIMESTAMP_NTZ)").map { order =>
          s"sum(x) OVER (ORDER BY $order RANGE BETWEEN $from AND CURRENT ROW)"
        }
    }
    val query = "id" +: frames.zipWithIndex.map { case (f, i) => s"$f AS a$i" }
    Sessions.having("spark.sql.session.timeZone" -> "America/New_York") {
      compare(rows, query, "days")
    }
  }

  /** A frame far before the current row needs rows that were read long ago. */
  @Test def framesFarFromTheirRow(): Unit = {
    val rows = spark.range(0, 500, 1, 2).selectExpr("id % 2 AS k", "id", "hash(id) AS h")
    val order = "PARTITION BY k ORDER BY id"
    val query = Seq(
      "k",
      "id",
      s"max(h) OVER ($order ROWS BETWEEN 31 PRECEDING AND 28 PRECEDING) AS behind",
      s"sum(h) OVER ($order ROWS BETWEEN 150 PRECEDING AND 100 PRECEDING) AS farBehind",
      s"max(h) OVER ($order ROWS BETWEEN 40 FOLLOWING AND 45 FOLLOWING) AS ahead",
      s"min(h) OVER ($order RANGE BETWEEN 90 PRECEDING AND 70 PRECEDING) AS range"
    )
    Seq(query, query.take(3), query.take(2) :+ query(3), query.take(2) :+ query(5))
      .foreach(q => compare(rows, q, "far frames"))
  }

  /** BIGINT sums near both ends of the range: an overflow is an error (ANSI), NULL, or wraps. */
  @Test def sumsThatOverflow(): Unit = Trials.run(
    20,
    2000,
    "tables of large numbers",
    (seed, _) =>
      this.synchronized {
        val tables = new Tables(new SplittableRandom(seed))
        val large = Seq(Long.MaxValue, Long.MinValue, Long.MaxValue / 2, Long.MinValue / 2, 1L, -1L)
        val values = Seq.fill(40)(tables.oneOf(large.map(x => s"$x") :+ "NULL": _*))
        val table = spark
          .sql(
            values.zipWithIndex
              .map { case (x, i) => s"($i, ${literal(x)})" }
              .mkString("VALUES ", ",", " AS t(id, x)")
          )
          .coalesce(1)
        val frames =
          Seq.fill(2)(s"ORDER BY id ROWS BETWEEN ${tables.from(1, 6)} PRECEDING AND CURRENT ROW")
        for (
          frame <- frames;
          call <- Seq(
            "try_sum(x)",
            "sum(x)",
            "sum(x) FILTER (WHERE id % 3 > 0)"
          ); ansi <- Seq("true", "false")
        )
          Sessions.having("spark.sql.ansi.enabled" -> ansi) {
            val query = Seq("id", s"${over(call, frame)} AS a")
            val (ours, theirs) =
              (outcome(table, query, on = true), outcome(table, query, on = false))
            assertEquals(theirs, ours, s"$call, $frame, ANSI $ansi, seed $seed")
          }
      }
  )

  private def literal(x: String): String =
    if (x == "NULL") "CAST(NULL AS BIGINT)" else s"CAST('$x' AS BIGINT)"

  /** The rows of a query, or the condition of its error. */
  private def outcome(table: DataFrame, query: Seq[String], on: Boolean): String = withOurs(on) {
    try {
      val rows = table.selectExpr(query: _*)
      assertEquals(on, isOurs(rows))
      rows.collect().mkString
    } catch { case e: SparkThrowable => TestShims.condition(e) }
  }

  @Test def theNthValueOfAFrame(): Unit = {
    val rows = spark
      .range(0, 300, 1, 2)
      .selectExpr(
        "id % 3 AS k",
        "id",
        "nullif(hash(id) % 5, 0) AS i",
        "concat('text ', id) AS s"
      )
    val frames = Seq(
      "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW",
      "ROWS BETWEEN 40 PRECEDING AND 20 PRECEDING",
      "ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING",
      "RANGE BETWEEN 9 PRECEDING AND 6 FOLLOWING"
    )
    val query =
      for (frame <- frames; n <- Seq(1, 3); x <- Seq("i", "s"))
        yield s"nth_value($x, $n) OVER (PARTITION BY k ORDER BY id $frame)"
    val mixed = "sum(i) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 3 PRECEDING AND CURRENT ROW)"
    val columns = (query :+ mixed).zipWithIndex.map { case (q, i) => s"$q AS a$i" }
    val files = Seq(
      "spark.sql.windowExec.buffer.in.memory.threshold" -> "2",
      "spark.sql.windowExec.buffer.spill.threshold" -> "10"
    )
    compare(rows, Seq("k", "id") ++ columns, "nth_value")
    compare(rows, Seq("k", "id") ++ columns, "nth_value", files: _*)
  }

  @Test def whatMergingWouldNotImproveIsLeftToSpark(): Unit = {
    val frame = "OVER (ORDER BY id ROWS BETWEEN 99 PRECEDING AND CURRENT ROW)"
    for (
      call <- Seq(
        "percentile(id, array(0.5, 0.9))",
        "mode(id)",
        "collect_list(id)",
        "collect_set(id)",
        "histogram_numeric(id, 5)",
        "nth_value(id, 2) IGNORE NULLS",
        "sum(make_dt_interval(id))"
      )
    ) assertFalse(isOurs(spark.range(9).selectExpr(s"$call $frame")), call)
  }

  @Test def functionsLeftToSparkShareTheSort(): Unit = {
    val plan = spark
      .range(100)
      .selectExpr(
        "sum(id) OVER (ORDER BY id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS ours",
        "sum(id) OVER (ORDER BY id) AS theirs",
        "row_number() OVER (ORDER BY id) AS number"
      )
    val text = plan.queryExecution.executedPlan.toString
    assertEquals(1, "FinestraWindow".r.findAllIn(text).size, text)
    assertEquals(1, """(?m)[- ]Window \[""".r.findAllIn(text).size, text)
    assertEquals(1, """(?m)[- ]Sort \[""".r.findAllIn(text).size, text)
    assertEquals("[945,4950,100]", plan.collect().last.toString)
  }

  /** Two frames with one key: Finestra runs the first one, Spark the one of the whole partition. */
  @Test def aFrameLeftToSparkSharesTheShuffleAndTheSort(): Unit = {
    val plan = spark
      .range(100)
      .selectExpr(
        "id % 3 AS k",
        "id",
        "sum(id) OVER (PARTITION BY id % 3 ORDER BY id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS ours",
        "sum(id) OVER (PARTITION BY id % 3) AS theirs"
      )
    val text = plan.queryExecution.executedPlan.toString
    assertEquals(1, "FinestraWindow".r.findAllIn(text).size, text)
    assertEquals(1, """(?m)[- ]Window \[""".r.findAllIn(text).size, text)
    assertEquals(1, """(?m)[- ]Exchange """.r.findAllIn(text).size, text)
    assertEquals(1, """(?m)[- ]Sort \[""".r.findAllIn(text).size, text)
    assertEquals("[0,99,855,1683]", plan.where("id = 99").collect().mkString)
  }

  @Test def aQueryLeftToSparkIsUnchanged(): Unit = {
    val plan = spark.range(100).selectExpr("sum(id) OVER (ORDER BY id) AS theirs")
    assertFalse(isOurs(plan))
  }
}
