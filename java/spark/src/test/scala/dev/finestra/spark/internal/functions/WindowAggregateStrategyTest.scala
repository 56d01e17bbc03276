package dev.finestra.spark.internal.functions

import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.Tables
import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.expr
import org.junit.jupiter.api.Assertions.{assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Partial aggregation by Finestra has the results of Spark's own, which also plans a query with
  * another function in it.
  */
class WindowAggregateStrategyTest {
  private val calls = Seq(
    "finestra_last('sum', v, t, 20)",
    "finestra_rolling('max', v, t, 3)",
    "finestra_slides('tuple(max,count)', v, t, 50, 10)"
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
        val aggregates = calls.filter(_ => random.nextInt(3) > 0) :+ calls.head
        assertSame(s"$keys keys", table, aggregates)
      }
    )

  @Test def manyEventsOfFewGroups(): Unit = {
    val table = spark.range(0, 300000, 1, 1).selectExpr("id % 7 AS k", "id AS t", "id * 3 AS v")
    assertSame("many events", table, Seq("finestra_last('sum', v, t, 1000000)"))
  }

  private def assertSame(what: String, table: DataFrame, aggregates: Seq[String]): Unit = {
    val columns = aggregates.zipWithIndex.map { case (call, i) => expr(call).as(s"a$i") }
    val own = table.groupBy("k").agg(columns.head, columns.tail: _*)
    val sparks =
      table.groupBy("k").agg(expr("count(*)").as("n"), columns: _*).where("n > 0").drop("n")
    assertTrue(own.queryExecution.executedPlan.toString.contains("FinestraPartial"))
    assertFalse(sparks.queryExecution.executedPlan.toString.contains("FinestraPartial"))
    Tables.assertSame(what, sparks, own)
  }
}
