package dev.finestra.spark

import java.util.EnumSet

import dev.finestra.SlidingWindows
import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.aggregation.{
  Aggregation,
  AggregationForm,
  AggregationProvider,
  Aggregations,
  LongAggregation,
  Parameters,
  ResultType
}
import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.expressions.Aggregator
import org.apache.spark.sql.functions.udaf
import org.apache.spark.sql.types.DecimalType
import org.apache.spark.sql.{Encoder, Encoders}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** The users' own aggregations that docs/own-aggregation.md shows. */
class OwnAggregationTest {
  @Test def anAggregationOfCoreInScala(): Unit = {
    val samples = java.util.List.of[java.lang.Long](12L, 18L, -30L, 0L, 7L)
    assertTrue(Aggregations.checkLaws(OwnAggregationTest.Gcd, samples).isEmpty)
    val own = SlidingWindows.of("b_fiba4", OwnAggregationTest.Gcd)
    Seq(12L, 30L, 18L).zipWithIndex.foreach { case (value, time) => own.insert(time, value) }
    assertEquals(6L, own.query())
  }

  @Test def theFunctionsFindAProvidersAggregation(): Unit = {
    val own = spark.sql("SELECT finestra_agg('gcd', x) FROM VALUES (12L), (18L), (27L) AS t(x)")
    assertEquals(3L, own.head().getLong(0))
  }

  @Test def anAggregationWithDecimalResults(): Unit = {
    val own = spark.sql("SELECT finestra_agg('euros', x) FROM VALUES (12L), (188L) AS t(x)").head()
    assertEquals(DecimalType(20, 2), own.schema.head.dataType)
    assertEquals(new java.math.BigDecimal("2.00"), own.getDecimal(0))
  }

  @Test def anAggregatorOfSparkInAPlainFrame(): Unit = {
    // page: spark-use
    spark.udf.register("gcd", udaf(OwnAggregationTest.GcdOfColumn))
    spark.conf.set("spark.finestra.over.mergeable", "gcd") // its merge gives what OVER expects
    val last2s = spark.sql("""
      SELECT s, gcd(x) OVER (ORDER BY s RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) AS g
      FROM VALUES (1, 12L), (2, 18L), (4, 27L) AS t(s, x)""")
    // page: end
    assertTrue(last2s.queryExecution.executedPlan.toString.contains("FinestraWindow"))
    spark.conf.unset("spark.finestra.over.mergeable")
    assertEquals(Seq(12L, 6L, 9L), last2s.orderBy("s").collect().toSeq.map(_.getLong(1)))
  }
}

object OwnAggregationTest {

  // page: scala
  /** The greatest common divisor of whole numbers. */
  object Gcd extends LongAggregation[java.lang.Long] {
    override def name = "gcd"
    override def input = ValueType.LONG
    override def properties =
      java.util.Set.of(Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT)
    override def identity = 0L
    override def lift(value: Long): Long = Math.absExact(value)
    override def lift(value: Double): Long =
      throw new IllegalArgumentException(s"gcd takes whole numbers, not $value")
    override def lift(value: Any): Long = lift(value.asInstanceOf[Number].longValue)
    override def combine(older: Long, newer: Long): Long =
      if (newer == 0) older else combine(newer, older % newer)
    override def lower(state: Long): java.lang.Long = state
    override def empty: java.lang.Long = 0L
  }
  // page: end

  /** A sum of cents. */
  object Euros extends LongAggregation[java.math.BigDecimal] {
    override def name = "euros"
    override def input = ValueType.LONG
    override def result: ResultType = new ResultType.Decimal(20, 2)
    override def properties = Gcd.properties
    override def identity = 0L
    override def lift(value: Long): Long = value
    override def lift(value: Double): Long =
      throw new IllegalArgumentException(s"euros takes cents, not $value")
    override def lift(value: Any): Long = lift(value.asInstanceOf[Number].longValue)
    override def combine(older: Long, newer: Long): Long = older + newer
    override def lower(state: Long) = java.math.BigDecimal.valueOf(state, 2)
    override def empty = java.math.BigDecimal.valueOf(0, 2)
  }

  // page: spark
  /** The same as an Aggregator of Spark. */
  object GcdOfColumn extends Aggregator[Long, Long, Long] {
    override def zero = 0L
    override def reduce(divisor: Long, x: Long): Long = merge(divisor, Math.absExact(x))
    override def merge(older: Long, newer: Long): Long =
      if (newer == 0) older else merge(newer, older % newer)
    override def finish(divisor: Long): Long = divisor
    override def bufferEncoder: Encoder[Long] = Encoders.scalaLong
    override def outputEncoder: Encoder[Long] = Encoders.scalaLong
  }
  // page: end
}

/** The provider on the tests' class path, which adds `gcd` and `euros` to the catalog. */
class OwnAggregations extends AggregationProvider {
  override def forms: java.util.List[AggregationForm] = java.util.List.of(
    new AggregationForm("gcd", "gcd", "gcd", EnumSet.of(ValueType.LONG), "a divisor"),
    new AggregationForm("euros", "euros", "euros", EnumSet.of(ValueType.LONG), "a decimal")
  )
  override def create(name: Parameters, input: ValueType): Aggregation[_] =
    if (name.base == "gcd") OwnAggregationTest.Gcd else OwnAggregationTest.Euros
}
