package dev.finestra.spark

import dev.finestra.Version
import dev.finestra.spark.Sessions.spark
import org.apache.spark.sql.AnalysisException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

class VersionTest {
  @Test def theFunctionAnswersTheVersionOfTheBuild(): Unit = {
    assertEquals(Version.text(), spark.sql("SELECT finestra_version()").head().getString(0))
    assertTrue(Version.text().matches("""\d+\.\d+\.\d+.*"""), Version.text())
  }

  @Test def anArgumentIsRefusedWhenTheQueryIsAnalyzed(): Unit = {
    val refused =
      assertThrows(classOf[AnalysisException], () => spark.sql("SELECT finestra_version(1)"))
    assertTrue(refused.getMessage.contains("requires 0 parameters"), refused.getMessage)
  }
}
