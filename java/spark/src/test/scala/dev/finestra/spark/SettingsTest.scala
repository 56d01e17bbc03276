package dev.finestra.spark

import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The settings `spark.finestra.*`: their valid values, and their effect on plans. */
class SettingsTest {
  private def over(rows: Int): DataFrame = spark.sql(
    s"SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN ${rows - 1} PRECEDING AND CURRENT ROW) " +
      "FROM range(9)"
  )

  private val sliding =
    "SELECT count(*) FROM (SELECT timestamp_seconds(id) AS ts FROM range(50)) " +
      "GROUP BY window(ts, '10 seconds', '2 seconds')"

  private def isOurs(df: DataFrame): Boolean =
    df.queryExecution.executedPlan.toString.contains("Finestra")

  private def refusal(name: String, value: String)(run: => Any): String =
    Sessions.having(s"spark.finestra.$name" -> value) {
      assertThrows(classOf[IllegalArgumentException], () => run).getMessage
    }

  @Test def switchesAreTrueOrFalse(): Unit = {
    for ((value, on) <- Seq("true" -> true, "FALSE" -> false)) {
      Sessions.having("spark.finestra.over.enabled" -> value)(assertEquals(on, isOurs(over(5))))
      Sessions.having("spark.finestra.slide.enabled" -> value) {
        assertEquals(on, isOurs(spark.sql(sliding)))
      }
    }
    assertEquals(
      "spark.finestra.over.enabled is 'yes'; it must be true or false.",
      refusal("over.enabled", "yes")(isOurs(over(5)))
    )
    assertEquals(
      "spark.finestra.slide.enabled is 'on'; it must be true or false.",
      refusal("slide.enabled", "on")(isOurs(spark.sql(sliding)))
    )
  }

  @Test def mergedFunctionsNeedLongerFramesThanThoseOfColumns(): Unit = {
    def plan(call: String, rows: Int) = spark.sql(
      s"SELECT $call OVER (ORDER BY id ROWS BETWEEN ${rows - 1} PRECEDING AND CURRENT ROW) " +
        "FROM range(9)"
    )
    val name = "spark.finestra.over.minFrameRows"
    Sessions.having(name -> "") {
      spark.conf.unset(name)
      for ((rows, isTaken) <- Seq(1 -> false, 2 -> true)) {
        assertEquals(isTaken, isOurs(plan("max(id)", rows)))
      }
      for ((rows, isTaken) <- Seq(15 -> false, 16 -> true)) {
        assertEquals(isTaken, isOurs(plan("approx_count_distinct(id)", rows)))
      }
    }
  }

  @Test def smallerFramesAreLeftToSpark(): Unit = {
    Sessions.having("spark.finestra.over.minFrameRows" -> "5") {
      assertEquals(false, isOurs(over(4)))
      assertEquals(true, isOurs(over(5)))
    }
    for (value <- Seq("many", "-1", "9999999999")) {
      val refused = refusal("over.minFrameRows", value)(isOurs(over(5)))
      assertTrue(
        refused.contains(s"minFrameRows is '$value'; it must be a number of rows"),
        refused
      )
    }
  }
}
