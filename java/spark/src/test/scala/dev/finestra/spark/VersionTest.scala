package dev.finestra.spark

import dev.finestra.Version
import dev.finestra.spark.Sessions.spark
import dev.finestra.spark.internal.{ScalaLine, SparkLine, VersionCheck}
import org.apache.spark.sql.{AnalysisException, SparkSessionExtensions}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable

class VersionTest {
  @Test def theFunctionReturnsTheVersionOfTheBuild(): Unit = {
    assertEquals(Version.text(), spark.sql("SELECT finestra_version()").head().getString(0))
    assertTrue(Version.text().matches("""\d+\.\d+\.\d+.*"""), Version.text())
  }

  /** `DESCRIBE FUNCTION EXTENDED` shows a query for each function, and its result. */
  @Test def theExamplesOfTheFunctionsRun(): Unit = {
    val functions = Seq("version", "agg", "last", "rolling", "slides").map("finestra_" + _)
    for (name <- functions) {
      val text =
        spark.sql(s"DESCRIBE FUNCTION EXTENDED $name").collect().map(_.getString(0)).mkString("\n")
      val example = "> (SELECT [^;]*);\\s*(.*)".r.findFirstMatchIn(text).get
      val value = spark.sql(example.group(1)).head().get(0)
      val shown = value match {
        case several: scala.collection.Seq[_] => several.mkString("[", ",", "]")
        case one                              => s"$one"
      }
      assertEquals(example.group(2).trim, shown, name)
    }
  }

  @Test def anArgumentIsRejectedWhenTheQueryIsAnalyzed(): Unit = {
    val refused =
      assertThrows(classOf[AnalysisException], () => spark.sql("SELECT finestra_version(1)"))
    assertTrue(refused.getMessage.contains("requires 0 parameters"), refused.getMessage)
  }

  @Test def otherVersionsOfSparkAreRefusedByName(): Unit = {
    val own = s"${ScalaLine.Version}.4"
    for (version <- SparkLine.Versions; patch <- Seq("0", "1-SNAPSHOT", "0-amzn-0")) {
      VersionCheck.check(s"$version.$patch", own)
    }
    val others = Seq("3.4.1", "3.50.0", "4.4.0", "4.10.0", "").map(_ -> own)
    for ((version, scala) <- others :+ (s"${SparkLine.Versions.head}.0" -> "2.11.12")) {
      val what = s"Spark $version with Scala $scala"
      val refuse: Executable = () => VersionCheck.check(version, scala)
      val refused = assertThrows(classOf[IllegalStateException], refuse, what)
      assertTrue(refused.getMessage.contains(s"does not support $what; it supports Spark"))
    }
  }

  /** `spark.sql.extensions` and the jar's service file may both name the extension. */
  @Test def anExtensionNamedTwiceIsAppliedOnce(): Unit = {
    val extensions = new Injected
    (1 to 2).foreach(_ => new FinestraExtensions().apply(extensions))
    assertTrue(extensions.functions.contains("finestra_agg"), s"${extensions.functions}")
    assertEquals(extensions.functions.distinct, extensions.functions)
    val others = new Injected
    new FinestraExtensions().apply(others)
    assertEquals(extensions.functions, others.functions)
    assertTrue(others.strategies > 0)
    assertEquals(others.strategies, extensions.strategies)
  }

  private final class Injected extends SparkSessionExtensions {
    var strategies = 0
    var functions: Seq[String] = Nil

    override def injectPlannerStrategy(builder: StrategyBuilder): Unit = strategies += 1

    override def injectFunction(description: FunctionDescription): Unit =
      functions :+= description._1.funcName
  }
}
