package dev.finestra.spark.internal.stream

import java.nio.file.{FileSystems, Files, Path}
import java.util.SplittableRandom

import dev.finestra.spark.{FinestraSpark, TestShims}
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.testing.{FromTier, Museum, Tier}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.condition.EnabledIfSystemProperty
import org.junit.jupiter.api.io.TempDir

/** Every build restores the checkpoints in the museum, and then emits the results of a query that
  * never stopped.
  */
class GoldenCheckpointTest {
  import GoldenCheckpointTest._

  @Test def everyCheckpointOfTheMuseumIsRestored(): Unit = {
    val shown = Shown.exhibits(".zip").asScala
    shown
      .takeRight(Tier.figure(2, shown.size.toLong, shown.size.toLong).toInt)
      .foreach(checkRestored(_))
  }

  /** The same for checkpoints that this build writes. */
  @FromTier(Tier.PUSH)
  @Test def theCheckpointsOfThisBuildAreRestored(@TempDir folder: Path): Unit = {
    write(folder)
    Museum.files(folder, ".zip").forEach(checkRestored(_))
  }

  private def checkRestored(checkpoint: Path): Unit = {
    val name = checkpoint.getFileName.toString.stripSuffix(".zip")
    assertTrue(Queries.contains(name), s"no query is named like the exhibit $checkpoint")
    assertEquals(afterTheMiddle(name), afterTheMiddle(name, Some(checkpoint)), s"$checkpoint")
  }

  @Test def stateOfANewerVersionIsRejected(): Unit = {
    val newer = Array[Byte](0, 0, 0, 77)
    val refused = assertThrows(classOf[IllegalStateException], () => StoredFormat.read(newer))
    assertTrue(refused.getMessage.contains("state of version 77; this build reads version 2"))
  }

  /** `make golden`: adds the checkpoints of this build. */
  @EnabledIfSystemProperty(
    named = Museum.RELEASE,
    matches = ".+",
    disabledReason = "make golden adds the checkpoints of a release by it"
  )
  @Test def writeCheckpoints(): Unit = write(Shown.newFolder())

  private def write(folder: Path): Unit =
    for (name <- Queries.keys) {
      val query = running(name)
      try {
        toTheMiddle(query, newEvents())
        query.stop()
        setPath(Path.of(query.state), "/checkpoint")
        inZip(folder.resolve(s"$name.zip"))(copy(Path.of(query.state), _))
      } finally query.delete()
    }
}

object GoldenCheckpointTest {
  private val Shown = new Museum(TestShims.museum)

  private val words = Map("top" -> Seq("max", "i"), "n" -> Seq("count", "i"))
  private val objects = Map("which" -> Seq("arg_max", "s", "d"), "all" -> Seq("collect", "i"))

  /** Queries by name. Add new ones; never change one, because the museum has its checkpoints. */
  private val Queries = Map[String, Map[String, Any]](
    "rows" -> Map("size" -> "7 seconds", "aggregates" -> words),
    "objects" -> Map("size" -> "6 seconds", "aggregates" -> objects),
    "slides" -> Map("size" -> "9 seconds", "slide" -> "2 seconds", "aggregates" -> words),
    "session" -> Map("session" -> "2 seconds", "aggregates" -> objects),
    "updates" -> Map(
      "size" -> "9 seconds",
      "slide" -> "2 seconds",
      "aggregates" -> words,
      "emit" -> "updates"
    )
  )

  private def running(name: String): Running = {
    val options = Queries(name) ++ Map("by" -> "k", "time" -> "ts")
    val mode = if (options.contains("emit")) "update" else "append"
    new Running(Events.schema, mode)(FinestraSpark.sliding(_, options))
  }

  /** The same rows in every run. */
  private def newEvents() = new Events(new SplittableRandom(2017))

  private def toTheMiddle(query: Running, events: Events): Unit = {
    query.start()
    for (_ <- 0 to 1) {
      query.add(events.next(60))
      query.process()
    }
  }

  /** The results of a query after its first two micro-batches, which ran in this query, or in the
    * query that wrote the checkpoint.
    */
  private def afterTheMiddle(name: String, checkpoint: Option[Path] = None): Seq[String] = {
    val query = running(name)
    val events = newEvents()
    try {
      checkpoint match {
        case None       => toTheMiddle(query, events)
        case Some(file) =>
          inZip(file)(copy(_, Path.of(query.state)))
          setPath(Path.of(query.state), query.state)
          for (_ <- 0 to 1) query.add(events.next(60))
          query.start()
      }
      query.process()
      val before = query.answers.size
      query.add(events.next(60))
      query.process()
      query.add(events.last())
      query.process()
      val after = query.answers.drop(before)
      assertTrue(checkpoint.isEmpty || before == 0, s"$before results are emitted again")
      assertFalse(after.isEmpty, s"$name has no results after the restore")
      after.map(_.toString).sorted
    } finally query.delete()
  }

  /** Replaces the path that Spark 4 writes into a checkpoint, so that it can be moved. */
  private def setPath(checkpoint: Path, path: String): Unit = {
    val file = checkpoint.resolve("state/0/_metadata/v2/0")
    if (Files.exists(file)) {
      val place = "file:[^\"]*(?=/state/0/_stateSchema)"
      Files.writeString(file, Files.readString(file).replaceAll(place, s"file:$path"))
      Files.deleteIfExists(file.resolveSibling(".0.crc")): Unit
    }
  }

  private def inZip(file: Path)(use: Path => Unit): Unit = {
    val zip = FileSystems.newFileSystem(file, Map("create" -> "true").asJava)
    try use(zip.getPath("/"))
    finally zip.close()
  }

  private def copy(from: Path, to: Path): Unit = {
    val walked = Files.walk(from)
    try
      for (path <- walked.iterator.asScala.toSeq.sortBy(_.toString)) {
        val target = to.resolve(from.relativize(path).toString)
        if (Files.isDirectory(path)) Files.createDirectories(target)
        else Files.copy(path, target)
      }
    finally walked.close()
  }
}
