package dev.finestra.spark.internal.functions

import java.util.SplittableRandom

import dev.finestra.spark.internal.classic
import dev.finestra.spark.{Sessions, Tables}
import dev.finestra.testing.Trials
import org.apache.spark.sql.{DataFrame, RelationalGroupedDataset, Row}
import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.functions.expr
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The functions that replace `finestra_agg` have the answers of the aggregations. */
class EqualFunctionTest {
  private val spark = Sessions.spark.asInstanceOf[classic.SparkSession]

  /** A function that is never replaced. */
  spark.sessionState.functionRegistry.createOrReplaceTempFunction(
    "own_agg",
    arguments => GroupAggregate.own(s"${arguments.head.eval()}", arguments.tail),
    "scala_udf"
  )

  private val names =
    Seq("count", "max", "min", "sum", "mean", "bool_and", "bool_or") ++
      Seq("var_pop", "var_samp", "stddev_pop", "stddev_samp")

  /** The arguments of all calls that are replaced. */
  private val replaced = for {
    name <- names
    field <- Tables.schema.fields.toSeq.drop(3)
    value = AttributeReference(field.name, field.dataType)()
    if scala.util.Try(GroupAggregate.own(name, Seq(value))).isSuccess
    if EqualFunction.of(name, Seq(value)).orElse(ExactSum.of(name, Seq(value))).isDefined
  } yield s"'$name', ${field.name}"

  @Test def randomTables(): Unit = Trials.run(
    4,
    100,
    "tables, aggregated",
    (seed, _) => {
      val tables = new Tables(new SplittableRandom(seed))
      assertSameAnswers(tables.next(tables.oneOf(4, 400)).groupBy("k"))
    }
  )

  @Test def noRows(): Unit = assertSameAnswers(table().groupBy())

  @Test def onlyNulls(): Unit =
    assertSameAnswers(table(Row.fromSeq(Tables.schema.map(_ => null))).groupBy())

  private def table(rows: Row*): DataFrame = Tables.of(Sessions.spark, rows, Tables.schema)

  private def assertSameAnswers(rows: RelationalGroupedDataset): Unit = {
    def answers(function: String) = {
      val calls = replaced.map(arguments => expr(s"$function($arguments)"))
      rows.agg(calls.head, calls.tail: _*)
    }
    Tables.assertSame("agg", answers("own_agg"), answers("finestra_agg"))
  }

  @Test def sumsBeyond64Bits(): Unit =
    for (partitions <- Seq(1, 3)) {
      def answer(name: String, values: Long*) = {
        val numbers = StructType.fromDDL("n BIGINT")
        val rows = Tables.of(Sessions.spark, values.map(Row(_)), numbers).repartition(partitions)
        rows.selectExpr(s"finestra_agg('$name', n)").head().get(0)
      }
      val (most, least) = (Long.MaxValue, Long.MinValue)
      assertEquals(most, answer("sum", most, most, -most))
      assertEquals(least, answer("sum", -1, 1, least))
      assertEquals(most.toDouble, answer("mean", most, most))
      assertEquals(least.toDouble, answer("mean", least, least, least))
      val thrown = assertThrows(classOf[Exception], () => answer("sum", most, 1): Unit)
      assertTrue(s"$thrown ${thrown.getCause}".contains("exceeds 64 bits"), s"$thrown")
    }

  /** Only calls with the same answers are replaced; the column keeps its name. */
  @Test def theOptimizerReplacesACall(): Unit = {
    val rows = Sessions.spark.range(3).selectExpr("id", "CAST(id AS DOUBLE) AS x")
    def hasOwn(call: String) = rows
      .selectExpr(call)
      .queryExecution
      .optimizedPlan
      .exists(
        _.expressions.exists(_.exists(e => e.isInstanceOf[WordsAggregate]))
      )
    assertFalse(hasOwn("finestra_agg('max', x)"))
    assertFalse(hasOwn("finestra_agg('sum', x)"))
    assertFalse(hasOwn("finestra_agg('sum', id)"))
    assertFalse(hasOwn("finestra_agg('mean', id)"))
    assertTrue(hasOwn("finestra_agg('max_count', x)"))
    assertEquals("finestra_agg(max, x)", rows.selectExpr("finestra_agg('max', x)").columns.head)
  }
}
