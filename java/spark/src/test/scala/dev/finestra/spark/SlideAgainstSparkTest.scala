package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.testing.Trials
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.{col, expr, window}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.Test

/** Sliding `groupBy(window(...))` has the same results by panes and by Spark's copies of rows. */
class SlideAgainstSparkTest {
  private def isOurs(plan: DataFrame): Boolean =
    plan.queryExecution.executedPlan.toString.contains("FinestraSlide")

  private def without[T](run: => T): T =
    Sessions.having("spark.finestra.slide.enabled" -> "false")(run)

  private def assertSame(what: String)(query: => DataFrame): Unit = {
    val ours = query
    assertTrue(isOurs(ours), () => s"$what\n${ours.queryExecution.executedPlan}")
    val answers = spark.createDataFrame(java.util.Arrays.asList(ours.collect(): _*), ours.schema)
    without {
      val theirs = query
      assertFalse(isOurs(theirs))
      assertEquals(theirs.schema, ours.schema, what)
      theirs.schema.zip(ours.schema).foreach { case (a, b) => assertEquals(a.metadata, b.metadata) }
      Tables.assertSame(what, theirs, answers)
    }
  }

  @Test def randomWindowsOfRandomAggregates(): Unit = {
    spark.udf.register("my_sum", FibaAggregator.udaf("sum", "100000 days", "b_fiba4"))
    Trials.run(
      5,
      100,
      "tables and sliding windows",
      (seed, _) =>
        this.synchronized {
          val tables = new Tables(new SplittableRandom(seed))
          val table = tables.next(300).cache()
          val settings = Seq(
            "spark.sql.codegen.factoryMode" -> tables.oneOf("FALLBACK", "NO_CODEGEN"),
            "spark.sql.codegen.wholeStage" -> tables.oneOf("true", "false"),
            "spark.sql.adaptive.enabled" -> tables.oneOf("true", "false"),
            "spark.sql.shuffle.partitions" -> tables.oneOf("1", "3", "7")
          )
          val (time, keys) = (oneTime(tables), tables.oneOf(Nil, Seq("k"), Seq("k", "b"), Seq("d")))
          val asked =
            Seq.fill(1 + tables.from(0, 3))(grouped(tables.oneOf(Tables.aggregates: _*)))
          val answers = asked.zipWithIndex.map { case (a, i) => expr(a).as(s"a$i") }
          val shape = tables.from(0, 3)
          val what = s"shape $shape, $time by $keys: $asked with $settings"
          def windowed(by: String, table: DataFrame) =
            table
              .groupBy(keys.map(expr) :+ expr(by).as("w"): _*)
              .agg(answers.head, answers.tail: _*)
          Sessions.having(settings: _*) {
            assertSame(what) {
              val windows = shape match {
                case 0 => windowed(time, table)
                case 1 => windowed(time, table).where("w.start > timestamp_seconds(20)")
                case 2 => windowed("own", table.selectExpr("*", s"$time AS own").where("t <> 30"))
                case 3 =>
                  windowed(s"$time.end", table).where((keys :+ "1 > 0").last + " IS NOT NULL")
              }
              val identity = if (shape == 3) Seq("w") else Seq("w.start", "w")
              windows.selectExpr(keys ++ identity ++ answers.indices.map(i => s"a$i"): _*)
            }
          }
          table.unpersist()
        }
    )
  }

  /** Moves a filter next to its aggregate, which may be inside another function. */
  private def grouped(aggregate: String): String = aggregate match {
    case Tables.FilteredArray(inner, rest) => s"sort_array($inner FILTER $rest)"
    case _                                 => aggregate
  }

  private def oneTime(tables: Tables): String = {
    val size = tables.from(2, 100)
    val slide = tables.from(math.max(1, size / 12), size / 2)
    val time = tables.oneOf("ts", "CAST(ts AS TIMESTAMP_NTZ)", "ts + INTERVAL 1 DAY")
    val start = tables.from(0, slide - 1)
    s"window($time, '$size seconds', '$slide seconds', '$start seconds')"
  }

