package dev.finestra.spark.internal.stream

import java.sql.Timestamp
import java.util.SplittableRandom

import dev.finestra.spark.FinestraSpark
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.testing.Trials
import org.apache.spark.sql.functions.{col, lit}
import org.apache.spark.sql.{DataFrame, Row}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Random chains of queries that continue each other's checkpoint, with other aggregates, sizes,
  * columns and algorithms. Their results are those of a batch, or null where rows are missing.
  */
class ChangedStreamTest {
  import ChangedStreamTest._

  @Test def rows(): Unit = run("rows", repeatsRows = true)

  @Test def updatedRows(): Unit =
    run("rows with updates", repeatsRows = true, Map("emit" -> "updates", "late" -> "update"))

  @Test def slides(): Unit = run("slides", repeatsRows = false, Map("slide" -> "2 seconds"))

  @Test def updatedSlides(): Unit =
    run(
      "slides with updates",
      repeatsRows = false,
      Map("slide" -> "2 seconds", "emit" -> "updates", "late" -> "update")
    )

  @Test def rowsOutOfOrderAreAcceptedAfterAChange(): Unit = {
    var late = "drop"
    val running = new Running(Events.schema, "update")(df =>
      FinestraSpark.sliding(
        df,
        Map(
          "by" -> "k",
          "time" -> "ts",
          "size" -> "10 seconds",
          "slide" -> "10 seconds",
          "emit" -> "updates",
          "late" -> late,
          "aggregates" -> Map("n" -> Seq("count"))
        )
      )
    )
    def counts(rows: Row*): Seq[Long] = {
      val before = running.answers.size
      running.start()
      running.add(rows)
      running.process()
      running.stop()
      running.answers.drop(before).map(_.getAs[Long]("n"))
    }
    try {
      assertEquals(Seq(1L), counts(row(15, 1)))
      assertEquals(Seq.empty, counts(row(14, 2)))
      late = "update"
      assertEquals(Seq(2L), counts(row(13, 3)))
      late = "drop"
      assertEquals(Seq.empty, counts(row(12, 4)))
      assertEquals(Seq(3L), counts(row(16, 5)))
    } finally running.delete()
  }

  /** The times at which results become known again. */
  @Test def anAddedAggregateIsNullUntilItsWindowIsComplete(): Unit = {
    val top = Map("top" -> Seq("max", "i"))
    var aggregates: Map[String, Any] = top
    val running = new Running(Events.schema, "append", late = "0 seconds")(df =>
      FinestraSpark.sliding(
        df,
        Map("by" -> "k", "time" -> "ts", "size" -> "5 seconds", "aggregates" -> aggregates)
      )
    )
    def process(rows: Row*): Unit = {
      running.start()
      running.add(rows)
      running.process()
      running.stop()
    }
    try {
      process(row(1, 11), row(2, 12))
      aggregates = top + ("n" -> Seq("count"))
      process(row(4, 13))
      aggregates = top ++ Map("n" -> Seq("count"), "sum" -> Seq("sum", "i"))
      process(row(7, 14), row(8, 15), row(30, 16), row(31, 17))
      val results = running.answers.map { each =>
        val names = each.schema.names
        def value(name: String) = if (names.contains(name)) each.getAs[Any](name) else "none"
        (timeOf(each) / 1000, value("top"), value("n"), value("sum"))
      }
      assertEquals(
        Seq(
          (1L, 11, "none", "none"),
          (2L, 12, "none", "none"),
          (4L, 13, null, "none"),
          (7L, 14, null, null),
          (8L, 15, 3L, null),
          (30L, 16, 1L, 16L),
          (31L, 17, 2L, 33L)
        ),
        results
      )
    } finally running.delete()
  }

  private def row(second: Long, i: Int, key: Int = 1): Row =
    Row(second, key, new Timestamp(second * 1000), i, 0.5, "a")

  @Test def sessions(): Unit = run("sessions", repeatsRows = false, Map("session" -> "2 seconds"))

  private def run(
      subject: String,
      repeatsRows: Boolean,
      options: Map[String, Any] = Map.empty
  ): Unit = Trials.run(
    2,
    40,
    s"chains of changed queries over $subject",
    (seed, _) => new Chain(new SplittableRandom(seed), repeatsRows, options).check()
  )
}

object ChangedStreamTest {

  private def timeOf(row: Row): Long = row.getAs[Timestamp]("ts").getTime

  /** The number of the batch, which no version of the stream has. */
  private val BatchNumber = 9

  private val commutative = Map(
    "n" -> Seq("count"),
    "top" -> Seq("max", "i"),
    "low" -> Seq("min", "d"),
    "total" -> Seq("sum", "i"),
    "kinds" -> Seq("count_distinct", "s")
  )

