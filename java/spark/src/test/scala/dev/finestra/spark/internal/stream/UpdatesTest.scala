package dev.finestra.spark.internal.stream

import java.sql.Timestamp
import java.util.SplittableRandom

import dev.finestra.spark.internal.JavaCollections._

import dev.finestra.testing.Trials
import dev.finestra.spark.{FinestraSpark, Sessions, Tables}
import dev.finestra.spark.internal.DroppedRows
import org.apache.spark.sql.{DataFrame, Row}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Results emitted as they change: the last result of each row or window is that of a batch, and no
  * result is emitted again unless it changed.
  */
class UpdatesTest {
  private def check(random: SplittableRandom, identity: Seq[String], more: (String, Any)*): Unit = {
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "aggregates" -> Seq(Seq("top", "max", "i"), Seq("n", "count", "i"), Seq("mean", "mean", "d")),
      "late" -> "update",
      "emit" -> "updates"
    ) ++ more
    val windows = (df: DataFrame) => FinestraSpark.sliding(df, options)
    val events = new Events(random)
    val running = new Running(Events.schema, "update")(windows)
    running.start()
    try {
      for (_ <- 0 until 6) {
        if (random.nextInt(4) == 0) {
          running.stop()
          running.start()
        }
        running.add(events.next(random.nextInt(25)))
        running.process()
      }
      val names = running.answersAsTable.columns.toSeq
      val ids = identity.map(names.indexOf(_))
      val byIdentity = running.answers.groupBy(row => ids.map(row.get))
      byIdentity.foreach { case (id, rows) =>
        rows.sliding(2).filter(_.size == 2).foreach { pair =>
          assertTrue(pair.head.toSeq != pair.last.toSeq, s"$id came twice unchanged: ${pair.head}")
        }
      }
      val last = Running.spark.createDataFrame(
        byIdentity.values.map(_.last).toSeq.asJava,
        running.answersAsTable.schema
      )
      Tables.assertSame(s"$options", windows(running.input), last)
    } finally running.delete()
  }

  @Test def rows(): Unit = Trials.run(
    2,
    40,
    "streams of rows, corrected, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      check(random, Seq("id"), "size" -> s"${1 + random.nextInt(12)} seconds")
    }
  )

  @Test def slides(): Unit = Trials.run(
    2,
    40,
    "streams with a slide, corrected, against a batch",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val slide = 1 + random.nextInt(4)
      val size = slide + random.nextInt(8)
      check(random, Seq("k", "window"), "size" -> s"$size seconds", "slide" -> s"$slide seconds")
    }
  )

  private def row(id: Long, second: Int, value: Int): Row =
    Row(id, 1, new Timestamp(second * 1000L), value, null, null)

  private def result(row: Row): (Long, Int) = (row.getLong(0), row.getInt(6))

  private def example(late: Int, options: (String, Any)*): Seq[(Long, Int)] = {
    val all = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "aggregates" -> Map("top" -> ("max", "i")),
      "emit" -> "updates"
    ) ++ options
    val running = new Running(Events.schema, "update")(FinestraSpark.sliding(_, all))
    running.start()
    running.add(Seq(row(1, 100, 5), row(2, 102, 9), row(3, 108, 1)))
    running.process()
    running.add(Seq(row(4, 101, late), row(5, 109, 2)))
    running.process()
    running.delete()
    running.answers.map(result)
  }

  @Test def aLateRowCorrectsExactlyWhatItChanges(): Unit = {
    val first = Seq((1L, 5), (2L, 9), (3L, 9))
    assertEquals(
      first ++ Seq((2L, 20), (3L, 20), (4L, 20), (5L, 20)),
      example(20, "size" -> "8 seconds", "late" -> "update")
    )
    assertEquals(
      first ++ Seq((4L, 7), (5L, 9)),
      example(7, "size" -> "8 seconds", "late" -> "update")
    )
    assertEquals(
      Seq((1L, 5), (2L, 9), (3L, 1), (2L, 20), (4L, 20), (5L, 2)),
      example(20, "size" -> "1 second", "late" -> "update")
    )
  }

  /** The deviation of one value is null, like that of none; NaN in a list equals NaN. */
  @Test def unchangedResultsAreNotEmittedAgain(): Unit = {
    assertEquals(1, answers("stddev_samp", None, 5.0, null).size)
    assertEquals(2, answers("top_k(2)", None, Double.NaN, 7.0, 3.0).size)
    assertEquals(3, answers("top_k(2)", Some("update"), Double.NaN, 7.0, 3.0).size)
  }

  @Test def aResultIsAListOfStructs(): Unit = {
    val newest = answers("frequent_items(2)", None, 3.0, 3.0, 5.0).last
    assertEquals(Seq(Row(3.0, 2L, 2L), Row(5.0, 1L, 1L)), newest.getSeq[Row](2))
  }

  /** The results for values that arrive one by one. Without `late` they share a window of ten
    * seconds; with it each has its own window, and the last value is out of order.
    */
  private def answers(aggregation: String, late: Option[String], values: Any*): Seq[Row] = {
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> "10 seconds",
      "aggregates" -> Map("a" -> (aggregation, "d")),
      "emit" -> "updates"
    ) ++ (if (late.isEmpty) Map("slide" -> "10 seconds") else Map("late" -> late.get))
    val running = new Running(Events.schema, "update")(FinestraSpark.sliding(_, options))
    running.start()
    val seconds = if (late.isEmpty) Seq(100, 101, 102) else Seq(100, 104, 103)
    for ((second, value) <- seconds.zip(values)) {
      running.add(Seq(Row(second.toLong, 1, new Timestamp(second * 1000L), null, value, null)))
      running.process()
    }
    running.delete()
    running.answers
  }

  @Test def rowsOutOfOrderAreDroppedAndCounted(): Unit = {
    val counter = DroppedRows.lateOf(Sessions.spark.sparkContext)
    val before = counter.sum
    assertEquals(
      Seq((1L, 5), (2L, 9), (3L, 9), (5L, 9)),
      example(20, "size" -> "8 seconds")
    )
    assertEquals(before + 1, counter.sum)
  }
}