  /** Sums of panes near the ends of BIGINT: only a window's own sum can overflow. */
  @Test def sumsThatOverflow(): Unit = Trials.run(
    5,
    300,
    "tables of large numbers",
    (seed, _) =>
      this.synchronized {
        val tables = new Tables(new SplittableRandom(seed))
        val large = Seq(Long.MaxValue, Long.MinValue, Long.MaxValue / 2, Long.MinValue / 2, 1L, -1L)
        val values = Seq.fill(12)(tables.oneOf(large.map(Option(_)) :+ None: _*))
        val table = spark
          .createDataFrame(values.zipWithIndex.map { case (x, i) => (60L * i, x) })
          .toDF("s", "x")
          .withColumn("ts", expr("timestamp_seconds(s)"))
        val windows = expr(s"window(ts, '${tables.from(2, 6)} minutes', '1 minute')").as("w")
        for (call <- Seq("try_sum(x)", "sum(x)"); ansi <- Seq("true", "false"))
          Sessions.having("spark.sql.ansi.enabled" -> ansi) {
            val what = s"$call of $values, ANSI $ansi, seed $seed"
            val sums = table.groupBy(windows).agg(expr(call).as("sum"), expr("collect_list(x)"))
            assertTrue(isOurs(sums), what)
            val lists = sums.select("`collect_list(x)`").collect().map(_.getSeq[Long](0))
            val overflows = lists.exists(!exact(_).isValidLong)
            if (overflows && ansi == "true" && call == "sum(x)")
              assertEquals("ARITHMETIC_OVERFLOW", errorOf(sums.collect(): Unit), what)
            else
              sums.collect().foreach { row =>
                val sum = exact(row.getSeq[Long](2))
                val isNull = row.getSeq[Long](2).isEmpty || call == "try_sum(x)" && !sum.isValidLong
                assertEquals(if (isNull) null else sum.toLong, row.get(1), s"$what: $row")
              }
          }
      }
  )

  private def exact(values: Seq[Long]): BigInt = values.map(BigInt(_)).sum

  /** The condition of the error that a query fails with; empty if it succeeds. */
  private def errorOf(query: => Unit): String =
    try {
      query
      ""
    } catch { case e: SparkThrowable => TestShims.condition(e) }

  private def events = spark
    .range(0, 60, 1, 3)
    .selectExpr("id % 4 AS k", "id AS x", "if(id % 7 = 0, NULL, timestamp_seconds(id * id)) AS ts")

  private val sliding = "window(ts, '10 minutes', '4 minutes', '30 seconds')"

  @Test def thePlanHasTheWindowsOnceAndTheSettingRemovesThem(): Unit = {
    val query = events.groupBy(expr("k"), expr(sliding)).agg(expr("sum(x)"), expr("max(x)"))
    val text = query.queryExecution.executedPlan.toString
    assertEquals(1, "FinestraSlide".r.findAllIn(text).size, text)
    assertFalse(text.contains("Expand"), text)
    assertEquals(1, "Exchange".r.findAllIn(text).size, text)
    without {
      val theirs = events.groupBy(expr("k"), expr(sliding)).agg(expr("sum(x)"))
      assertTrue(theirs.queryExecution.executedPlan.toString.contains("Expand"))
    }
  }

  @Test def filtersOfRowsArePushedBelowThePanes(): Unit = {
    val query = events.groupBy(expr("k"), expr(sliding)).agg(expr("sum(x)")).where("k = 2")
    val text = query.queryExecution.executedPlan.toString
    val (above, below) = text.splitAt(text.indexOf("FinestraSlide"))
    assertFalse(above.contains("Filter"), text)
    assertTrue(below.contains("Filter"), text)
  }

  /** Runs with the validation of plans that Spark's own tests switch on. */
  @Test def queriesOfAllShapes(): Unit = {
    events.createOrReplaceTempView("events")
    val queries = Seq(
      s"SELECT k, $sliding.start AS s, sum(x) AS a FROM events GROUP BY k, $sliding",
      s"SELECT $sliding.start AS s, $sliding.end AS e FROM events GROUP BY $sliding",
      s"SELECT ${sliding.replace("ts", "events.ts")} AS w, count(x) AS n FROM events GROUP BY $sliding",
      s"WITH w AS (SELECT k, $sliding AS w, sum(x) AS a FROM events GROUP BY k, $sliding) " +
        "SELECT l.k, l.w.start, l.a, r.a FROM w l JOIN w r ON l.w = r.w AND l.k = r.k + 1",
      s"SELECT k, w.start AS s, window_time(w) AS t, c FROM " +
        s"(SELECT k, $sliding AS w, count(*) AS c FROM events GROUP BY k, $sliding)",
      "SELECT w.start, a FROM (SELECT window(window_time(w), '1 hour', '20 minutes') AS w, sum(c) AS a " +
        s"FROM (SELECT $sliding AS w, count(*) AS c FROM events GROUP BY $sliding) " +
        "GROUP BY window(window_time(w), '1 hour', '20 minutes'))",
      s"SELECT map(k, 'a') AS m, sum(x) AS a FROM events GROUP BY map(k, 'a'), $sliding",
      s"SELECT k, x FROM events WHERE x IN (SELECT max(x) FROM events GROUP BY k, $sliding)",
      s"SELECT $sliding.start AS s, avg(x) + k AS a, k * 2 AS b FROM events GROUP BY k, $sliding " +
        "HAVING sum(x) > 10 ORDER BY a"
    )
    Sessions.having("spark.sql.planChangeValidation" -> "true") {
      queries.filter(isPossible).foreach(query => assertSame(query)(spark.sql(query)))
    }
  }

