package dev.finestra.spark

import dev.finestra.spark.internal.JavaCollections._

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.aggregation.Aggregations
import dev.finestra.internal.aggregation.decimals.DecimalDigits
import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.AnalysisException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Decimals of more digits than 64 bits hold are exact, as in Spark's own functions. */
class DecimalsTest {
  private val wide =
    """VALUES (1, 12345678901234567890.12BD, 1L), (1, -99999999999999999999.99BD, 2L),
      |       (2, 0.01BD, 1L), (2, NULL, 2L), (2, 12345678901234567890.13BD, 3L), (1, 0.02BD, 4L)
      |  AS t(k, x, n)""".stripMargin

  @Test def functionsHaveTheResultsOfSpark(): Unit = {
    val pairs = Seq(
      "sum(x)" -> "finestra_agg('sum', x)",
      "min(x)" -> "finestra_agg('min', x)",
      "max(x)" -> "finestra_last('max', x, n, 10)",
      "count(DISTINCT x)" -> "finestra_agg('count_distinct', x)",
      "sort_array(collect_set(x))" -> "finestra_agg('collect_distinct', x)",
      "max_by(x, n)" -> "finestra_agg('arg_max', x, n)",
      "sum(x)" -> "finestra_agg('tuple(sum,max)', x).sum",
      "sum(CAST(n AS DECIMAL(18,0)) * 100000000000000000)" ->
        "finestra_agg('sum', CAST(CAST(n AS DECIMAL(18,0)) * 100000000000000000 AS DECIMAL(18,0)))",
      "max(x) - min(x)" -> "finestra_agg('max', x) - finestra_agg('min', x)"
    )
    def asked(each: Seq[String]) = {
      val named = each.zipWithIndex.map { case (a, i) => s"$a AS a$i" }
      spark.sql(s"SELECT k, ${named.mkString(", ")} FROM $wide GROUP BY k")
    }
    Tables.assertSame("wide decimals", asked(pairs.map(_._1)), asked(pairs.map(_._2)))
  }

  @Test def decimalsAggregatedWithDoublesBecomeDoubles(): Unit = {
    val rows = "VALUES (12.34BD, 0.5D), (-7.10BD, 2.5D), (NULL, 1D) AS t(x, w)"
    val pairs = Seq(
      "max(x)" -> "finestra_agg('tuple(max,max)', x, w).max",
      "max(x)" -> "finestra_agg('tuple(max,max)', w, x).max_2",
      "max(w)" -> "finestra_agg('tuple(max,max)', w, x).max",
      "sum(CAST(x AS DOUBLE))" -> "finestra_agg('tuple(sum,min)', x, w).sum",
      "max_by(x, w)" -> "finestra_agg('arg_max', x, w)",
      "min(x)" -> "finestra_agg('tuple(min,mean)', x).min",
      "sum(CAST(x AS DOUBLE))" -> "finestra_agg('tuple(sum,mean)', CAST(x AS DECIMAL(12,2))).sum",
      "avg(CAST(x AS DOUBLE))" -> "finestra_agg('tuple(sum,mean)', CAST(x AS DECIMAL(30,2))).mean"
    )
    def asked(each: Seq[String]) = {
      val named = each.zipWithIndex.map { case (a, i) => s"$a AS a$i" }
      spark.sql(s"SELECT ${named.mkString(", ")} FROM $rows")
    }
    Tables.assertSame("decimals and doubles", asked(pairs.map(_._1)), asked(pairs.map(_._2)))
  }

  @Test def resultsHaveTheTypesOfSpark(): Unit = {
    val types = spark
      .sql(s"SELECT finestra_agg('sum', x), finestra_agg('max', x), sum(x), max(x) FROM $wide")
      .schema
      .map(_.dataType)
    assertEquals(types.drop(2), types.take(2))
  }

  @Test def theSumOfDecimalsObeysTheLaws(): Unit = {
    val nines = "9" * 38
    val digits = Seq("0", "1", "-1", nines, s"-$nines", "18446744073709551616", "-5" + "0" * 20)
    val samples = digits.map(d => DecimalDigits.text(new java.math.BigInteger(d)))
    val sum = Aggregations.of("decimal_sum", ValueType.STRING)
    val few = samples.take(3) ++ samples.drop(5)
    assertEquals(java.util.List.of, Aggregations.checkLaws(sum, few.asJava))
    samples.zip(digits).foreach { case (text, d) =>
      assertEquals(d, DecimalDigits.of(text).toString)
    }
    assertEquals(samples.sorted.map(DecimalDigits.of), samples.map(DecimalDigits.of).sorted)
  }

  @Test def aSumOfMoreThan38DigitsFails(): Unit = {
    val nines = "9" * 38
    val query = s"SELECT finestra_agg('sum', x) FROM VALUES (${nines}BD), (1BD) AS t(x)"
    val error = assertThrows(classOf[Exception], () => spark.sql(query).collect(): Unit)
    val said = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage)
    assertTrue(said.exists(_.contains("more than the 38 of a DECIMAL")), error.toString)
  }

  @Test def aggregationsThatWouldRoundDecimalsAreRejected(): Unit = {
    def refusal(call: String): String =
      assertThrows(
        classOf[AnalysisException],
        () => spark.sql(s"SELECT $call FROM $wide"): Unit
      ).getMessage
    val rounded = Seq("tuple(max,mean)" -> "x", "tuple(max,sum)" -> "x, CAST(n AS DOUBLE)")
    rounded.foreach { case (name, columns) =>
      val said = refusal(s"finestra_agg('$name', $columns)")
      assertTrue(said.contains("'max' returns values of DECIMAL(22,2)"), said)
      assertTrue(said.contains("cast the column to DOUBLE"), said)
    }
    assertTrue(refusal("finestra_agg('range', x)").contains("decimals of at most 18 digits"))
    assertTrue(refusal("finestra_agg('arg_max', n, x)").contains("cast the column to DOUBLE"))
    assertTrue(refusal("finestra_agg('decimal_sum', string(x))").contains("not STRING"))
  }
}
