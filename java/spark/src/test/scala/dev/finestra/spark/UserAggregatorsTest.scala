package dev.finestra.spark

import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.expressions.Aggregator
import org.apache.spark.sql.functions.udaf
import org.apache.spark.sql.{DataFrame, Encoder, Encoders}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Users' aggregators: plain `OVER` merges them only if the user vouches for their `merge`. */
class UserAggregatorsTest {
  import UserAggregatorsTest._

  spark.udf.register("ewma", udaf(Ewma, Encoders.scalaDouble))
  spark.udf.register("polling_median", udaf(PollingMedian, Encoders.scalaDouble))

  private def over(name: String): DataFrame = spark
    .range(0, 60, 1, 1)
    .selectExpr(
      "id",
      s"$name(double(id * 7 % 13)) OVER (ORDER BY id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS x"
    )

  private def isOurs(query: DataFrame): Boolean =
    query.queryExecution.executedPlan.toString.contains("FinestraWindow")

  private def vouching[A](names: String)(run: => A): A =
    Sessions.having("spark.finestra.over.mergeable" -> names)(run)

  private def answers(query: DataFrame): Seq[String] =
    query.orderBy("id").collect().toSeq.map(_.toString)

  private def sparks(name: String): Seq[String] =
    Sessions.having("spark.finestra.over.enabled" -> "false")(answers(over(name)))

  @Test def sparkRunsThemUnlessTheUserVouches(): Unit =
    for (name <- Seq("ewma", "polling_median")) {
      val query = over(name)
      assertFalse(isOurs(query))
      assertEquals(sparks(name), answers(query))
      vouching("other")(assertFalse(isOurs(over(name))))
      vouching(s"other, ${name.toUpperCase}")(assertTrue(isOurs(over(name))))
      vouching("*")(assertTrue(isOurs(over(name))))
    }

  @Test def aMergeThatDiffersFailsOnTheFirstRows(): Unit = {
    val refused = vouching("ewma") {
      assertThrows(classOf[Exception], () => over("ewma").collect(): Unit)
    }
    val messages = Iterator.iterate[Throwable](refused)(_.getCause).takeWhile(_ != null)
    val message = messages.map(_.getMessage).find(_.contains("ewma cannot merge")).getOrElse("")
    assertTrue(message.contains("over 2 rows it returns"), s"$refused")
    assertTrue(message.contains("Remove it from spark.finestra.over.mergeable"), message)
  }

  /** `finish` empties the buffer; the window still needs it. */
  @Test def finishMayChangeItsBuffer(): Unit = {
    vouching("polling_median") {
      val query = over("polling_median")
      assertTrue(isOurs(query))
      assertEquals(sparks("polling_median"), answers(query))
    }
    val slides = "SELECT window.start AS id, polling_median(double(id * 7 % 13)) AS x FROM " +
      "(SELECT id, timestamp_seconds(id) AS ts FROM range(60)) GROUP BY window(ts, '9 seconds', '3 seconds')"
    val expected =
      Sessions.having("spark.finestra.slide.enabled" -> "false")(answers(spark.sql(slides)))
    assertTrue(spark.sql(slides).queryExecution.executedPlan.toString.contains("FinestraSlide"))
    assertEquals(expected, answers(spark.sql(slides)))
  }
}

object UserAggregatorsTest {

  /** A moving average whose `merge` is a guess. */
  object Ewma extends Aggregator[Double, Array[Double], Double] {
    override def zero: Array[Double] = Array()
    override def reduce(average: Array[Double], x: Double): Array[Double] =
      if (average.isEmpty) Array(x) else Array(0.5 * average(0) + 0.5 * x)
    override def merge(a: Array[Double], b: Array[Double]): Array[Double] =
      if (a.isEmpty) b else if (b.isEmpty) a else Array(a(0) + b(0))
    override def finish(average: Array[Double]): Double = average.headOption.getOrElse(0)
    override def bufferEncoder: Encoder[Array[Double]] = Encoders.kryo[Array[Double]]
    override def outputEncoder: Encoder[Double] = Encoders.scalaDouble
  }

  /** A median that polls values from a queue until it is at the middle. */
  object PollingMedian
      extends Aggregator[Double, java.util.PriorityQueue[java.lang.Double], Double] {
    private type Queue = java.util.PriorityQueue[java.lang.Double]
    override def zero: Queue = new Queue
    override def reduce(queue: Queue, x: Double): Queue = { queue.add(x); queue }
    override def merge(a: Queue, b: Queue): Queue = { a.addAll(b); a }
    override def finish(queue: Queue): Double = {
      val middle = queue.size / 2
      (0 until middle).foreach(_ => queue.poll())
      if (queue.isEmpty) 0 else queue.poll()
    }
    override def bufferEncoder: Encoder[Queue] = Encoders.javaSerialization[Queue]
    override def outputEncoder: Encoder[Double] = Encoders.scalaDouble
  }
}
