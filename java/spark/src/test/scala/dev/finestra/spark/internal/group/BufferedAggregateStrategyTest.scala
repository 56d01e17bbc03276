package dev.finestra.spark.internal.group

import java.util.SplittableRandom

import dev.finestra.spark.Sessions
import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.{Tables, TestedSpark}
import dev.finestra.testing.{FromTier, Tier, Trials}
import org.apache.spark.sql.{DataFrame, Encoder, Encoders, Row}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.expressions.Aggregator
import org.apache.spark.sql.functions.expr
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Partial aggregation by Finestra has the results of Spark's own, which also plans a query with
  * `count(DISTINCT …)`.
  */
class BufferedAggregateStrategyTest extends AdaptiveSparkPlanHelper {
  private val calls = Seq(
    "finestra_last('sum', v, t, 20)",
    "finestra_rolling('max', v, t, 3)",
    "finestra_slides('tuple(max,count)', v, t, 50, 10)",
    "finestra_last('max', k, t, 20)",
    "finestra_agg('count_distinct', v)"
  )

  private val others = Seq(
    "count(*)",
    "sum(v) FILTER (WHERE t % 3 = 0)",
    "avg(CAST(v AS DECIMAL(20, 4)))",
    "stddev(v)",
    "max(concat('a', v))",
    "approx_count_distinct(v)",
    "percentile_approx(v, 0.3)",
    "max_by(t, v)",
    "finestra_agg('range', v)",
    "finestra_last('sum', v, t, 20) FILTER (WHERE v % 2 = 0)"
  )

  @Test def someRowsAreAggregatedBeforeTheShuffle(): Unit =
    Trials.run(
      3,
      30,
      "groups",
      (seed, _) => {
        val random = new SplittableRandom(seed)
        val keys = Seq(1, 40, 1000, 1030, 6000)(random.nextInt(5))
        val table = spark
          .range(0, random.nextInt(8000), 1, 1 + random.nextInt(3))
          .selectExpr(
            s"if(hash(id, $seed) % 50 = 0, null, pmod(hash(id, 1, $seed), $keys)) AS k",
            s"if(hash(id, 2, $seed) % 90 = 0, null, pmod(hash(id, 3, $seed), 300)) AS t",
            s"if(hash(id, 4, $seed) % 20 = 0, null, hash(id, 5, $seed)) AS v"
          )
        // Without functions over event time, rows of some thousand groups are always sorted.
        val overTime =
          if (random.nextInt(3) == 0) Nil
          else calls.init.filter(_ => random.nextInt(3) > 0) :+ calls.head
        val aggregates = overTime ++ others.filter(_ => random.nextInt(4) == 0) :+ calls.last
        assertSame(s"$keys keys", table, aggregates)
      }
    )

  /** A round that halves nothing, rows that are sent as they are, and another round. */
  @Test def manyEventsOfFewGroups(): Unit = {
    val table = spark.range(0, 350000, 1, 1).selectExpr("id % 7 AS k", "id AS t", "id * 3 AS v")
    val all = Seq("finestra_last('sum', v, t, 1000000)")
    assertEquals((14L, 262144L), sent(assertSame("many events", table, all)))
  }

  /** With few groups, one round takes all rows as long as it halves them. */
  @Test def fewGroupsAreSentOnce(): Unit = {
    val table = spark.range(0, 350000, 1, 1).selectExpr("id % 7 AS k", "id AS t", "id % 1000 AS v")
    val calls = Seq("finestra_last('sum', v, t, 100)", "finestra_agg('count_distinct', v)")
    for (call <- calls) assertEquals((7L, 0L), sent(assertSame(call, table, Seq(call))), call)
  }

  /** A round of many groups ends early if they are large. */
  @FromTier(Tier.PUSH)
  @Test def largeGroupsEndARound(): Unit = {
    val table = spark.range(0, 8000, 1, 1).selectExpr("id % 900 AS k", "repeat('x', 5000) AS v")
    val call = "length(finestra_agg('concat', v))"
    assertEquals((900L, 8000L - 4096), sent(assertSame("large", table, Seq(call))))
  }

  private def thousandsOfGroups(rows: Int) = spark
    .range(0, rows, 1, 1)
    .selectExpr("pmod(hash(id), 3000) AS k", "id AS t", "id * 3 AS v")

  private def last(size: Int) = s"finestra_last('sum', v, t, $size)"

