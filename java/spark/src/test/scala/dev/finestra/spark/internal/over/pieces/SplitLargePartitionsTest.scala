package dev.finestra.spark.internal.over.pieces

import dev.finestra.spark.{Sessions, Tables}
import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.PartialReducerPartitionSpec
import org.apache.spark.sql.execution.adaptive.{AQEShuffleReadExec, AdaptiveSparkPlanHelper}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Partitions of `OVER` that are much larger than others are split, with the same results. */
class SplitLargePartitionsTest extends AdaptiveSparkPlanHelper {
  private val rows = 20000
  private val hour = "RANGE BETWEEN INTERVAL 1 HOUR PRECEDING AND CURRENT ROW"

  /** A row each minute, almost all of them of one key, written by 8 tasks. */
  private def table(time: String = "id"): DataFrame = spark
    .range(0, rows, 1, 8)
    .selectExpr(
      "IF(id % 100 = 7, id, 0) AS k",
      s"timestamp_seconds(60 * ($time)) AS ts",
      "id % 1000 AS x"
    )

  private def pieces(df: DataFrame): Seq[PieceRowsExec] =
    collect(df.queryExecution.executedPlan) { case pieces: PieceRowsExec => pieces }

  private def having[A](settings: (String, String)*)(run: => A): A = {
    val all = Map(
      "spark.sql.adaptive.advisoryPartitionSizeInBytes" -> "20KB",
      "spark.sql.leafNodeDefaultParallelism" -> "16",
      "spark.finestra.over.split" -> "true"
    ) ++ settings
    Sessions.having(all.toSeq: _*)(run)
  }

  /** Runs a query, and compares it with Spark; returns whether a partition was split. */
  private def isSplit(ask: () => DataFrame, settings: (String, String)*): Boolean =
    having(settings: _*) {
      val ours = ask()
      val answers = collected(ours)
      val wanted = Sessions.having("spark.finestra.over.enabled" -> "false")(collected(ask()))
      assertFalse(wanted.isEmpty)
      Tables.assertSame("split", wanted, answers)
      pieces(ours).nonEmpty
    }

  /** The answers of a query, computed with the settings of now. */
  private def collected(df: DataFrame): DataFrame =
    Tables.of(spark, df.collect().toSeq, df.schema)

  private def over(by: String, frame: String, from: DataFrame = table()): () => DataFrame = () => {
    val window = s"OVER ($by ORDER BY $frame)"
    from.selectExpr("k", "ts", s"sum(x) $window AS s", s"max(x) $window AS m")
  }

  @Test def aHotKey(): Unit =
    assertTrue(isSplit(over("PARTITION BY k", s"ts $hour")))

  @Test def noKey(): Unit =
    assertTrue(isSplit(over("", s"ts $hour")))

  @Test def rowsInNoOrder(): Unit =
    assertTrue(isSplit(over("PARTITION BY k", s"ts $hour", table(s"id * 7919 % $rows"))))

  @Test def framesThatReachAhead(): Unit = {
    val both = "RANGE BETWEEN INTERVAL 20 MINUTES PRECEDING AND INTERVAL 60 MINUTES FOLLOWING"
    assertTrue(isSplit(over("PARTITION BY k", s"ts $both")))
  }

  @Test def timesThatAreNull(): Unit =
    for (nulls <- Seq("NULLS FIRST", "NULLS LAST")) {
      val from = table("IF(id % 50 = 3, NULL, id DIV 4)")
      assertTrue(isSplit(over("PARTITION BY k", s"ts $nulls $hour", from)))
    }

  @Test def onlyTimesThatAreNull(): Unit =
    assertFalse(isSplit(over("PARTITION BY k", s"ts $hour", table("CAST(NULL AS INT)"))))

  /** Such queries are computed in one task for each key. */
  @Test def otherFramesAreNotSplit(): Unit = {
    val frames = Seq(
      "ts ROWS BETWEEN 99 PRECEDING AND CURRENT ROW",
      s"ts DESC $hour",
      "ts RANGE BETWEEN INTERVAL 1 MONTH PRECEDING AND CURRENT ROW",
      // Each piece would read nearly all rows.
      "ts RANGE BETWEEN INTERVAL 12 DAYS PRECEDING AND CURRENT ROW"
    )
    // Spark's own answers would take it half a minute.
    for (frame <- frames) having() {
      val windows = over("PARTITION BY k", frame)()
      windows.collect()
      assertEquals(Nil, pieces(windows), frame)
    }
  }

  @Test def theSettingSwitchesItOff(): Unit =
    assertFalse(
      isSplit(over("PARTITION BY k", s"ts $hour"), "spark.finestra.over.split" -> "false")
    )

  @Test def partitionsOfSimilarSizeAreNotSplit(): Unit = {
    val even = table().selectExpr("x % 3 AS k", "ts", "x")
    assertFalse(isSplit(over("PARTITION BY k", s"ts $hour", even)))
  }

  /** On two cores, one computes the large partition and the other all the rest. */
  @Test def aPartitionWithHalfOfTheRowsIsNotSplitOnTwoCores(): Unit = {
    val half = table().selectExpr("IF(x % 2 = 0, 0, x) AS k", "ts", "x")
    def isSplitOn(cores: Int) = isSplit(
      over("PARTITION BY k", s"ts $hour", half),
      "spark.sql.adaptive.advisoryPartitionSizeInBytes" -> "5KB",
      "spark.sql.adaptive.skewJoin.skewedPartitionFactor" -> "0",
      "spark.sql.leafNodeDefaultParallelism" -> s"$cores"
    )
    assertFalse(isSplitOn(cores = 2))
    assertTrue(isSplitOn(cores = 16))
  }

  @Test def aPieceIsAboutOneCoresShare(): Unit = {
    def count(bytes: Long, all: Long, cores: Int) =
      SplitLargePartitions.count(bytes, all, 10, cores)
    assertEquals(1, count(749, 1000, cores = 2))
    assertEquals(2, count(750, 1000, cores = 2))
    assertEquals(32, count(500, 1000, cores = 64))
    assertEquals(1, count(1000, 1000, cores = 1))
    assertEquals(5, count(50, 50, cores = 64), "no piece of less than 10 bytes")
    assertEquals(0, count(0, 0, cores = 64))
  }

  /** What follows needs all rows of a key in one task. */
  @Test def aGroupByOfTheSameKeyFollows(): Unit = {
    val windows = over("PARTITION BY k", s"ts $hour")
    assertFalse(isSplit(() => windows().groupBy("k").count()))
  }

  /** If the rows are in order of time already, a piece reads what few tasks wrote. */
  @Test def aPieceReadsOnlyTheTasksThatWroteItsRows(): Unit = having() {
    val answers = over("PARTITION BY k", s"ts $hour")()
    answers.collect()
    val reads = collect(answers.queryExecution.executedPlan) { case read: AQEShuffleReadExec =>
      read
    }
    val specs = reads.flatMap(_.partitionSpecs).collect { case s: PartialReducerPartitionSpec =>
      s.endMapIndex - s.startMapIndex
    }
    assertTrue(specs.size > 4, s"$specs")
    assertTrue(specs.max <= 3, s"$specs")
    assertEquals(2, pieces(answers).size)
    assertTrue(answers.queryExecution.toString.contains("FinestraPieces"))
  }
}
