package dev.finestra.spark.internal.stream

import java.nio.file.Files
import java.sql.Timestamp
import java.util.SplittableRandom

import dev.finestra.spark.{FinestraSpark, Forked, Tables}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{coalesce, col, lit, sum}
import org.apache.spark.sql.streaming.StreamingQueryException
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The state of streams is small, a key is written once, and a query that cannot continue a
  * checkpoint is rejected with the reason.
  */
class StateTest {
  private val options = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "8 seconds",
    "aggregates" -> Map("top" -> ("max", "i"), "which" -> ("arg_max", "s", "d"))
  )

  /** In a stream that is never idle, results are due when the next rows arrive. */
  @Test def aKeyWithRowsAndADueResultIsWrittenOnce(): Unit = {
    val windows = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> "1 second",
      "slide" -> "1 second",
      "aggregates" -> Map("top" -> ("max", "i"))
    )
    val running = new Running(Events.schema, "append", late = "0 seconds")(
      FinestraSpark.sliding(_, windows)
    )
    running.waitForRows(true)
    running.start()
    try {
      for (second <- 1 to 4) {
        running.add((0 until 5).map { key =>
          Row(second * 10L + key, key, new Timestamp(second * 1000L), second, 0.5, "a")
        })
        running.process()
      }
      assertEquals(10, running.answers.size)
      assertEquals(Seq.fill(4)(5L), running.updatedState.filter(_ > 0))
    } finally running.delete()
  }

  /** At the end, the state is that of a stream which had only the last rows. */
  @Test def stateIsRemovedWithItsKey(): Unit =
    for (more <- Seq(Map.empty, Map("slide" -> "2 seconds"))) {
      val rows = Seq(40, 0).map { count =>
        val events = new Events(new SplittableRandom(1))
        val running =
          new Running(Events.schema, "append")(FinestraSpark.sliding(_, options ++ more))
        running.start()
        try {
          (1 to 3).foreach { _ =>
            running.add(events.next(count))
            running.process()
          }
          (1 to 2).foreach { _ =>
            running.add(events.last())
            running.process()
          }
          running.rowsOfState
        } finally running.delete()
      }
      assertEquals(rows(1), rows(0))
    }

  @Test def aCheckpointOfOtherOptionsIsRejected(): Unit = {
    def said(before: String, now: String) = s"The query had '$before' and has '$now'"
    assertRejects(said("by k int", "by i int"), "append", options, options.updated("by", "i"))
    val others = Map("size" -> "10 seconds")
    val size = said("size 8 seconds", "size 10 seconds")
    val slides = options.updated("slide", "2 seconds")
    assertRejects(size, "append", slides, slides ++ others)
  }

  @Test def aCheckpointOfOtherTypesIsRejected(): Unit = {
    val slides = options.updated("slide", "2 seconds")
    def doubles(df: DataFrame) = df.withColumn("i", col("i").cast("double"))
    val ofSlides = "The checkpoint has max of i int, but the query has max of i double"
    assertRejects(ofSlides, "append", slides, slides, doubles)
    assertRejects("The column 'i' was int and is double", "append", options, options, doubles)
  }

  @Test def aColumnThatCannotBeNullIsRejected(): Unit = {
    assertRejects(
      "The column 'more' is new, but cannot be null for the rows of the state",
      "append",
      options,
      options,
      _.withColumn("more", lit(1))
    )
    assertRejects(
      "The column 'd' may be null in the state, but not in the query",
      "append",
      options,
      options,
      _.withColumn("d", coalesce(col("d"), lit(0.0)))
    )
  }

  @Test def columnsOfOneNameAreRejectedIfTheColumnsChange(): Unit =
    assertRejects(
      "Two columns are named 'd'; rename one of them before the columns change",
      "append",
      options,
      options,
      _.select(col("*"), col("d"))
    )

  @Test def aggregatesThatNeedOtherStateAreRejected(): Unit = {
    val more = Map("top" -> ("max", "i"), "all" -> ("collect", "i"))
    val slides = options ++ Map("slide" -> "2 seconds", "aggregates" -> Map("top" -> ("max", "i")))
    assertRejects(
      "Sliding windows store rows in another way if an aggregate depends on their order, and one " +
        "does now",
      "append",
      slides,
      slides.updated("aggregates", more)
    )
    assertRejects(
      "Sliding windows store rows in another way if an aggregate depends on their order, and one " +
        "does no longer",
      "append",
      slides.updated("aggregates", more),
      slides
    )
  }

  private def assertRejects(
      reason: String,
      mode: String,
      options: Map[String, Any],
      others: Map[String, Any],
      upstream: DataFrame => DataFrame = identity
  ): Unit = {
    val said = refusal(mode, options, others, upstream)
    val sentences = s"$reason. The checkpoint was written by sliding with the options"
    assertTrue(said.contains(sentences), said)
  }

  /** The messages of a query that is restored from a checkpoint of other options. */
  private def refusal(
      mode: String,
      options: Map[String, Any],
      others: Map[String, Any],
      upstream: DataFrame => DataFrame
  ): String = {
    var now = (df: DataFrame) => FinestraSpark.sliding(df, options)
    val events = new Events(new SplittableRandom(2))
    val running = new Running(Events.schema, mode)(df => now(df))
    running.start()
    running.add(events.next(40))
    running.process()
    running.stop()
    now = df => FinestraSpark.sliding(upstream(df), others)
    running.start()
    running.add(events.next(40))
    val failed = assertThrows(classOf[StreamingQueryException], () => running.process())
    val said = Iterator
      .iterate[Throwable](failed)(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString
    running.delete()
    said
  }

  /** 0.0 and -0.0 are one key, and columns may have names that the operator uses itself. */
  @Test def keysAreThoseOfABatchUnderAnyNames(): Unit = {
    val named = Map[String, Any](
      "by" -> "start",
      "time" -> "ts",
      "size" -> "8 seconds",
      "slide" -> "8 seconds",
      "aggregates" -> Map("end" -> ("sum", "x"))
    )
    val running = new Running(StructType.fromDDL("start DOUBLE, ts TIMESTAMP, x BIGINT"), "append")(
      FinestraSpark.sliding(_, named)
    )
    running.start()
    for (row <- Seq(Row(0.0, new Timestamp(1000), 5L), Row(-0.0, new Timestamp(2000), 7L))) {
      running.add(Seq(row))
      running.process()
    }
    running.add(Seq(Row(1.0, new Timestamp(100000), 1L)))
    running.process()
    val batch = FinestraSpark.sliding(running.input, named)
    val answers = running.answersAsTable
    running.delete()
    assertEquals(batch.columns.toSeq, answers.columns.toSeq)
    Tables.assertSame("zeros", batch.where("start = 0"), answers)
    assertEquals(12L, answers.head().getAs[Long]("end"))
  }

  private val structs =
    StructType.fromDDL("p STRUCT<k: INT, d: DOUBLE>, ts TIMESTAMP, x BIGINT")
  private val ofStructs = Map[String, Any](
    "by" -> "p",
    "time" -> "ts",
    "size" -> "8 seconds",
    "aggregates" -> Map("s" -> ("sum", "x"))
  )

  @Test def zerosInsideAStructAreOneKey(): Unit = {
    val named = ofStructs + ("slide" -> "4 seconds")
    val running = new Running(structs, "append")(FinestraSpark.sliding(_, named))
    running.start()
    for ((zero, x) <- Seq(0.0 -> 5L, -0.0 -> 7L, 1.0 -> 1L)) {
      val second = if (zero == 1.0) 100 else x
      running.add(Seq(Row(Row(1, zero), new Timestamp(1000L * second), x)))
      running.process()
    }
    val batch = FinestraSpark.sliding(running.input, named).where("p.d = 0")
    val answers = running.answersAsTable
    running.delete()
    Tables.assertSame("zeros", batch, answers)
    assertEquals(2L, batch.count())
    assertEquals(24L, answers.agg(sum("s")).head().getLong(0))
  }

  /** Spark's optimizer removes the columns and fields that a query does not select. */
  @Test def aFieldOfAStructAndATypedFilterAreThoseOfABatch(): Unit = {
    for (more <- Seq(Map.empty, Map("slide" -> "4 seconds"))) {
      val selected = (df: DataFrame) =>
        FinestraSpark
          .sliding(df, ofStructs ++ more)
          .filter((row: Row) => row.getStruct(0).getInt(0) < 9)
          .select("p.d", "s")
      val running = new Running(structs, "append")(selected)
      running.start()
      try {
        for ((key, second) <- Seq(1 -> 1, 2 -> 3, 1 -> 5, 9 -> 100)) {
          running.add(Seq(Row(Row(key, key / 4.0), new Timestamp(1000L * second), 7L)))
          running.process()
        }
        Tables.assertSame("fields", selected(running.input), running.answersAsTable)
      } finally running.delete()
    }
  }

  @Test def aStreamOfWindowsMayBeUsedTwiceInAQuery(): Unit = {
    val twice = (df: DataFrame) => {
      val windows = FinestraSpark.sliding(df, options.updated("slide", "2 seconds"))
      windows.union(windows)
    }
    val running = new Running(Events.schema, "append")(twice)
    running.start()
    try {
      val events = new Events(new SplittableRandom(5))
      for (rows <- Seq(events.next(40), events.last())) {
        running.add(rows)
        running.process()
      }
      val answers = running.answersAsTable.where("k < 99")
      assertTrue(answers.count() > 0)
      Tables.assertSame("twice", twice(running.input).where("k < 99"), answers)
    } finally running.delete()
  }

  @Test def aStoreThatIsNotRocksDBIsRejectedWhenTheQueryStarts(): Unit = {
    val running = new Running(Events.schema, "append")(df => {
      val windows = FinestraSpark.sliding(df, options)
      df.sparkSession.conf.set(
        "spark.sql.streaming.stateStore.providerClass",
        "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider"
      )
      windows
    })
    try {
      running.start()
      running.add(new Events(new SplittableRandom(4)).next(10))
      val failed = assertThrows(classOf[StreamingQueryException], () => running.process())
      assertTrue(failed.getMessage.contains("need the state store of RocksDB"), failed.getMessage)
    } finally running.delete()
  }

  @Test def aFileSinkHasEachResultOnce(): Unit = {
    val out = Files.createTempDirectory("finestra-out")
    val events = new Events(new SplittableRandom(3))
    val slides = options.updated("slide", "2 seconds")
    val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, slides)) {
      override def start(): Unit = startInto(out)
    }
    for (_ <- 1 to 3) {
      running.start()
      running.add(events.next(30))
      running.process()
      running.stop()
      RestartsTest.forgetLastCommit(running.state)
    }
    running.start()
    running.add(events.last())
    running.process()
    running.delete()
    Tables.assertSame(
      "file sink",
      FinestraSpark.sliding(running.input, slides).where(col("k") < 99),
      Running.spark.read.parquet(out.toString).where(col("k") < 99)
    )
    Forked.delete(out)
  }
}
