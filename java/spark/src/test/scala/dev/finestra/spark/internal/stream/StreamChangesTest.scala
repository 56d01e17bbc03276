package dev.finestra.spark.internal.stream

import java.sql.Timestamp
import java.time.Instant
import java.util.SplittableRandom

import dev.finestra.spark.FinestraSpark
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.testing.Trials
import org.apache.spark.sql.{DataFrame, Row}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

/** Streams that emit changes: each key has the results of a plain computation, wherever they differ
  * from those before, across restarts and after a history.
  */
class StreamChangesTest {
  import StreamChangesTest._

  @Test def eachChangeIsEmittedOnce(): Unit =
    Trials.run(4, 60, "streams of changes", (seed, _) => check(new SplittableRandom(seed)))

  private def check(random: SplittableRandom): Unit = {
    val sizes = Seq.fill(1 + random.nextInt(2))(1 + random.nextInt(20)).distinct
    val rate = if (random.nextBoolean()) None else Some(1 + random.nextInt(5))
    val events = new Events(random)
    val batches = Seq.fill(4)(events.next(random.nextInt(40)))
    val all = batches.flatten ++ events.last()
    val until =
      if (all.size == 1 || random.nextBoolean()) None
      else Some(all(random.nextInt(all.size - 1)).getTimestamp(2))
    def isOld(row: Row) = until.exists(row.getTimestamp(2).before(_))
    val history = until.map { until =>
      Map("history" -> table(all.filter(isOld)), "until" -> s"${until.toInstant}")
    }
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> sizes.map(size => s"$size" -> s"$size seconds").toMap,
      "aggregates" -> Map("n" -> "count", "top" -> Seq("max", "i")),
      "emit" -> "changes"
    ) ++ rate.map(seconds => "rate" -> s"$seconds seconds") ++ history.toSeq.flatten
    val running = new Running(Events.schema, "append", late = "1 minute")(
      FinestraSpark.sliding(_, options)
    )
    try {
      running.start()
      (batches :+ events.last()).foreach { rows =>
        running.add(rows.filterNot(isOld))
        running.process()
        if (random.nextInt(3) == 0) {
          running.stop()
          running.start()
        }
      }
      val columns = for (name <- Seq("n", "top"); size <- sizes) yield s"${name}_$size"
      val got = running.answers
        .filter(_.getAs[Timestamp]("ts").before(Events.Last))
        .groupBy(_.getAs[Int]("k"))
        .map { case (key, rows) =>
          key -> rows.map(row => micros(row.getAs("ts")) -> columns.map(row.getAs[Any]))
        }
      val start = until.map(micros).getOrElse(Long.MinValue)
      val expected = all
        .groupBy(_.getInt(1))
        .map { case (key, rows) =>
          key -> changes(rows, sizes.map(_ * 1000000L), rate.fold(1L)(_ * 1000000L), start)
        }
        .filter(_._2.nonEmpty)
      assertEquals(expected - LastKey, got, s"$options")
    } finally running.delete()
  }

  private val stream =
    new MemoryRows(Running.spark, Events.schema, partitions = 1)
      .toDF()
      .withWatermark("ts", "1 second")

  private def assertRefuses(message: String, df: DataFrame, more: (String, Any)*): Unit = {
    val options = Map[String, Any](
      "by" -> "k",
      "time" -> "ts",
      "size" -> "1 hour",
      "aggregates" -> Map("top" -> Seq("max", "i"))
    )
    val refused = assertThrows(
      classOf[IllegalArgumentException],
      () => FinestraSpark.sliding(df, options ++ more)
    )
    assertEquals(message, refused.getMessage)
  }

  @Test def wrongOptionsAreRejected(): Unit = {
    val changes = "emit" -> "changes"
    assertRefuses(
      "rate is given, but emit is 'on_watermark'; use emit = 'changes', or leave rate out.",
      stream,
      "rate" -> "1 second"
    )
    assertRefuses(
      "emit is 'changes', which does not fit slide: such a window does not move with the time; " +
        "leave slide out, or use emit = 'on_watermark'.",
      stream,
      changes,
      "slide" -> "1 minute"
    )
    assertRefuses(
      "emit is 'changes', but the rows are a batch; only a stream emits changes. Leave emit out.",
      table(Nil),
      changes
    )
    assertRefuses(
      "The column 'ts' is in by and is the time of results; rename one of them.",
      stream,
      changes,
      "by" -> "ts"
    )
    assertRefuses(
      "The result would have the column 'ts' twice; choose another name for the aggregate.",
      stream,
      changes,
      "aggregates" -> Map("ts" -> "count")
    )
    assertRefuses(
      "emit is 'change'; it must be 'on_watermark' or 'updates' or 'changes'.",
      stream,
      "emit" -> "change"
    )
    assertRefuses(
      "The rate is 0 hours; it must be above zero.",
      stream,
      changes,
      "rate" -> "0 hours"
    )
  }

  private def table(rows: Seq[Row]): DataFrame =
    Running.spark.createDataFrame(rows.asJava, Events.schema)
}

object StreamChangesTest {

  /** The key of the row that completes the windows of all others. */
  private val LastKey = 99

  private def micros(time: Timestamp): Long = {
    val instant: Instant = time.toInstant
    instant.getEpochSecond * 1000000 + instant.getNano / 1000
  }

  /** The times and values at which the results of a key's rows change. */
  private def changes(
      rows: Seq[Row],
      sizes: Seq[Long],
      rate: Long,
      start: Long
  ): Seq[(Long, Seq[Any])] = {
    val values = rows.map(row => (micros(row.getTimestamp(2)), Option(row.getAs[Integer](3))))
    val moments = (start +: values.flatMap { case (time, _) =>
      time +: sizes.map(time + _ + 1)
    }).filter(_ > Long.MinValue)
    val onGrid = moments.map(time => -Math.floorDiv(-math.max(time, start), rate) * rate)
    var before = Option.empty[Seq[Any]]
    val nothing: Seq[Any] = sizes.map(_ => 0L) ++ sizes.map(_ => null)
    onGrid.distinct.sorted.flatMap { now =>
      val in = sizes.map(size => values.filter(v => v._1 >= now - size && v._1 <= now))
      val after =
        if (in.forall(_.isEmpty)) None
        else {
          val tops = in.map(_.flatMap(_._2).sortBy(-_.intValue).headOption.orNull)
          Some(in.map(_.size.toLong) ++ tops)
        }
      val isChange = after != before
      before = after
      if (isChange) Some(now -> after.getOrElse(nothing)) else None
    }
  }
}