  /** A first round of many groups, then a sort of all other rows. */
  @Test def someThousandGroupsAreSorted(): Unit = {
    val table = thousandsOfGroups(60000)
    for (calls <- Seq(Seq("finestra_agg('count_distinct', v)", "stddev(v)"), Seq(last(20)))) {
      val (groups, rows) = sent(assertSame("sorted", table, calls))
      assertEquals(0L, rows, s"$calls")
      assertTrue(groups <= 1024 + 3000, s"$calls: $groups groups")
    }
    for (calls <- Seq(Seq(last(60000)), Seq(last(20), "finestra_rolling('max', v, t, 3)"))) {
      val (groups, rows) = sent(assertSame("sent", table, calls))
      assertEquals(1024L, groups, s"$calls")
      assertTrue(rows > 50000, s"$calls: $rows rows")
    }
  }

  /** Windows that keep all rows of a group are sorted only after a million rows. */
  @FromTier(Tier.PUSH)
  @Test def allRowsOfSomeThousandGroupsAreSorted(): Unit = {
    val table = thousandsOfGroups(1200000)
    val (groups, rows) = sent(assertSame("many rows", table, Seq(last(1200000))))
    assertEquals(1L << 20, rows)
    assertEquals(5 * 1024 + 3000L, groups)
  }

  @Test def functionsThatOnlySparkPlans(): Unit = {
    val table = spark.range(0, 9000, 1, 1).selectExpr("id % 3000 AS k", "id AS v")
    for (
      (other, result) <- Seq(
        "theta_sketch_estimate(theta_sketch_agg(v))" -> "3",
        "hll_sketch_estimate(hll_sketch_agg(v))" -> "3",
        "size(collect_list(v))" -> "3",
        "percentile(v, 0.5)" -> "k + 3000"
      ) if TestedSpark.isFrom(4, 1) || !other.startsWith("theta")
    ) {
      val distinct = expr("finestra_agg('count_distinct', v)").as("n")
      val rows = table.groupBy("k").agg(expr(other).as("a"), distinct)
      assertEquals(3000, rows.where(s"a = $result AND n = 3").count(), other)
      assertFalse(rows.queryExecution.executedPlan.toString.contains("FinestraPartial"), other)
    }
  }

  @Test def aSettingSwitchesItOff(): Unit =
    Sessions.having("spark.finestra.group.enabled" -> "false") {
      val rows = spark.sql(s"SELECT $recent FROM $events GROUP BY k")
      assertEquals(Seq(Row(3L)), rows.collect().toSeq)
      assertFalse(rows.queryExecution.executedPlan.toString.contains("FinestraPartial"))
    }

  /** With ids in order most rows are sent as they are, otherwise most are sorted. */
  @Test def keysAndArgumentsOfAllTypes(): Unit = {
    val last = Seq(
      "finestra_last('max', s.a, t, 2)",
      "finestra_last('arg_max', struct(v, id - length(s.a)), t, 2)",
      "finestra_last('max', abs(d), t, 2)"
    )
    val distinct =
      Seq("finestra_agg('count_distinct', s.a)", "finestra_agg('count_distinct', abs(d))")
    for ((id, calls) <- Seq("id" -> last, "pmod(hash(id), 2500)" -> distinct))
      assertSameForKeys(id, calls)
  }

  private def assertSameForKeys(id: String, calls: Seq[String]): Unit = {
    val table = spark
      .range(0, 5000, 1, 1)
      .selectExpr(s"$id AS id")
      .selectExpr(
        "id",
        "id % 3 AS t",
        "id % 2000 AS v",
        "named_struct('a', concat('name ', id % 1500), 'b', id % 2) AS s",
        "if(id % 7 = 0, -0.0D, id % 1400 + 0D) AS d",
        "array(id % 1300) AS many"
      )
    for (key <- Seq("s", "s.a", "d", "many", "v + 1", "date_add(DATE'2026-01-01', int(v))"))
      assertSame(key, table, calls, key)
  }

  /** More groups than a round holds, so that most rows are sent as they are. */
  @Test def argumentsThatFailForExcludedRows(): Unit = {
    val table = spark
      .range(0, 5000, 1, 1)
      .selectExpr("id % 3000 AS k", "id AS t", "id % 5 AS v")
    val calls = Seq(
      "finestra_agg('count_distinct', 100 / v) FILTER (WHERE v <> 0)",
      "sum(100 / v) FILTER (WHERE v <> 0)",
      "finestra_last('max', 100 / v, if(v = 0, null, t), 60)",
      "count(100 / v) FILTER (WHERE v <> 0)"
    )
    assertSame("failing arguments", table, calls)
  }

