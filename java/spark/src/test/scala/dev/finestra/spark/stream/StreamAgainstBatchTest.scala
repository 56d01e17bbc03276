package dev.finestra.spark.stream

import java.util.SplittableRandom

import dev.finestra.spark.{Finestra, Tables}
import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.col
import org.junit.jupiter.api.Test

/** Random streams, stopped and started, against the same rows in one batch: the promise is that
  * they answer the same, each result once.
  */
class StreamAgainstBatchTest {
  private val aggregates: Map[String, Any] = Map(
    "n" -> Seq("count", "i"),
    "top" -> Seq("max", "i"),
    "mean" -> Seq("mean", "d"),
    "which" -> Seq("arg_max", "s", "d"),
    "total" -> Seq("sum", "d")
  )

  private def some(random: SplittableRandom): Map[String, Any] = {
    val few = aggregates.filter(_ => random.nextInt(2) == 0)
    if (few.isEmpty) aggregates else few
  }

  private def check(actions: Int, random: SplittableRandom, options: Map[String, Any]): Unit = {
    val windows = (df: DataFrame) => Finestra.sliding(df, options)
    val events = new Events(random)
    val running = new Running(Events.schema, "append")(windows)
    running.start()
    try {
      for (_ <- 0 until actions) {
        random.nextInt(4) match {
          case 0 if running.isRunning  => running.stop()
          case _ if !running.isRunning => running.start()
          case _                       =>
            running.add(events.next(random.nextInt(40)))
            running.process()
        }
      }
      if (!running.isRunning) running.start()
      running.add(events.last())
      running.process()
      Tables.assertSame(
        s"$options",
        windows(running.input).where(col("k") < 99),
        running.answersAsTable.where(col("k") < 99)
      )
    } finally running.stop()
  }

  @Test def slides(): Unit = Trials.run(
    4,
    40,
    "streams with a slide, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val slide = 1 + random.nextInt(5)
      val size = slide + random.nextInt(20)
      check(
        8,
        random,
        Map(
          "by" -> Seq("k"),
          "time" -> "ts",
          "size" -> s"$size seconds",
          "slide" -> s"$slide seconds",
          "aggregates" -> some(random)
        )
      )
    }
  )
}
