package dev.finestra.spark

import java.sql.Timestamp

import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.internal.DroppedRows
import org.apache.spark.sql.functions.expr
import org.apache.spark.sql.{AnalysisException, Row}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The functions on tables that one can check by eye, and the messages for bad input. */
class FunctionsTest {
  private val trades =
    """VALUES ('a', 5, 1L, TIMESTAMP '2026-01-01 00:00:10'), ('a', 3, 2L, TIMESTAMP '2026-01-01 00:00:40'),
      |       ('a', 4, 4L, TIMESTAMP '2026-01-01 00:01:20'), ('b', 9, 1L, TIMESTAMP '2026-01-01 00:00:00'),
      |       ('b', NULL, 3L, TIMESTAMP '2026-01-01 00:05:00'), ('b', 7, NULL, NULL)
      |  AS trades(k, v, n, ts)""".stripMargin

  private def rows(select: String): Seq[Row] =
    spark.sql(s"SELECT k, $select FROM $trades GROUP BY k ORDER BY k").collect().toSeq

  private def refusal(select: String): String =
    assertThrows(classOf[AnalysisException], () => rows(select)).getMessage

  @Test def aggReturnsTheColumnsType(): Unit = {
    assertEquals(Seq(Row("a", 5), Row("b", 9)), rows("finestra_agg('max', v)"))
    assertEquals(Seq(Row("a", 12L), Row("b", 16L)), rows("finestra_agg('sum', v)"))
    assertEquals(Seq(Row("a", 4.0), Row("b", 8.0)), rows("finestra_agg('mean', v)"))
    assertEquals(Seq(Row("a", 1L), Row("b", 1L)), rows("finestra_agg('arg_max', n, -n)"))
  }

  @Test def countWithoutAColumnCountsRows(): Unit =
    assertEquals(rows("count(*)"), rows("finestra_agg('count')"))

  @Test def lastIncludesBothEndsAndDropsRowsWithoutTime(): Unit = {
    assertEquals(Seq(Row("a", 7L), Row("b", 0L)), rows("finestra_last('sum', v, ts, '40 seconds')"))
    assertEquals(Seq(Row("a", 7L), Row("b", 9L)), rows("finestra_last('sum', v, n, 2)"))
  }

  @Test def rowsWithoutTimeAreCounted(): Unit = {
    val counter = DroppedRows.of(spark.sparkContext)
    val before = counter.sum
    rows("finestra_rolling('max', v, ts, '1 hour')")
    assertEquals(before + 1, counter.sum)
  }

  @Test def rollingListsEachDistinctTime(): Unit =
    assertEquals(
      Seq(
        Row("a", Seq(Row(1L, 5), Row(2L, 5), Row(4L, 4))),
        Row("b", Seq(Row(1L, 9), Row(3L, 9)))
      ),
      rows("finestra_rolling('max', v, n, 2, 'b_fiba4')")
    )

  @Test def slidesListTheWindowsThatHaveEvents(): Unit = {
    val minutes = rows("finestra_slides('count', v, ts, INTERVAL 1 MINUTE, '30 seconds')")
    val counts = minutes.map(_.getSeq[Row](1).map(_.getLong(2)))
    assertEquals(Seq(Seq(1L, 2L, 2L, 1L), Seq(1L, 1L, 0L, 0L)), counts)
    val start = minutes.head.getSeq[Row](1).head.getTimestamp(0)
    assertEquals("2025-12-31 23:59:30.0", start.toString)
  }

  @Test def aSubqueryWithoutRowsHasTheResultOfAnEmptyGroup(): Unit = {
    val one = "FROM VALUES (1, 5) AS t(k, x)"
    assertEquals(
      Seq(Row(0L, 0L, Seq()), Row(1L, 1L, Seq(5))),
      spark
        .sql(
          s"SELECT id, (SELECT finestra_agg('count', x) $one WHERE k = id), " +
            s"(SELECT finestra_agg('collect', x) $one WHERE k = id) FROM range(2) ORDER BY id"
        )
        .collect()
        .toSeq
    )
    assertEquals(
      Seq(Row(0L, 0L, 0L, null)),
      spark
        .sql(
          "SELECT count(DISTINCT k), count(DISTINCT x), finestra_agg('count', x), " +
            s"finestra_agg('sum', x) $one WHERE x > 5"
        )
        .collect()
        .toSeq
    )
  }