  /** They depend on the order of rows; sliding windows cannot get the first or lose the last one.
    */
  private val ordered = Map("which" -> Seq("arg_max", "s", "d"), "all" -> Seq("collect", "i"))

  /** A query of a chain.
    *
    * @param names
    *   the keys of its aggregates, in its order
    * @param sizes
    *   in seconds
    * @param hasMore
    *   whether its input has one more column
    * @param algorithm
    *   the algorithm's name
    * @param latest
    *   the time of the latest row before it
    */
  private final case class Version(
      number: Int,
      names: Seq[String],
      sizes: Seq[Int],
      hasMore: Boolean,
      algorithm: String,
      latest: Long
  ) {

    /** Aggregates may have any names in each version. */
    def column(name: String, size: Int): String = s"${name}_${number}_$size"
    def longest: Int = sizes.max
  }

  private final class Chain(
      random: SplittableRandom,
      repeatsRows: Boolean,
      options: Map[String, Any]
  ) {
    private val firstSizes = someSizes()
    private val aggregates =
      if (options.contains("slide")) commutative else commutative ++ ordered
    private var versions = Seq.empty[Version]
    private val events = new Events(random)

    /** The rows of the history; empty if the stream has none, as with updates. */
    private val history: Seq[Row] =
      if (repeatsRows && !options.contains("emit") && random.nextBoolean()) events.next(30) else Nil

    /** The end of the history. */
    private val until: Option[Timestamp] =
      history.headOption.map(_ => new Timestamp(latest(history) - random.nextInt(5000)))
    private val mode = if (options.contains("emit")) "update" else "append"
    private val running = new Running(Events.schema, mode)(df => windows(versions.last, df))
    running.session.conf.set("spark.sql.shuffle.partitions", 1L + random.nextInt(2))

    private def windows(version: Version, df: DataFrame): DataFrame = {
      val input = if (version.hasMore) df.withColumn("more", col("i")) else df
      val chosen = version.names.map(name => s"${name}_${version.number}" +: aggregates(name))
      val sizes =
        if (options.contains("session")) Map.empty
        else Map("size" -> version.sizes.map(size => Seq(s"$size", s"$size seconds")))
      val start = until.filter(_ => df.isStreaming).map { until =>
        val rows = Running.spark.createDataFrame(history.asJava, Events.schema)
        val past = if (version.hasMore) rows.withColumn("more", col("i")) else rows
        Map("history" -> past, "until" -> s"${until.toInstant}")
      }
      FinestraSpark.sliding(
        input,
        options ++ sizes ++ start.getOrElse(Map.empty) ++
          Map("by" -> "k", "time" -> "ts", "aggregates" -> chosen) ++
          (if (df.isStreaming) Map("algorithm" -> version.algorithm) else Map.empty)
      )
    }

    private def someSizes(): Seq[Int] =
      if (options.contains("session")) Seq(2)
      else (1 to 6).map(_ * 2).filter(_ => random.nextInt(3) == 0).padTo(1, 4)

    private def change(): Unit = {
      val names = aggregates.keys.toSeq.sorted.filter(_ => random.nextInt(3) > 0).padTo(1, "n")
      val shuffled = names.map(_ -> random.nextInt()).sortBy(_._2).map(_._1)
      versions :+= Version(
        versions.size,
        shuffled,
        if (repeatsRows) someSizes()
        else
          random.nextInt(2) match {
            case 0 => firstSizes
            case _ => firstSizes.reverse
          },
        repeatsRows && random.nextBoolean(),
        Seq("b_fiba4", "b_fiba16", "nb_fiba8").apply(random.nextInt(3)),
        newest
      )
    }

    private var newest = until.fold(Long.MinValue)(_.getTime)

    private def latest(rows: Seq[Row]): Long = rows.map(_.getTimestamp(2).getTime).max

    /** The rows and the number of the version that they arrived in. */
    private var arrived = Seq.empty[(Int, Row)]
    private var lastAdded = 0

    private def add(rows: Seq[Row]): Unit = {
      arrived ++= rows.map(versions.last.number -> _)
      lastAdded = rows.size
      newest = math.max(newest, latest(rows))
      running.add(rows)
      running.process()
    }

    def check(): Unit = try {
      for (_ <- 0 to 2) {
        change()
        running.waitForRows(random.nextBoolean())
        running.start()
        for (_ <- 0 to random.nextInt(2)) add(events.next(10 + random.nextInt(40)))
        if (versions.size < 3) {
          running.stop()
          if (random.nextInt(3) == 0) {
            RestartsTest.forgetLastCommit(running.state)
            // The next version processes the last rows again.
            arrived = arrived.dropRight(lastAdded) ++
              arrived.takeRight(lastAdded).map { case (_, row) => versions.size -> row }
          }
        }
      }
      // Enough time for results without missing rows.
      for (_ <- 0 to 2) add(events.next(30))
      running.stop()
      running.waitForRows(false)
      running.start()
      add(events.last())
      running.stop()
      compareAll()
    } finally running.delete()

    private def compareAll(): Unit = {
      val all =
        Version(
          BatchNumber,
          aggregates.keys.toSeq,
          versions.flatMap(_.sizes).distinct,
          true,
          "auto",
          0
        )
      val batch = windows(all, input).where(col("k") < lit(99)).collect()
      val expected = batch
        .filter(row => until.forall(!row.getAs[Timestamp]("ts").before(_)))
        .map(row => place(row) -> row)
        .toMap
      val last = running.answers
        .filter(_.getAs[Int]("k") < 99)
        .map(row => place(row) -> row)
        .toMap
      assertEquals(expected.keySet, last.keySet, "the rows or windows with results")
      last.foreach { case (place, row) => compareRow(row, expected(place), all) }
    }

    /** The history up to its end, and the stream from there on. */
    private def input: DataFrame = until.fold(running.input) { until =>
      val past = Running.spark.createDataFrame(history.asJava, Events.schema)
      val rows = past.where(col("ts") < lit(until)).collect() ++
        running.input.where(col("ts") >= lit(until)).collect()
      Running.spark.createDataFrame(rows.toSeq.asJava, Events.schema)
    }

    private def place(row: Row): Any =
      if (repeatsRows) row.getAs[Long]("id")
      else (row.getAs[Int]("k"), row.getAs[Row]("window"))

    private def compareRow(row: Row, expected: Row, all: Version): Unit = {
      val columns = row.schema.names.toSeq
      val version = versions.find(v => columns.contains(column(v, v.names.head, v.sizes.head))).get
      if (!isOutdated(row, version)) compareFeatures(row, expected, all, version)
    }

    /** Whether a row of a later version is in the window. The result is then emitted again only if
      * an aggregate of that version changed, so this one may be old.
      */
    private def isOutdated(row: Row, version: Version): Boolean =
      options.contains("emit") && arrived.exists { case (number, other) =>
        val time = other.getTimestamp(2).getTime
        number > version.number && other.getInt(1) == row.getAs[Int]("k") &&
        time >= startOf(row, version.longest) && time <= endOf(row)
      }

    private def compareFeatures(row: Row, expected: Row, all: Version, version: Version): Unit = {
      for (name <- version.names; size <- version.sizes) {
        val value = inAnyOrder(row.getAs[Any](column(version, name, size)))
        val wanted = inAnyOrder(expected.getAs[Any](column(all, name, size)))
        val mayLack = startOf(row, size) <= knownSince(version, name, size)
        assertTrue(
          value == wanted || (value == null && mayLack),
          s"$name of $size seconds is $value instead of $wanted in $row of $version; " +
            s"the chain is $versions"
        )
      }
      if (version.hasMore) {
        val more = row.getAs[Any]("more")
        assertTrue(more == null || more == row.getAs[Any]("i"), s"$row")
        assertFalse(
          more == null && row.getAs[Any]("i") != null && timeOf(row) > version.latest,
          s"more is missing in $row of $version"
        )
      }
    }

    /** The order of rows with equal times is not known. */
    private def inAnyOrder(value: Any): Any = value match {
      case values: Iterable[_] => values.map(each => s"$each").toSeq.sorted
      case other               => other
    }

    private def column(version: Version, name: String, size: Int): String =
      if (options.contains("session")) s"${name}_${version.number}"
      else version.column(name, size)

    private def endOf(row: Row): Long =
      if (repeatsRows) timeOf(row) else row.getAs[Row]("window").getTimestamp(1).getTime

    private def startOf(row: Row, size: Int): Long =
      if (options.contains("session")) row.getAs[Row]("window").getTimestamp(0).getTime
      else endOf(row) - size * 1000L

    /** Results of windows that start later than this have all rows. */
    private def knownSince(version: Version, name: String, size: Int): Long = {
      val earlier = versions.take(version.number).reverse
      val without = earlier.find(!_.names.contains(name))
      val added = without.map(v => versions(v.number + 1).latest)
      val grown = earlier
        .find(_.longest < size)
        .map(v => versions(v.number + 1).latest - v.longest * 1000L)
      (Seq(Long.MinValue) ++ added ++ grown).max
    }
  }
}
