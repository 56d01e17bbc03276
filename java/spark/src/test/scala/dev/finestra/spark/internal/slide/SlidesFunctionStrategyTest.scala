package dev.finestra.spark.internal.slide

import java.util.SplittableRandom

import dev.finestra.spark.Sessions
import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.Tables
import dev.finestra.spark.internal.DroppedRows
import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.expr
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{Test, Timeout}

/** `finestra_slides` by panes has the answers that it has by buffers. */
class SlidesFunctionStrategyTest {
  private val aggregations = Seq(
    "'sum', i",
    "'sum', l",
    "'mean', l",
    "'count', s",
    "'max', s",
    "'min', day",
    "'sum', c",
    "'bool_and', b",
    "'tuple(max,mean,count)', i",
    "'tuple(min,sum,tuple(count,max))', c"
  )

  @Test def byPanesAsByBuffers(): Unit = Trials.run(
    6,
    120,
    "tables",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val tables = new Tables(random)
      // The optimizer drops the aggregation of an empty table.
      val table = Iterator.continually(tables.next(300)).dropWhile(_.isEmpty).next()
      val size = tables.from(1, 60)
      val sizes = s"INTERVAL $size SECONDS, '${tables.from(math.max(1, size / 12), size)} seconds'"
      val calls = Seq.fill(tables.from(1, 3))(tables.oneOf(aggregations: _*)).map { of =>
        s"finestra_slides($of, ts, $sizes)"
      }
      val keys = tables.oneOf(Seq("k"), Seq("k", "s"), Seq("d"), Seq())
      // Two trials run at a time in one session, and each changes a setting of it.
      this.synchronized(assertSame(s"$calls by $keys", table, keys, calls))
    }
  )

  @Test def otherCallsKeepTheirBuffers(): Unit = {
    val table = new Tables(new SplittableRandom(1)).next(10)
    val sum = "finestra_slides('sum', i, ts, '2 minutes', '1 minute')"
    for (
      calls <- Seq(
        Seq("finestra_slides('sum', i, t, 2, 1)"),
        Seq("finestra_slides('first', i, ts, '2 minutes', '1 minute')"),
        Seq("finestra_slides('sum', i, ts, '2 minutes', '1 minute', 'b_fiba8')"),
        Seq(sum, "finestra_slides('sum', i, ts, '3 minutes', '1 minute')"),
        Seq(sum, "finestra_slides('sum', i, at, '2 minutes', '1 minute')"),
        Seq("finestra_slides('tuple(max,arg_max)', struct(i, l), ts, '2 minutes', '1 minute')"),
        Seq("finestra_slides('tuple(count,corr)', struct(i, l), ts, '2 minutes', '1 minute')"),
        Seq(sum, "count(*)"),
        Seq(s"$sum FILTER (WHERE i > 0)")
      )
    ) assertFalse(planOf(asked(table, Seq("k"), calls)).contains("FinestraSlide"), s"$calls")
  }

  @Test def valuesOfRowsWithoutTimeAreNotRead(): Unit = {
    val table = spark.range(0, 100, 1, 1).selectExpr("id % 3 AS k", "id % 5 AS v")
    val time = "if(v = 0, null, timestamp_seconds(k))"
    for (
      of <- Seq(
        "'sum', 100 / v",
        "'mean', 100 / v",
        "'sum', 100 div v",
        "'tuple(max,count)', 100 / v"
      )
    )
      assertSame(of, table, Seq("k"), Seq(s"finestra_slides($of, $time, '1 hour', '10 minutes')"))
  }

  @Test @Timeout(120) def rowsOfACache(): Unit = {
    val table = spark.range(0, 100, 1, 2).selectExpr("id % 3 AS k", "timestamp_seconds(id) AS ts")
    val call = "finestra_slides('count', k, ts, '20 seconds', '5 seconds')"
    val cached = table.cache()
    try assertSame("cached", cached, Seq("k"), Seq(call))
    finally cached.unpersist()
  }

  @Test def countsRowsWithoutTimeOnce(): Unit = {
    val counter = DroppedRows.of(spark.sparkContext)
    val table = spark.range(0, 100, 1, 2).selectExpr("id AS k", "CAST(null AS TIMESTAMP) AS ts")
    val before = counter.sum
    val calls = Seq("max", "min").map(of => s"finestra_slides('$of', k, ts, '1 hour', '1 hour')")
    assertEquals(100, asked(table, Seq("k"), calls).where("size(a0) = 0 AND size(a1) = 0").count())
    assertEquals(before + 100, counter.sum) // buffers would count each row for both calls
  }

  private def assertSame(
      what: String,
      table: DataFrame,
      keys: Seq[String],
      calls: Seq[String]
  ): Unit = {
    val byPanes = asked(table, keys, calls)
    // Adaptive execution may plan again while a query runs, so the setting lasts until its end.
    val byBuffers = Sessions.having("spark.finestra.slide.enabled" -> "false") {
      val rows = asked(table, keys, calls)
      val all = rows.collect()
      assertFalse(planOf(rows).contains("FinestraSlide"), what)
      spark.createDataFrame(java.util.Arrays.asList(all: _*), rows.schema)
    }
    Tables.assertSame(what, byBuffers, byPanes)
    assertTrue(planOf(byPanes).contains("FinestraSlide"), what)
  }

  private def asked(table: DataFrame, keys: Seq[String], calls: Seq[String]): DataFrame = {
    val columns = calls.zipWithIndex.map { case (call, i) => expr(call).as(s"a$i") }
    table.groupBy(keys.map(expr): _*).agg(columns.head, columns.tail: _*)
  }

  private def planOf(rows: DataFrame): String = rows.queryExecution.executedPlan.toString
}
