package dev.finestra.spark.internal.stream

import java.sql.Timestamp

import dev.finestra.spark.{FinestraSpark, Tables}
import org.apache.spark.sql.Row
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** A row behind the watermark reaches no window, and Spark's progress counts it as dropped. */
class BehindWatermarkTest {
  private def row(id: Long, second: Int, value: Int): Row =
    Row(id, 1, new Timestamp(1800000000000L + second * 1000L), value, null, null)

  private def check(mode: String, identity: Seq[Int], more: (String, Any)*): Unit = {
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> "80 seconds",
      "aggregates" -> Seq(Seq("top", "max", "i"), Seq("n", "count", "i"))
    ) ++ more
    val inTime = Seq(row(1, 50, 5), row(2, 100, 9), row(3, 95, 7), row(5, 10000, 0))
    val running = new Running(Events.schema, mode)(FinestraSpark.sliding(_, options))
    try {
      running.start()
      running.add(inTime.take(2))
      running.process()
      // The watermark is at 90.
      running.add(Seq(row(4, 50, 1000), inTime(2)))
      running.process()
      running.add(inTime.drop(3))
      running.process()
      assertEquals(1L, running.droppedByWatermark, s"$options")
      val last = running.answers.groupBy(row => identity.map(row.get)).values.map(_.last).toSeq
      val ended = if (mode == "append") inTime.take(3) else inTime
      Tables.assertSame(
        s"$options",
        FinestraSpark.sliding(Tables.of(running.session, ended, Events.schema), options),
        Tables.of(running.session, last, running.answersAsTable.schema)
      )
    } finally running.delete()
  }

  @Test def lateRowsAreDroppedWhereResultsAreEmittedOnce(): Unit = {
    check("append", Seq(0))
    check("append", Seq(0, 1), "slide" -> "40 seconds")
  }

  @Test def lateRowsAreDroppedWhereResultsAreCorrected(): Unit = {
    val corrected = Seq("emit" -> "updates", "late" -> "update")
    check("update", Seq(0), corrected: _*)
    check("update", Seq(0, 1), corrected :+ "slide" -> "40 seconds": _*)
  }
}
