package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Test

/** The functions on random tables have the results of Spark's own functions and windows. */
class FunctionsAgainstSparkTest {
  private def on(trial: (Tables, DataFrame) => Unit): Trials.Trial = (seed, _) => {
    val tables = new Tables(new SplittableRandom(seed))
    trial(tables, tables.next(400))
  }

  @Test def agg(): Unit = Trials.run(
    6,
    120,
    "tables, aggregated",
    on { (_, table) =>
      val pairs = Tables.schema.fieldNames.drop(3).toSeq.flatMap { x =>
        Seq(
          s"max($x)" -> s"finestra_agg('max', $x)",
          s"min($x)" -> s"finestra_agg('min', $x)",
          s"count($x)" -> s"finestra_agg('count', $x)",
          s"count(distinct $x)" -> s"finestra_agg('count_distinct', $x)"
        )
      } ++ Seq("i", "l", "d", "f", "c").flatMap { x =>
        Seq(
          s"avg(double($x))" -> s"finestra_agg('mean', $x)",
          s"var_pop($x)" -> s"finestra_agg('var_pop', $x)",
          s"stddev_samp($x)" -> s"finestra_agg('stddev_samp', $x)"
        )
      } ++ Seq(
        "sum(i)" -> "finestra_agg('sum', i)",
        "sum(c)" -> "finestra_agg('sum', c)",
        "sum(d)" -> "finestra_agg('sum', d)",
        "bool_and(b)" -> "finestra_agg('bool_and', b)",
        "max_by(day, l) FILTER (WHERE day IS NOT NULL)" -> "finestra_agg('arg_max', day, l)",
        "min_by(s, l) FILTER (WHERE s IS NOT NULL)" -> "finestra_agg('arg_min', s, l)",
        "coalesce(sort_array(collect_set(day)), array())" -> "finestra_agg('collect_distinct', day)",
        "sum(i) FILTER (WHERE b)" -> "finestra_agg('sum', i) FILTER (WHERE b)"
      )
      Tables.assertSame(
        "agg",
        table.groupBy("k").agg(count, pairs.map(p => expr(p._1)): _*),
        table.groupBy("k").agg(count, pairs.map(p => expr(p._2)): _*)
      )
    }
  )

  private def expr(text: String) = org.apache.spark.sql.functions.expr(text)
  private def count = expr("count(1)")

  /** An aggregate of Spark, its result without rows, and the same aggregate for Finestra. */
  private def question(tables: Tables): (String, String, String) = tables.oneOf(
    ("max(i)", "null", "'max', i"),
    ("min(c)", "null", "'min', c"),
    ("count(s)", "0", "'count', s"),
    ("sum(i)", "0", "'sum', i"),
    ("sum(d)", "0D", "'sum', d"),
    ("avg(double(l))", "null", "'mean', l"),
    ("max(at)", "null", "'max', at"),
    ("stddev_samp(f)", "null", "'stddev_samp', f"),
    ("max_by(i, if(i IS NULL, NULL, l))", "null", "'arg_max', named_struct('v', i, 'by', l)")
  )

  private def algorithm(tables: Tables) =
    tables.oneOf("fiba", "b_fiba2", "b_fiba4", "nb_fiba8", "btree4", "recalculate")

  @Test def rolling(): Unit = Trials.run(
    6,
    120,
    "tables, rolling and last",
    on { (tables, table) =>
      val (spark, nothing, ours) = question(tables)
      val (size, using) = (tables.from(1, 100), algorithm(tables))
      val frame = s"PARTITION BY k ORDER BY t RANGE BETWEEN $size PRECEDING AND CURRENT ROW"
      val over = s"coalesce($spark OVER ($frame), $nothing)"
      val expected = table.where("t IS NOT NULL").selectExpr("k", "t", s"$over AS v").distinct()
      val rolled =
        table.groupBy("k").agg(expr(s"finestra_rolling($ours, t, $size, '$using')").as("r"))
      Tables.assertSame(
        s"rolling $ours by $using",
        expected,
        rolled.selectExpr("k", "inline(r)")
      )
      Tables.assertSame(
        s"last $ours by $using",
        expected.groupBy("k").agg(expr("max_by(v, t)")),
        table
          .where("t IS NOT NULL")
          .groupBy("k")
          .agg(expr(s"finestra_last($ours, t, $size, '$using')"))
      )
      Tables.assertSame(
        s"rolling $ours by $using over timestamps",
        expected.selectExpr("k", "timestamp_seconds(t)", "v"),
        table
          .groupBy("k")
          .agg(expr(s"finestra_rolling($ours, ts, '$size seconds', '$using')").as("r"))
          .selectExpr("k", "inline(r)")
      )
    }
  )

  @Test def slides(): Unit = Trials.run(
    6,
    120,
    "tables, sliding",
    on { (tables, table) =>
      val (spark, nothing, ours) = question(tables)
      val size = tables.from(1, 100)
      val slide = tables.from(math.max(1, size / 12), size)
      val start = tables.from(1 - slide, slide - 1)
      val window = s"window(ts, '$size seconds', '$slide seconds', '$start seconds')"
      val expected = table
        .groupBy(expr("k"), expr(window).as("w"))
        .agg(expr(s"coalesce($spark, $nothing)").as("v"))
        .selectExpr("k", "w.start", "w.end", "v")
      val arguments = s"$ours, ts, '$size seconds', INTERVAL $slide SECONDS, '${algorithm(tables)}'"
      val actual = table
        .groupBy("k")
        .agg(expr(s"finestra_slides($arguments, '$start seconds')").as("r"))
        .selectExpr("k", "inline(r)")
      Tables.assertSame(s"slides $arguments from $start", expected, actual)
    }
  )
}
