package dev.finestra.spark.internal.stream

import java.sql.Timestamp

import dev.finestra.spark.FinestraSpark
import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Rows of a key and pane are combined before the shuffle. Late rows are dropped by their own time,
  * and results equal those of a batch, also where combining is given up.
  */
class CombineRowsTest {
  private val schema = StructType.fromDDL("k BIGINT, ts TIMESTAMP, x BIGINT")

  private def options(call: String) = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "8 seconds",
    "slide" -> "4 seconds",
    "aggregates" -> Map("a" -> (call, "x"), "n" -> "count")
  )

  private def row(key: Long, second: Double, x: Any): Row =
    Row(key, new Timestamp((1.8e12 + second * 1000).toLong), x)

  @Test def onlyAggregatesOfAnyOrderAreCombined(): Unit =
    for ((call, isCombined) <- Seq("sum" -> true, "first" -> false, "collect" -> false)) {
      val running = new Running(schema, "append")(FinestraSpark.sliding(_, options(call)))
      running.start()
      try {
        running.add(Seq(row(1, 0, 1L)))
        running.process()
        assertTrue(running.plan.contains("FinestraStream"), running.plan)
        assertEquals(isCombined, running.plan.contains("FinestraCombineRows"), running.plan)
      } finally running.delete()
    }

  /** The watermark is at 32; the rows at 32, 32.5 and 33 are in one pane. */
  @Test def aLateRowIsDroppedByItsOwnTime(): Unit = {
    val running = new Running(schema, "append", "1 second")(
      FinestraSpark.sliding(_, options("sum"))
    )
    running.start()
    try {
      for (batch <- Seq(Seq(row(1, 33, 1L)), Seq(row(1, 32, 10L), row(1, 32.5, 100L)))) {
        running.add(batch)
        running.process()
      }
      running.add(Seq(row(2, 100, 0L)))
      running.process()
      running.process()
      val sums = running.answers.filter(_.getLong(0) == 1).map(_.getLong(2))
      assertEquals(Seq(101L, 101L), sums)
      assertEquals(1L, running.droppedByWatermark)
    } finally running.delete()
  }

  @Test def aWindowIsEmittedWhenTheWatermarkReachesItsEnd(): Unit = {
    val running = new Running(schema, "append", "1 second")(
      FinestraSpark.sliding(_, options("sum"))
    )
    running.start()
    try {
      running.add(Seq(row(1, 33, 1L)))
      running.process()
      running.add(Seq(row(2, 37, 1L)))
      running.process()
      assertEquals(Seq(1L), running.answers.map(_.getLong(2)))
    } finally running.delete()
  }

  /** After 2^16 rows of a partition without a common key and pane, the rest is passed on one by
    * one. There are two partitions.
    */
  @Test def manyKeysWithOneRowEach(): Unit = {
    val first = (0 until 135000).map(i => row(i.toLong, i % 4, if (i % 7 == 0) null else i.toLong))
    val rows = first ++ (0 until 500).map(i => row(i % 9L, 2, 1L))
    val tumbling = options("sum").updated("size", "4 seconds")
    val running = new Running(schema, "append")(FinestraSpark.sliding(_, tumbling))
    running.start()
    try {
      running.add(rows)
      running.process()
      running.add(Seq(row(-1, 100000, 0L)))
      running.process()
      val expected = rows.groupBy(_.getLong(0)).map { case (key, rows) =>
        val values = rows.map(_.get(2)).collect { case x: Long => x }
        key -> (if (values.isEmpty) null else values.sum, rows.size.toLong)
      }
      val emitted = running.answers.map(r => r.getLong(0) -> (r.get(2), r.getLong(3)))
      assertEquals(expected.size, emitted.size)
      assertEquals(expected, emitted.toMap)
    } finally running.delete()
  }
}