  /** Spark 3.5 groups neither by maps nor by intervals. */
  private def isPossible(query: String) =
    TestedSpark.isFrom(4, 0) || !query.contains("map(") && !query.contains("make_interval(")

  @Test def randomValuesAndRowIdsDifferBetweenPartitions(): Unit = {
    val several =
      Seq("spark.sql.adaptive.enabled" -> "false", "spark.sql.shuffle.partitions" -> "3")
    val rows = Sessions.having(several: _*) {
      val query = events
        .groupBy(expr("k"), expr(sliding))
        .agg(expr("sum(x) AS a"))
        .selectExpr("*", "monotonically_increasing_id() AS id", "uuid() AS u", "rand() AS r")
      assertTrue(isOurs(query))
      query.collect()
    }
    assertTrue(rows.map(_.getAs[Long]("id") >> 33).distinct.length > 1)
    assertEquals(rows.length, rows.map(_.getAs[Long]("id")).distinct.length)
    assertEquals(rows.length, rows.map(_.getAs[String]("u")).distinct.length)
  }

  @Test def equalPlansAreRecognized(): Unit = {
    def plan = events
      .groupBy(expr("k"), expr(sliding))
      .agg(expr("sum(x)"), expr("max(x) FILTER (WHERE x > 3)"))
      .queryExecution
    val (a, b) = (plan.sparkPlan, plan.sparkPlan)
    assertTrue(a.toString.contains("FinestraSlide"))
    assertTrue(a.sameResult(b))
  }

  /** With a smaller estimate, a join above could broadcast too many rows. */
  @Test def theSizeIsEstimatedAsThatOfTheCopies(): Unit = {
    def size(df: DataFrame) = df.queryExecution.optimizedPlan.stats.sizeInBytes
    val windows = expr("window(ts, '10 minutes', '1 second')")
    val (of, each) = (size(events.groupBy(expr("k"), windows).count()), size(events))
    assertTrue(of > each * 100, s"$of bytes of $each")
  }

  /** Sketches that deserialize to another class than the one that was filled. */
  @Test def sketches(): Unit = {
    assumeTrue(TestedSpark.isFrom(4, 2), "older versions lack some of the functions")
    val sketched = spark.sql(
      "SELECT id, timestamp_seconds(id * 20) AS ts, theta_sketch_agg(id) AS s, " +
        "tuple_sketch_agg_integer(id, CAST(id AS INT)) AS p FROM range(60) GROUP BY id"
    )
    sketched.cache()
    Seq(
      "theta_sketch_estimate(theta_sketch_agg(id))",
      "theta_sketch_estimate(theta_union_agg(s))",
      "theta_sketch_estimate(theta_intersection_agg(s))",
      "tuple_sketch_estimate_integer(tuple_sketch_agg_integer(id, CAST(id AS INT)))",
      "tuple_sketch_estimate_integer(tuple_union_agg_integer(p))"
    ).foreach { call =>
      Seq(Seq(call), Seq(call, "sum(id)")).foreach { calls =>
        assertSame(calls.mkString(", ")) {
          sketched
            .groupBy(expr("window(ts, '5 minutes', '1 minute')"))
            .agg(expr(calls.head), calls.tail.map(expr): _*)
        }
      }
    }
    sketched.unpersist()
  }

