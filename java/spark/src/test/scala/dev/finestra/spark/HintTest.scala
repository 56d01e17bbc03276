package dev.finestra.spark

import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The hint that names a query's algorithm. */
class HintTest {
  private def plan(df: DataFrame): String = df.queryExecution.executedPlan.toString

  private val over = "sum(id) OVER (ORDER BY id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)"

  private def assertUses(query: String, operator: String, algorithms: String*): Unit = {
    val ours = spark.sql(query)
    val lines = plan(ours).linesIterator.filter(_.contains(operator)).toSeq
    assertEquals(algorithms.size, lines.size, plan(ours))
    algorithms.foreach(name => assertTrue(lines.exists(_.contains(name)), plan(ours)))
    val without = spark.sql(query.replaceAll("/\\*\\+[^/]*\\*/", ""))
    Tables.assertSame(query, without, ours)
  }

  @Test def theHintChoosesTheAlgorithm(): Unit = {
    assertUses(
      s"SELECT /*+ finestra('b_fiba8') */ id, $over AS s FROM range(50) ORDER BY s",
      "FinestraWindow",
      "b_fiba8"
    )
    assertUses(
      "SELECT /*+ FINESTRA(daba_lite) */ id, sum(id) OVER w AS s FROM range(50) " +
        "WINDOW w AS (ORDER BY id RANGE BETWEEN 9 PRECEDING AND CURRENT ROW)",
      "FinestraWindow",
      "daba_lite"
    )
    assertUses(
      s"SELECT id, s, $over AS t FROM " +
        s"(SELECT /*+ finestra('reactive') */ id, $over AS s FROM range(50))",
      "FinestraWindow",
      "reactive",
      "auto"
    )
    assertUses(
      s"SELECT /*+ finestra('b_fiba8') */ id, s, $over AS t FROM " +
        s"(SELECT /*+ finestra('reactive') */ id, $over AS s FROM range(50))",
      "FinestraWindow",
      "reactive",
      "b_fiba8"
    )
    assertUses(
      "SELECT /*+ finestra('b_fiba8') */ window(ts, '10 seconds', '2 seconds').end AS e, sum(id) " +
        "FROM (SELECT id, timestamp_seconds(id) AS ts FROM range(50)) " +
        "GROUP BY window(ts, '10 seconds', '2 seconds') ORDER BY sum(id)",
      "FinestraSlide",
      "b_fiba8"
    )
  }

  @Test def theHintWorksInExplainAndDescribe(): Unit = {
    spark.range(50).createOrReplaceTempView("hinted")
    val query = s"SELECT /*+ finestra('b_fiba8') */ id, $over AS s FROM hinted"
    val plan = spark.sql(s"EXPLAIN $query").head().getString(0)
    assertTrue(plan.contains("FinestraWindow") && plan.contains("b_fiba8"), plan)
    assertEquals(2, spark.sql(s"DESCRIBE QUERY $query").count())
  }

  @Test def theHintOverridesTheSetting(): Unit = {
    Sessions.having("spark.finestra.algorithm" -> "two_stacks") {
      val hinted = s"SELECT /*+ finestra('b_fiba8') */ $over FROM range(9)"
      assertUses(hinted, "FinestraWindow", "b_fiba8")
      assertUses(s"SELECT $over FROM range(9)", "FinestraWindow", "two_stacks")
    }
  }

  @Test def wrongHintsAndSettingsAreRejected(): Unit = {
    def refusal(run: => Any): String =
      assertThrows(classOf[IllegalArgumentException], () => { run; () }).getMessage
    def hinted(hint: String) = refusal(spark.sql(s"SELECT /*+ $hint */ $over FROM range(9)"))
    assertTrue(hinted("finestra('b_fibe8')").contains("Did you mean 'b_fiba"))
    assertTrue(hinted("finestra(1, 2)").contains("one algorithm, such as finestra('b_fiba8')"))
    val inverse = "subtract_on_evict needs an inverse"
    assertTrue(hinted("finestra('subtract_on_evict')").startsWith(inverse))
    assertTrue(hinted("finestra('slicing(two_stacks,10)')").contains("rounds times"))
    Sessions.having("spark.finestra.algorithm" -> "subtract_on_evict") {
      val plain = refusal(spark.sql(s"SELECT $over FROM range(9)").collect())
      assertTrue(plain.startsWith(inverse) && plain.contains("daba_lite"), plain)
    }
    val df = refusal(spark.range(9).toDF().hint("finestra", "b_fiba8"))
    assertTrue(df.contains("set spark.finestra.algorithm"), df)
  }
}
