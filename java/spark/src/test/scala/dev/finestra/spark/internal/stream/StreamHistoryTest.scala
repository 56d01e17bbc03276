package dev.finestra.spark.internal.stream

import java.nio.file.Path
import java.sql.Timestamp
import java.time.Instant
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicBoolean

import dev.finestra.testing.Trials
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.{FinestraSpark, Tables}
import org.apache.spark.sql.functions.{col, lit, udf}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.StreamingQueryException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** Random streams that start with history: from its end on, they have the results of a batch of all
  * rows.
  */
class StreamHistoryTest {
  @TempDir var folder: Path = _

  @Test def rows(): Unit = run(3, "rows") { random =>
    val small = s"${1 + random.nextInt(10)} seconds"
    val size = s"${1 + random.nextInt(20)} seconds"
    Map("size" -> (if (random.nextBoolean()) size else Map("a" -> small, "b" -> size)))
  }

  /** All aggregates are commutative in half of the trials, so that rows are combined before the
    * shuffle.
    */
  @Test def slides(): Unit = run(4, "slides") { random =>
    val slide = 1 + random.nextInt(5)
    val windows =
      Map("size" -> s"${slide + random.nextInt(20)} seconds", "slide" -> s"$slide seconds")
    if (random.nextBoolean()) windows
    else windows + ("aggregates" -> Map("n" -> Seq("count", "i"), "top" -> Seq("max", "i")))
  }

  @Test def sessions(): Unit =
    run(3, "sessions")(random => Map("session" -> s"${1 + random.nextInt(4)} seconds"))

  private def run(trials: Int, what: String)(windows: SplittableRandom => Map[String, Any]): Unit =
    Trials.run(
      trials,
      40,
      s"streams of $what with history, against a batch",
      (seed, _) => {
        val random = new SplittableRandom(seed)
        val options = Map[String, Any](
          "by" -> (if (random.nextInt(3) == 0) Nil else Seq("k")),
          "time" -> "ts",
          "aggregates" -> Map("top" -> Seq("max", "i"), "which" -> Seq("arg_max", "s", "d"))
        ) ++ windows(random)
        check(random, options)
      }
    )

  /** The history has the first rows, out of order; the stream has later rows, some of which the
    * history has, too.
    */
  private def check(random: SplittableRandom, options: Map[String, Any]): Unit = {
    val events = new Events(random)
    val first = Seq.fill(random.nextInt(3))(()).flatMap(_ => events.next(random.nextInt(60)))
    val later = Seq.fill(3)(events.next(random.nextInt(40)))
    val last = events.last()
    val times = (first ++ later.flatten).map(_.getTimestamp(2).getTime)
    val until = new Timestamp(
      if (times.isEmpty || random.nextInt(5) == 0) Events.Last.getTime - 1
      else times(random.nextInt(times.size)) + random.nextInt(3) - 1
    )
    val all = first ++ later.flatten ++ last
    val (old, fresh) = all.partition(_.getTimestamp(2).before(until))
    val history = maybeInFiles(random, old ++ fresh.take(5))
    val start = options ++ Map("history" -> history, "until" -> s"${until.toInstant}")
    val running = new Running(Events.schema, "append", late = "1 minute")(
      FinestraSpark.sliding(_, start)
    )
    try {
      running.start()
      val missed = first.filterNot(_.getTimestamp(2).before(until))
      (missed +: later :+ last).foreach { rows =>
        running.add(rows)
        running.process()
        if (random.nextBoolean()) {
          running.stop()
          running.start()
        }
      }
      val whole = FinestraSpark.sliding(
        Running.spark.createDataFrame(all.asJava, Events.schema),
        options
      )
      // Collected first, because Spark filters single rows if a filter is on a session's end.
      val batch = Running.spark.createDataFrame(whole.collect().toSeq.asJava, whole.schema)
      def from(answers: DataFrame) =
        if (answers.columns.contains("ts")) answers.where(col("ts") >= lit(until))
        else answers.where(col("window.end") >= lit(until))
      Tables.assertSame(
        s"$options from $until",
        withoutLast(from(batch)),
        withoutLast(running.answersAsTable)
      )
    } finally running.delete()
  }

  /** The rows, half of the time in files of Parquet, to which Spark pushes filters down. */
  private def maybeInFiles(random: SplittableRandom, rows: Seq[Row]): DataFrame = {
    val df = Running.spark.createDataFrame(rows.asJava, Events.schema)
    if (random.nextBoolean()) df
    else {
      val file = folder.resolve(s"history${random.nextLong()}").toString
      df.write.parquet(file)
      Running.spark.read.parquet(file)
    }
  }

