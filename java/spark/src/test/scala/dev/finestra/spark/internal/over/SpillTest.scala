package dev.finestra.spark.internal.over

import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.{Sessions, Tables}
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

/** Frames whose rows were spilled to files have Spark's results. */
class SpillTest {

  private def rows: DataFrame =
    spark.range(0, 9000, 1, 4).selectExpr("id % 3 AS k", "id DIV 2 AS t", "id", "hash(id) AS h")

  private val order = "PARTITION BY k ORDER BY t"

  private def answers(frames: Seq[String]): DataFrame = {
    val over = frames.zipWithIndex.flatMap { case (frame, i) =>
      Seq(s"max(h) OVER ($order $frame) AS m$i", s"count(h) OVER ($order $frame) AS c$i")
    }
    rows.selectExpr(Seq("k", "t", "id") ++ over: _*)
  }

  private def operator(of: DataFrame): FinestraWindowExec =
    of.queryExecution.executedPlan.collectFirst { case o: FinestraWindowExec => o }.get

  /** Allows few rows in memory; switches off adaptive plans, which do not show their operators. */
  private def having[A](run: => A): A = Sessions.having(
    "spark.sql.windowExec.buffer.in.memory.threshold" -> "2",
    "spark.sql.windowExec.buffer.spill.threshold" -> "500",
    "spark.sql.adaptive.enabled" -> "false"
  )(run)

  private def check(frames: String*): Unit = {
    val ours = answers(frames)
    val files = LocalFiles.count()
    val collected = having {
      val collected = java.util.Arrays.asList(ours.collect(): _*)
      val spilled = operator(ours).metrics("spillSize").value
      assertTrue(spilled > 0, s"$frames: no row was spilled")
      spark.createDataFrame(collected, ours.schema)
    }
    assertEquals(files, LocalFiles.count(), "files are left behind")
    Sessions.having("spark.finestra.over.enabled" -> "false") {
      Tables.assertSame(frames.mkString(", "), answers(frames), collected)
    }
  }

  @Test def framesUpToTheEnd(): Unit = check("ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING")

  @Test def framesFarBehind(): Unit = check("RANGE BETWEEN 1000 PRECEDING AND 900 PRECEDING")

  @Test def framesOfBothSides(): Unit = check(
    "RANGE BETWEEN 700 PRECEDING AND 700 FOLLOWING",
    "RANGE BETWEEN 5 PRECEDING AND CURRENT ROW",
    "RANGE BETWEEN 600 FOLLOWING AND UNBOUNDED FOLLOWING"
  )

  @Test def framesAhead(): Unit = check("RANGE BETWEEN CURRENT ROW AND 800 FOLLOWING")
}
