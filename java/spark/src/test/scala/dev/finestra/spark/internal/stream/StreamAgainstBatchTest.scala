package dev.finestra.spark.internal.stream

import java.util.SplittableRandom

import dev.finestra.testing.Trials
import dev.finestra.spark.{FinestraSpark, Tables}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.{col, lit}
import org.junit.jupiter.api.Test

/** Random streams, stopped and started, compared with the same rows in one batch: both have the
  * same results, each once.
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
    val windows = (df: DataFrame) => FinestraSpark.sliding(df, options)
    val events = new Events(random)
    val running = new Running(Events.schema, "append")(windows)
    running.waitForRows(random.nextBoolean())
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
      running.stop()
      running.waitForRows(false)
      running.start()
      running.add(events.last())
      running.process()
      Tables.assertSame(
        s"$options",
        withoutLast(windows(running.input)),
        withoutLast(running.answersAsTable)
      )
    } finally running.delete()
  }

  /** The results without those of the last row, whose windows a stream never completes. */
  private def withoutLast(answers: DataFrame): DataFrame =
    answers.where(
      if (answers.columns.contains("k")) col("k") < 99
      else col("window.end") <= lit(Events.Last)
    )

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
        of(random, "size" -> s"$size seconds", "slide" -> s"$slide seconds")
      )
    }
  )

  private def of(random: SplittableRandom, more: (String, Any)*): Map[String, Any] =
    Map[String, Any](
      "by" -> (if (random.nextInt(3) == 0) Nil else Seq("k")),
      "time" -> "ts",
      "aggregates" -> some(random)
    ) ++ more

  @Test def rows(): Unit = Trials.run(
    3,
    40,
    "streams of rows, each with its window, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val size = s"${1 + random.nextInt(20)} seconds"
      val algorithm = Seq("fiba", "b_fiba2", "nb_fiba4", "two_stacks_lite")(random.nextInt(4))
      check(8, random, of(random, "size" -> size, "algorithm" -> algorithm))
    }
  )

  @Test def rowsWithSeveralSizes(): Unit = Trials.run(
    1,
    20,
    "streams of rows, each with several windows, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      check(6, random, of(random, "size" -> Map("a" -> "3 seconds", "b" -> "12 seconds")))
    }
  )

  @Test def sessions(): Unit = Trials.run(
    2,
    40,
    "streams of sessions, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      check(8, random, of(random, "session" -> s"${1 + random.nextInt(4)} seconds"))
    }
  )

  @Test def slidesOfSeveralSizes(): Unit = Trials.run(
    1,
    20,
    "streams with a slide and several sizes, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val sizes = Map("a" -> "4 seconds", "b" -> "10 seconds")
      check(6, random, of(random, "size" -> sizes, "slide" -> "2 seconds"))
    }
  )
}
