package dev.finestra.spark.internal.stream

import java.nio.file.{Files, Path}
import java.util.SplittableRandom

import dev.finestra.spark.internal.JavaCollections._

import dev.finestra.spark.{FinestraSpark, Forked, Tables}
import dev.finestra.testing.{FromTier, Tier, Trials}
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.streaming.StreamingQueryException
import org.junit.jupiter.api.Assertions.{assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Streams that are stopped and started at random, lose the commit of their last micro-batch, get
  * other settings, lose executors, or have damaged state: each result is emitted exactly once, or
  * the query fails with an error.
  */
class RestartsTest {
  import RestartsTest._

  private val aggregates = Map[String, Any](
    "top" -> Seq("max", "i"),
    "total" -> Seq("sum", "d"),
    "which" -> Seq("arg_max", "s", "d")
  )

  private def options(random: SplittableRandom): Map[String, Any] = {
    val usual = Map[String, Any]("by" -> "k", "time" -> "ts", "aggregates" -> aggregates)
    usual ++ (random.nextInt(3) match {
      case 0 => Map("size" -> "7 seconds")
      case 1 => Map("size" -> "9 seconds", "slide" -> "2 seconds")
      case _ => Map("session" -> "2 seconds")
    })
  }

  @Test def actions(): Unit = {
    val each = Trials.count(50, 100).toInt
    Trials.run(
      2,
      5,
      s"streams of $each actions",
      (seed, _) => {
        val random = new SplittableRandom(seed)
        val windows = options(random)
        val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, windows))
        val events = new Events(random)
        try {
          for (_ <- 0 until each) act(running, events, random)
          finish(running, events, windows)
        } finally running.delete()
      }
    )
  }

  private def act(running: Running, events: Events, random: SplittableRandom): Unit =
    random.nextInt(8) match {
      case 0 if running.isRunning =>
        running.stop()
        if (random.nextBoolean()) forgetLastCommit(running.state)
      case 1 =>
        // Spark keeps the checkpoint's number and only logs a warning.
        running.session.conf.set("spark.sql.shuffle.partitions", s"${1 + random.nextInt(3)}")
        running.stop()
      case 2 | 3                   => running.add(events.next(random.nextInt(30)))
      case _ if !running.isRunning => running.start()
      case _                       =>
        running.add(events.next(random.nextInt(30)))
        running.process()
    }

  /** Flips a byte in the middle of the newest file of state, as a disk might. */
  @Test def damagedStateIsRejectedOrHarmless(): Unit = Trials.run(
    2,
    20,
    "streams whose newest file of state was damaged",
    (seed, _) => {
      val random = new SplittableRandom(seed)
      val windows = options(random)
      val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, windows))
      val events = new Events(random)
      try {
        running.start()
        for (_ <- 0 to 2) {
          running.add(events.next(40))
          running.process()
        }
        running.stop()
        val file = newestState(running.state)
        val good = Files.readAllBytes(file)
        val bad = good.clone()
        val at = good.length / 2
        bad(at) = (bad(at) ^ 0x55).toByte
        Files.write(file, bad)
        running.start()
        running.add(events.next(40))
        val refused =
          try {
            running.process()
            false
          } catch { case _: StreamingQueryException => true }
        running.stop()
        if (refused) Files.write(file, good)
        finish(running, events, windows)
      } finally running.delete()
    }
  )

  @Test def missingStateIsRejected(): Unit = {
    val windows = options(new SplittableRandom(0))
    val running = new Running(Events.schema, "append")(FinestraSpark.sliding(_, windows))
    val events = new Events(new SplittableRandom(1))
    try {
      running.start()
      running.add(events.next(40))
      running.process()
      running.stop()
      Files.delete(newestState(running.state))
      running.start()
      running.add(events.next(40))
      assertThrows(classOf[StreamingQueryException], () => running.process()): Unit
    } finally running.delete()
  }

  /** Two executors, each a JVM; one is killed while it runs a task. */
  @FromTier(Tier.PUSH)
  @Test def killedExecutors(): Unit = Trials.once((seed, _) => killedExecutors(seed))

  private def killedExecutors(seed: Long): Unit = {
    val kills = Trials.count(1, 5)
    val start = System.nanoTime()
    val properties = Map(
      "spark.master" -> "local-cluster[2,1,1024]",
      "spark.executor.extraClassPath" -> Forked.classPath,
      "spark.executor.extraJavaOptions" -> "-XX:+UseSerialGC",
      "spark.network.timeout" -> "60s",
      "spark.deploy.maxExecutorRetries" -> "-1"
    )
    val forked = new Forked(classOf[KilledExecutors].getName, "1g", properties, s"$kills", s"$seed")
    try {
      val answer = forked.answer(600)
      assertTrue(answer.contains(s"killed $kills, each with a task; all rows once"), answer)
    } finally forked.close()
    Trials.report(kills, "executors killed", start)
  }
}

object RestartsTest {

  /** Completes all windows, and compares the results of the stream with a batch. */
  def finish(running: Running, events: Events, windows: Map[String, Any]): Unit = {
    if (!running.isRunning) running.start()
    running.process()
    running.add(events.last())
    running.process()
    running.stop()
    Tables.assertSame(
      s"$windows",
      FinestraSpark.sliding(running.input, windows).where(col("k") < 99),
      running.answersAsTable.where(col("k") < 99)
    )
  }

  /** Makes Spark run the last micro-batch again, as after a crash before its commit. */
  def forgetLastCommit(checkpoint: String): Unit =
    numbered(Path.of(checkpoint, "commits")).lastOption.foreach { last =>
      Files.delete(last)
      Files.deleteIfExists(last.resolveSibling(s".${last.getFileName}.crc"))
    }

  /** The newest file of state, not its checksum. */
  def newestState(checkpoint: String): Path = {
    val all = Files.walk(Path.of(checkpoint, "state", "0"))
    val file =
      try
        all.iterator.asScala
          .filter(_.getFileName.toString.matches("\\d+(_.*)?\\.(changelog|zip)"))
          .maxBy(path => (version(path), Files.getLastModifiedTime(path), Files.size(path)))
      finally all.close()
    Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
    file
  }

  private def version(path: Path): Long = path.getFileName.toString.takeWhile(_.isDigit).toLong

  private def numbered(folder: Path): Seq[Path] = {
    val all = Files.list(folder)
    try
      all.iterator.asScala
        .filter(_.getFileName.toString.matches("\\d+"))
        .toSeq
        .sortBy(version)
    finally all.close()
  }
}
