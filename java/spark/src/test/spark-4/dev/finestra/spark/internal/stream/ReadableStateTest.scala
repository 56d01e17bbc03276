package dev.finestra.spark.internal.stream

import java.util.SplittableRandom

import dev.finestra.spark.FinestraSpark
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Spark's data source `statestore` reads the state of a stream. */
class ReadableStateTest {
  private val options = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "8 seconds",
    "aggregates" -> Map("top" -> ("max", "i"), "which" -> ("arg_max", "s", "d"))
  )

  private def state(running: Running, variable: String): DataFrame =
    Running.spark.read
      .format("statestore")
      .option("path", running.state)
      .option("stateVarName", variable)
      .load()

  @Test def stateHasReadableColumnsAndIsRemovedWithItsKey(): Unit = {
    val events = new Events(new SplittableRandom(1))
    val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, options))
    running.start()
    try {
      (1 to 3).foreach { _ =>
        running.add(events.next(40))
        running.process()
      }
      val headers =
        state(running, StreamState.Headers).select("key.k", "value.entry")
      assertEquals(4L, headers.where("length(entry) > 0").count())
      val pages = state(running, StreamState.Pages)
        .select("key.k", "user_map_key.page", "user_map_value.entry")
      assertTrue(pages.where("page >= 0 AND length(entry) > 0").count() > 0)
      val waiting = state(running, StreamState.Pending)
        .selectExpr("key.k", "explode(user_map_value.rows) AS bytes")
      assertTrue(waiting.count() > 0)
      running.add(events.last())
      running.process()
      running.add(events.last())
      running.process()
      for (variable <- Seq(StreamState.Headers, StreamState.Pages, StreamState.Pending)) {
        assertEquals(0L, state(running, variable).where("key.k < 99").count(), variable)
      }
    } finally running.delete()
  }
}
