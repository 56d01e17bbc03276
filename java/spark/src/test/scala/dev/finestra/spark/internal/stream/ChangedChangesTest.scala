package dev.finestra.spark.internal.stream

import java.sql.Timestamp

import dev.finestra.spark.FinestraSpark
import org.apache.spark.sql.Row
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** A stream that emits changes gets other aggregates, sizes or another rate, and keeps its state.
  */
class ChangedChangesTest {
  import ChangedChangesTest._

  @Test def theFirstResultsAtAnotherRateAreComparedWithTheLastOnes(): Unit =
    Query("size" -> "9 seconds", "aggregates" -> Map("n" -> "count"), "rate" -> "5 seconds")
      .run { query =>
        query.process(row(11, 1), row(7, 1, 2), row(18, 1, 3))
        assertEquals(Seq(Seq(10L, 2, 1L), Seq(15L, 1, 1L)), query.results("n"))
        query.change("rate" -> "2 seconds")
        query.process(row(20, 1, 3))
        assertEquals(Seq(Seq(20L, 2, 0L)), query.results("n"))
        query.process(row(30, 1, 3))
        assertEquals(Seq(Seq(22L, 1, 0L)), query.results("n"))
      }

  @Test def aRemovedAggregateDoesNotAffectTheOthers(): Unit =
    Query("size" -> "5 seconds", "aggregates" -> Map("top" -> Seq("max", "i"), "n" -> "count"))
      .run { query =>
        query.process(row(1, 11), row(2, 12))
        query.results("n")
        query.change("aggregates" -> Map("rows" -> "count"))
        query.process(row(4, 13), row(30, 0, 3))
        assertEquals(
          Seq(Seq(4L, 1, 3L), Seq(7L, 1, 2L), Seq(8L, 1, 1L), Seq(10L, 1, 0L)),
          query.results("rows")
        )
      }

  /** Key 2 has no more rows in its window when the query changes. */
  @Test def addedColumnsAreKnownWhenTheirWindowsHaveAllRows(): Unit =
    Query("size" -> Map("s" -> "5 seconds"), "aggregates" -> Map("n" -> "count")).run { query =>
      query.process(row(1, 7, 2), row(10, 7), row(12, 7, 3))
      query.results("n_s")
      query.change(
        "size" -> Map("s" -> "5 seconds", "m" -> "10 seconds"),
        "aggregates" -> Map("n" -> "count", "kinds" -> Seq("count_distinct", "i"))
      )
      query.process(row(100, 7, 3))
      assertEquals(
        Seq(
          Seq(13L, 1, 1L, null, null, null),
          Seq(16L, 1, 0L, null, null, null),
          Seq(18L, 1, 0L, 1L, 0L, null),
          Seq(21L, 1, 0L, 0L, 0L, 0L)
        ),
        query.results("n_s", "n_m", "kinds_s", "kinds_m")
      )
    }
}

private object ChangedChangesTest {

  /** The key of rows that only move the watermark. */
  private val Clock = 3

  private def row(second: Long, i: Int, key: Int = 1): Row =
    Row(second, key, new Timestamp(second * 1000), i, 0.5, "a")

  /** A query that restarts with each micro-batch. */
  private final case class Query(first: (String, Any)*) {
    private var options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "emit" -> "changes",
      "rate" -> "1 second"
    ) ++ first
    private val running =
      new Running(Events.schema, "append", late = "0 seconds")(FinestraSpark.sliding(_, options))
    private var read = 0

    def change(others: (String, Any)*): Unit = options ++= others

    def run(test: Query => Unit): Unit =
      try test(this)
      finally running.delete()

    def process(rows: Row*): Unit = {
      running.start()
      running.add(rows)
      running.process()
      running.stop()
    }

    /** The results since the last call, in the order of times: second, key, and these columns. */
    def results(columns: String*): Seq[Seq[Any]] = {
      val rows = running.answers.drop(read)
      read += rows.size
      rows
        .filter(_.getAs[Int]("k") != Clock)
        .map { each =>
          Seq(each.getAs[Timestamp]("ts").getTime / 1000, each.getAs[Int]("k")) ++
            columns.map(each.getAs[Any])
        }
        .sortBy(_.head.asInstanceOf[Long])
    }
  }
}