  @Test def aggregatorsOfTypes(): Unit = {
    import spark.implicits._
    val rows = spark
      .range(10)
      .select($"id" % 2 as "k", $"id" as "v")
      .groupBy("k")
      .agg(
        BufferedAggregateStrategyTest.SumOfV.toColumn.name("a"),
        expr("finestra_agg('count_distinct', v)")
      )
    assertEquals(Seq(Row(0, 20L, 5L), Row(1, 25L, 5L)), rows.orderBy("k").collect().toSeq)
  }

  @Test def keysThatOnlySparkGroups(): Unit =
    for (
      key <- Seq("session_window(ts, '10 minutes')", "make_interval(0, 0, 0, int(k))")
      if TestedSpark.isFrom(4, 0) || key.startsWith("session")
    ) {
      val rows = spark.sql(s"SELECT $key AS key, $recent FROM $events GROUP BY ALL")
      assertFalse(rows.queryExecution.executedPlan.toString.contains("FinestraPartial"), key)
      assertEquals(Seq(3L), rows.collect().toSeq.map(_.getLong(1)), key)
    }

  @Test def slidingWindowsStayPanes(): Unit = {
    val rows =
      spark.sql(s"SELECT $recent FROM $events GROUP BY k, window(ts, '10 minutes', '5 minutes')")
    assertTrue(rows.queryExecution.executedPlan.toString.contains("FinestraSlide"))
    assertEquals(Seq(1L, 2L, 3L), rows.collect().toSeq.map(_.getLong(0)).sorted)
  }

  @Test def groupingSetsAndReusedShuffles(): Unit = {
    val sets = spark.sql(s"SELECT k, $recent FROM $events GROUP BY GROUPING SETS ((k), ())")
    assertEquals(Seq(Row(null, 3L), Row(1, 3L)), sets.orderBy("k").collect().toSeq)
    val twice = spark.sql(
      s"WITH a AS (SELECT k, $recent AS x FROM $events GROUP BY k) " +
        "SELECT l.x + r.x FROM a AS l JOIN a AS r USING (k)"
    )
    assertEquals(Seq(Row(6L)), twice.collect().toSeq)
  }

  private val recent = "finestra_last('sum', v, ts, '1 hour')"
  private val events =
    "VALUES (1, 1, timestamp'2026-01-01 00:00:00'), (1, 2, timestamp'2026-01-01 00:05:00') " +
      "AS t(k, v, ts)"

  private def assertSame(
      what: String,
      table: DataFrame,
      aggregates: Seq[String],
      key: String = "k"
  ): DataFrame = {
    val columns = aggregates.zipWithIndex.map { case (call, i) => expr(call).as(s"a$i") }
    val own = table.groupBy(expr(key)).agg(columns.head, columns.tail: _*)
    val sparks =
      table
        .groupBy(expr(key))
        .agg(expr("count(DISTINCT 1)").as("n"), columns: _*)
        .where("n > 0")
        .drop("n")
    val plan = own.queryExecution.executedPlan.toString
    assertTrue(plan.contains("FinestraPartial"), s"$what: $plan")
    assertFalse(sparks.queryExecution.executedPlan.toString.contains("FinestraPartial"))
    Tables.assertSame(what, sparks, own)
    own
  }

  /** How many groups and how many rows a query sent through its shuffle. */
  private def sent(rows: DataFrame): (Long, Long) = {
    val partial = collectFirst(rows.queryExecution.executedPlan) { case p: FinestraPartialExec =>
      p
    }
    (partial.get.metrics("groups").value, partial.get.metrics("rows").value)
  }
}

object BufferedAggregateStrategyTest {
  object SumOfV extends Aggregator[Row, Long, Long] {
    override def zero: Long = 0
    override def reduce(sum: Long, row: Row): Long = sum + row.getAs[Long]("v")
    override def merge(a: Long, b: Long): Long = a + b
    override def finish(sum: Long): Long = sum
    override def bufferEncoder: Encoder[Long] = Encoders.scalaLong
    override def outputEncoder: Encoder[Long] = Encoders.scalaLong
  }
}
