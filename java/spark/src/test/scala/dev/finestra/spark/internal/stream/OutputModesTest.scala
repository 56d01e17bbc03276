package dev.finestra.spark.internal.stream

import java.nio.file.Files
import java.sql.Timestamp

import dev.finestra.spark.{FinestraSpark, Forked, Tables, TestShims}
import org.apache.spark.sql.{AnalysisException, Row}
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The output modes that each kind of results allows. */
class OutputModesTest {
  private val schema = StructType.fromDDL("k INT, ts TIMESTAMP, x INT")
  private val rows = Seq(1, 3, 3, 8, 50).map(s => Row(s % 2, new Timestamp(1000L * s), s))

  private def running(emit: String, mode: String, slide: Option[String]): Running =
    new Running(schema, mode)(FinestraSpark.sliding(_, options(emit, slide)))

  private def options(emit: String, slide: Option[String]) = Map[String, Any](
    "by" -> "k",
    "time" -> "ts",
    "size" -> "4 seconds",
    "aggregates" -> Map("s" -> ("sum", "x")),
    "emit" -> emit
  ) ++ slide.map("slide" -> _)

  private val kinds = Seq(None, Some("2 seconds"))

  @Test def finalResultsAreEqualInAllModes(): Unit = for (slide <- kinds) {
    val answers = TestShims.modesOfFinalResults.map { mode =>
      val query = running("on_watermark", mode, slide)
      try {
        query.start()
        query.add(rows)
        query.process()
        query.answersAsTable
      } finally query.delete()
    }
    assertTrue(answers.head.count() > 0)
    answers.foreach(Tables.assertSame("output modes", answers.head, _))
  }

  @Test def resultsThatChangeRejectAppend(): Unit = for (slide <- kinds) {
    val query = running("updates", "append", slide)
    val into = Files.createTempDirectory("finestra-out")
    try {
      for (start <- Seq(() => query.start(), () => query.startInto(into))) {
        val refused = assertThrows(classOf[IllegalArgumentException], () => start()).getMessage
        assertTrue(refused.contains("the query has output mode append"), refused)
        assertTrue(refused.contains("""outputMode("update")"""), refused)
      }
    } finally {
      query.delete()
      Forked.delete(into)
    }
  }

  @Test def sparkRejectsComplete(): Unit = for (emit <- Seq("on_watermark", "updates")) {
    val query = running(emit, "complete", None)
    try {
      val refused = assertThrows(classOf[AnalysisException], () => query.start()).getMessage
      assertTrue(refused.toLowerCase.contains("complete"), refused)
    } finally query.delete()
  }
}