  private def withoutLast(answers: DataFrame): DataFrame = {
    val time = if (answers.columns.contains("ts")) "ts" else "window.end"
    answers.where(col(time) < lit(Events.Last))
  }

  @Test def aFailedStartReadsTheHistoryAgain(): Unit = {
    StreamHistoryTest.fails.set(true)
    val failsOnce = udf((i: Integer) => {
      if (StreamHistoryTest.fails.getAndSet(false)) throw new IllegalStateException("once")
      i
    })
    def row(id: Long, time: String, i: Int) =
      Row(id, 1, Timestamp.from(Instant.parse(time)), i, null, null)
    val old = Seq(row(1, "2026-01-01T09:59:00Z", 5)).asJava
    val history = Running.spark
      .createDataFrame(old, Events.schema)
      .withColumn("i", failsOnce(col("i")))
    val running = new Running(Events.schema, "append")(df =>
      FinestraSpark.sliding(
        df,
        usual ++ Map("history" -> history, "until" -> "2026-01-01 10:00:00Z")
      )
    )
    try {
      running.start()
      running.add(Seq(row(2, "2026-01-01T10:01:00Z", 3), row(3, "2026-01-02T10:00:00Z", 1)))
      assertThrows(classOf[StreamingQueryException], () => running.process())
      running.start()
      running.process()
      assertEquals(
        Seq((2L, 5L)),
        running.answers.map(each => (each.getLong(0), each.getAs[Number]("top").longValue))
      )
    } finally running.delete()
  }

  @Test def anotherEndIsRejected(): Unit = {
    var until = "2026-01-01 00:00:00Z"
    val running = new Running(Events.schema, "append")(df =>
      FinestraSpark.sliding(df, usual ++ Map("history" -> none, "until" -> until))
    )
    val events = new Events(new SplittableRandom(1))
    try {
      running.start()
      running.add(events.next(3))
      running.process()
      running.stop()
      until = "2026-01-02 00:00:00Z"
      running.start()
      running.add(events.next(3))
      val refused = assertThrows(classOf[StreamingQueryException], () => running.process())
      assertTrue(refused.getMessage.contains("until 2026-01-01T00:00:00Z"), refused.getMessage)
    } finally running.delete()
  }

  private val stream =
    new MemoryRows(Running.spark, Events.schema, partitions = 1)
      .toDF()
      .withWatermark("ts", "1 second")
  private val usual = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "1 hour",
    "aggregates" -> Map("top" -> Seq("max", "i"))
  )
  private val none = Running.spark.createDataFrame(Seq.empty[Row].asJava, Events.schema)

  private def assertRefuses(message: String, df: DataFrame, more: (String, Any)*): Unit = {
    val refused = assertThrows(
      classOf[IllegalArgumentException],
      () => FinestraSpark.sliding(df, usual ++ more)
    )
    assertEquals(message, refused.getMessage)
  }

  @Test def wrongOptionsAreRejected(): Unit = {
    val until = "until" -> "2026-01-01 00:00:00"
    assertRefuses(
      "history is given without until; give the time up to which it is complete.",
      stream,
      "history" -> none
    )
    assertRefuses(
      "history is given, but the rows are a batch; only a stream starts with history. Call " +
        "history.unionByName(rows).",
      none,
      "history" -> none,
      until
    )
    assertRefuses(
      "The history is a stream; it must be a batch.",
      stream,
      "history" -> stream,
      until
    )
    assertRefuses(
      "The column 'i' is BIGINT in the history and INT in the stream; cast one of them.",
      stream,
      "history" -> none.withColumn("i", col("i").cast("BIGINT")),
      until
    )
    assertRefuses(
      "A column that the stream uses is 'k', but the history has no such column; the nearest are d, i, s.",
      stream,
      "history" -> none.drop("k"),
      until
    )
    for (text <- Seq("soon", "now", "10:00")) {
      assertRefuses(
        s"until is '$text'; it must be a TIMESTAMP such as '2026-01-31 00:00:00'.",
        stream,
        "history" -> none,
        "until" -> text
      )
    }
    assertRefuses(
      "history is given, but emit is 'updates', with which a stream has no history; use another emission.",
      stream,
      "history" -> none,
      until,
      "emit" -> "updates"
    )
  }
}

object StreamHistoryTest {

  /** Whether the history fails when it is read next. */
  private val fails = new AtomicBoolean
}
