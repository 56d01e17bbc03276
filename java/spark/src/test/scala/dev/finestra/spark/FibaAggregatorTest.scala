package dev.finestra.spark

import java.time.Instant

import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.FibaAggregator.Event
import org.apache.spark.sql.Encoders
import org.apache.spark.sql.functions.{col, lit, timestamp_seconds}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

class FibaAggregatorTest {
  private val hours = spark
    .range(0, 100, 1, 7)
    .select(
      (col("id") * -1.0).as("value"),
      timestamp_seconds(col("id") * lit(3600)).as("time")
    )

  @Test def aTypedDatasetIsAggregated(): Unit = {
    val max = new FibaAggregator("max", "10 hours").toColumn
    assertEquals(-89.0, hours.as(Encoders.product[Event]).select(max).head())
  }

  @Test def columnsAreAggregated(): Unit = {
    val sum = FibaAggregator.udaf("sum", "2 hours", "b_fiba8")
    assertEquals(-99.0 - 98 - 97, hours.agg(sum(col("value"), col("time"))).head().getDouble(0))
  }

  @Test def aRegisteredFunctionConvertsItsColumns(): Unit = {
    FibaAggregator.register(spark, "my_min_1d", "min", "1 day", "b_fiba4")
    spark.range(0, 100, 1, 5).createOrReplaceTempView("hours")
    val row = spark.sql("SELECT my_min_1d(id, timestamp_seconds(id * 3600)) FROM hours").head()
    assertEquals(75L, row.getLong(0))
    val refused =
      assertThrows(classOf[Exception], () => spark.sql("SELECT my_min_1d(id) FROM hours").head())
    assertTrue(refused.getMessage.contains("requires 2 parameters"), refused.getMessage)
  }

  @Test def unfitNamesAreRejectedByTheConstructor(): Unit = {
    def refusal(run: => Any): String =
      assertThrows(classOf[IllegalArgumentException], () => run).getMessage
    assertTrue(
      refusal(FibaAggregator.register(spark, "f", "maxi", "1 day", "b_fiba4")).contains("max")
    )
    assertTrue(
      refusal(FibaAggregator.register(spark, "f", "max", "1 day", "b_fib")).contains("b_fiba")
    )
    assertTrue(
      refusal(new FibaAggregator("count", "1 day")).contains("use the function finestra_last")
    )
    assertTrue(refusal(new FibaAggregator("max", "1 month")).contains("30 days"))
    assertTrue(
      refusal(FibaAggregator.udaf("max", "1 hour", "two_stacks_lite")).contains("these can: ")
    )
  }

  @Test def eventsWithoutAValueMoveTheWindow(): Unit = {
    val at = (hour: Int) => Instant.ofEpochSecond(3600L * hour)
    val max = new FibaAggregator("max", "1 hour")
    val buffer =
      Seq(Event(5.0, at(1)), Event(null, at(9)), Event(7.0, null)).foldLeft(max.zero)(max.reduce)
    assertEquals(null, max.finish(buffer))
  }
}