  @Test def windowsOfDataFrames(): Unit = {
    for ((size, slide) <- Seq("10 minutes" -> "4 minutes", "6 minutes" -> "2 minutes")) {
      val each = window(col("ts"), size, slide, "30 seconds")
      assertSame(s"$size every $slide")(events.groupBy(col("k"), each).agg(expr("sum(x)")))
      assertSame(s"$size every $slide, filtered") {
        events.withColumn("w", each).where("k < 3").groupBy("w").agg(expr("max(x)"))
      }
      val sums = events.groupBy(col("k"), each.as("w")).agg(expr("sum(x) AS a"))
      assertSame(s"$size every $slide, joined") {
        sums
          .as("l")
          .join(sums.as("r"), expr("l.w = r.w AND l.k = r.k + 1"))
          .select("l.w", "l.a", "r.a")
      }
    }
    val few = window(col("ts"), "10 minutes", "7 minutes")
    assertFalse(isOurs(events.groupBy(few).agg(expr("sum(x)"))), "windows shorter than two slides")
  }

  @Test def windowsInATemporaryView(): Unit = {
    events.withColumn("w", expr(sliding)).createOrReplaceTempView("with_windows")
    assertSame("view")(spark.sql("SELECT w, sum(x) AS a FROM with_windows GROUP BY w"))
    events.createOrReplaceTempView("events")
    spark.sql(s"CREATE OR REPLACE TEMP VIEW sql_windows AS SELECT *, $sliding AS w FROM events")
    assertSame("SQL view")(spark.sql("SELECT w, sum(x) AS a FROM sql_windows GROUP BY w"))
  }

  @Test def queriesThatPanesCannotComputeAreLeftToSpark(): Unit = {
    events.createOrReplaceTempView("events")
    Seq(
      s"SELECT count(DISTINCT x) AS a, $sliding FROM events GROUP BY $sliding",
      s"SELECT max($sliding.end) AS a, $sliding FROM events GROUP BY $sliding",
      s"SELECT date_trunc('hour', $sliding.start) AS s, count(x) AS a FROM events " +
        s"GROUP BY date_trunc('hour', $sliding.start)",
      s"SELECT k, $sliding.start, sum(x) AS a FROM events GROUP BY ROLLUP(k, $sliding)",
      s"SELECT $sliding.start AS s, x FROM events",
      s"SELECT DISTINCT k, $sliding.start AS s FROM events",
      s"SELECT w, sum(x) AS a FROM (SELECT $sliding AS w, x FROM events) WHERE rand() < 2 GROUP BY w",
      s"SELECT make_interval(0, 0, 0, k) AS i, sum(x) AS a FROM events GROUP BY 1, $sliding",
      "SELECT window(ts, '1 hour').start AS s, sum(x) AS a FROM events GROUP BY window(ts, '1 hour')"
    ).filter(isPossible).foreach { query =>
      val ours = spark.sql(query)
      val said = Logged.by("dev.finestra.spark.internal.slide")(ours.queryExecution.optimizedPlan)
      val hasCopies = query.contains(sliding)
      assertEquals(if (hasCopies) 1 else 0, said.count(_.contains("to Spark")), s"$query: $said")
      assertFalse(isOurs(ours), query)
      val answers = spark.createDataFrame(java.util.Arrays.asList(ours.collect(): _*), ours.schema)
      without(Tables.assertSame(query, spark.sql(query), answers))
    }
  }

  @Test def windowsShorterThanTwoSlidesAreLeftToSpark(): Unit =
    for ((size, isTaken) <- Seq(61 -> false, 119 -> false, 120 -> true, 121 -> true)) {
      val window = expr(s"window(ts, '$size seconds', '60 seconds')")
      val query = events.groupBy(expr("k"), window).agg(expr("sum(x) AS a"))
      assertEquals(isTaken, isOurs(query), s"$size seconds")
    }

  @Test def aWatermarkOfATableStaysWithItsColumn(): Unit =
    assertSame("watermark") {
      events.withWatermark("ts", "1 hour").groupBy(expr(sliding)).agg(expr("sum(x)"))
    }

  @Test def windowsOutsideTheRangeOfTimestampsFail(): Unit = {
    val ends = spark.sql("SELECT timestamp_micros(9223372036854775000L) AS ts")
    val query = ends.groupBy(expr("window(ts, '1 hour', '7 minutes')")).count()
    val error = assertThrows(classOf[Exception], () => query.collect(): Unit)
    assertTrue(
      Iterator
        .iterate[Throwable](error)(_.getCause)
        .takeWhile(_ != null)
        .exists(_.getMessage.contains("set spark.finestra.slide.enabled to false")),
      error.toString
    )
  }
}
