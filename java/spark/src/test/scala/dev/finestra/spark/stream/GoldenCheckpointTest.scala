package dev.finestra.spark.stream

import java.nio.file.{FileSystem, FileSystems, Files, Path}
import java.util.SplittableRandom

import scala.jdk.CollectionConverters._
import scala.util.Using

import dev.finestra.spark.Finestra
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.condition.EnabledIfSystemProperty

/** The museum of checkpoints: what each release's queries wrote goes on in this build, as if they
  * had never stopped.
  */
class GoldenCheckpointTest {
  import GoldenCheckpointTest._

  @Test def everyCheckpointOfTheMuseumGoesOn(): Unit = {
    val files = Using.resource(Files.walk(Museum)) {
      _.iterator.asScala.filter(_.toString.endsWith(".zip")).toSeq.sortBy(_.toString)
    }
    for (release <- Releases; name <- OfEach) {
      val kept = Museum.resolve(release).resolve(s"$name.zip")
      assertTrue(files.contains(kept), s"$kept is gone from the museum")
    }
    for (file <- files) {
      val name = file.getFileName.toString.stripSuffix(".zip")
      assertTrue(Queries.contains(name), s"there is no query for $file")
      assertEquals(afterTheMiddle(name), afterTheMiddle(name, Some(file)), s"$file")
    }
  }

  @Test def aNewerFormatIsRefusedByItsVersion(): Unit = {
    val newer = State.Header(77, "", 0, 0, 0, Nil, Nil, Nil)
    val refused = assertThrows(classOf[IllegalStateException], () => newer.check(""))
    assertTrue(refused.getMessage.contains("state of format 77; this build reads format 1"))
  }

  /** `make golden`: adds what this build writes; what is there is never changed. */
  @EnabledIfSystemProperty(
    named = "finestra.release",
    matches = ".+",
    disabledReason = "no test: make golden adds checkpoints by it"
  )
  @Test def writeCheckpoints(): Unit = {
    val release = Museum.resolve(System.getProperty("finestra.release"))
    assertFalse(Files.exists(release), s"$release is there already and stays as it is")
    Files.createDirectories(release)
    for (name <- Queries.keys) {
      val query = running(name)
      try {
        toTheMiddle(query, newEvents())
        query.stop()
        Using.resource(zip(release.resolve(s"$name.zip"))) { zip =>
          copy(Path.of(query.state), zip.getPath("/"))
        }
      } finally query.delete()
    }
  }
}

object GoldenCheckpointTest {
  private val Museum = Path.of("../../tests/compat/spark")
  private val Releases = Seq("0.1.0", "0.1.0b2")
  private val OfEach = Seq("objects", "rows", "session", "slides", "updates")

  private val words = Map("top" -> Seq("max", "i"), "n" -> Seq("count", "i"))
  private val objects = Map("which" -> Seq("arg_max", "s", "d"), "all" -> Seq("collect", "i"))

  /** Queries by name. A new one may be added; what is here stays as it is, for its checkpoints. */
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
    new Running(Events.schema, mode)(Finestra.sliding(_, options))
  }

  /** The same rows for ever. */
  private def newEvents() = new Events(new SplittableRandom(2017))

  private def toTheMiddle(query: Running, events: Events): Unit = {
    query.start()
    for (_ <- 0 to 1) {
      query.add(events.next(60))
      query.process()
    }
  }

  /** What a query answers after its first two micro-batches: one that never stopped, or one that
    * finds a checkpoint of them.
    */
  private def afterTheMiddle(name: String, checkpoint: Option[Path] = None): Seq[String] = {
    val query = running(name)
    val events = newEvents()
    try {
      checkpoint match {
        case None       => toTheMiddle(query, events)
        case Some(file) =>
          Using.resource(zip(file))(zip => copy(zip.getPath("/"), Path.of(query.state)))
          tellItsPlace(Path.of(query.state))
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
      assertTrue(checkpoint.isEmpty || before == 0, s"$before results come again")
      assertFalse(after.isEmpty, s"$name has nothing to go on with")
      after.map(_.toString).sorted
    } finally query.delete()
  }

  /** Spark 4.2 writes where a checkpoint is into the checkpoint, so that it cannot be moved. */
  private def tellItsPlace(checkpoint: Path): Unit = {
    val file = checkpoint.resolve("state/0/_metadata/v2/0")
    val place = "file:[^\"]*(?=/state/0/_stateSchema)"
    Files.writeString(file, Files.readString(file).replaceAll(place, s"file:$checkpoint"))
    Files.delete(file.resolveSibling(".0.crc"))
  }

  private def zip(file: Path): FileSystem =
    FileSystems.newFileSystem(file, Map("create" -> "true").asJava)

  private def copy(from: Path, to: Path): Unit = Using.resource(Files.walk(from)) {
    _.iterator.asScala.toSeq.sortBy(_.toString).foreach { path =>
      val target = to.resolve(from.relativize(path).toString)
      if (Files.isDirectory(path)) Files.createDirectories(target)
      else Files.copy(path, target): Unit
    }
  }
}