  @Test def rollupAndPivotAggregatePartsOfTheRows(): Unit = {
    val rollup = spark.sql(
      s"SELECT k, finestra_agg('max', v), finestra_last('sum', v, ts, '40 seconds') FROM $trades " +
        "GROUP BY ROLLUP (k) ORDER BY k NULLS FIRST"
    )
    assertEquals(
      Seq(Row(null, 9, 0L), Row("a", 5, 7L), Row("b", 9, 0L)),
      rollup.collect().toSeq
    )
    val counter = DroppedRows.of(spark.sparkContext)
    val before = counter.sum
    for (
      (call, a, b) <- Seq(
        ("finestra_agg('max', v)", 5, 9),
        ("finestra_agg('max', concat(k, v))", "a5", "b9"),
        ("finestra_agg('arg_max', k, v)", "a", "b"),
        ("finestra_agg('collect_distinct', v % 2)", Seq(0, 1), Seq(1)),
        ("finestra_last('max', ts, n, 2)", time("00:01:20"), time("00:05:00")),
        (
          "finestra_rolling('max', v, n, 2)",
          Seq(Row(1L, 5), Row(2L, 5), Row(4L, 4)),
          Seq(Row(1L, 9), Row(3L, 9))
        )
      )
    ) {
      val pivot = spark.sql(s"SELECT * FROM $trades").groupBy().pivot("k", Seq("a", "b"))
      assertEquals(Row(a, b), pivot.agg(expr(call)).head(), call)
    }
    assertEquals(before + 2, counter.sum)
  }

  private def time(text: String): Timestamp = Timestamp.valueOf(s"2026-01-01 $text")

  @Test def wrongNamesAreRejectedAndTheNearestNamed(): Unit = {
    val aggregation = refusal("finestra_agg('maxx', v)")
    assertTrue(aggregation.contains("Unknown aggregation 'maxx'. Did you mean 'max'"))
    val algorithm = refusal("finestra_last('max', v, n, 2, 'b_fibe4')")
    assertTrue(algorithm.contains("Unknown algorithm 'b_fibe4'. Did you mean 'b_fiba4'"))
    val inOrder = refusal("finestra_last('max', v, n, 2, 'daba_lite')")
    assertTrue(inOrder.contains("these can: b_fiba2"), inOrder)
    val rounding = refusal("finestra_rolling('max', v, n, 2, 'slicing(b_fiba4,2)')")
    assertTrue(rounding.contains("rounds times"), rounding)
    val bounded = refusal("finestra_last('max', v, n, 2, 'reorder(amta,100)')")
    assertTrue(bounded.contains("later than its bound"), bounded)
  }

  @Test def wrongSizesAreRejected(): Unit = {
    assertTrue(refusal("finestra_last('max', v, ts, '1 month')").contains("'30 days'"))
    assertTrue(refusal("finestra_last('max', v, ts, 'soon')").contains("is no interval"))
    assertTrue(refusal("finestra_last('max', v, n, 1.5)").contains("whole number"))
    assertTrue(refusal("finestra_last('max', v, n, n)").contains("constant"))
    assertTrue(refusal("finestra_last('max', v, n, 0)").contains("above zero"))
    assertTrue(refusal("finestra_slides('max', v, n, 2, 3)").contains("at most its size"))
    assertTrue(refusal("finestra_agg()").contains("requires 1 to 65 parameters"))
    val noColumn = refusal("finestra_agg('max')")
    assertTrue(noColumn.contains("'max' needs 1 column to aggregate"), noColumn)
  }

  @Test def wrongTypesAreRejected(): Unit = {
    assertTrue(refusal("finestra_agg('mean', ts)").contains("use one of count"))
    assertTrue(refusal("finestra_agg('sum', k)").contains("does not accept strings"))
    assertTrue(refusal("finestra_agg('max', map(v, v))").contains("it accepts integers"))
    assertTrue(refusal("finestra_last('max', v, k, 1)").contains("it can be a TIMESTAMP"))
    assertTrue(refusal("finestra_agg('max', v, v)").contains("1 column"))
  }
}
