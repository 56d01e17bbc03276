package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.testing.Trials
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.expr
import org.junit.jupiter.api.Assertions.{assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Random queries over tables of random schemas have the same results with Finestra's operators and
  * with Spark's: all types of keys, orders and values, all frames, random settings, and a second
  * extension in the session.
  */
class AnyQueryAgainstSparkTest {
  private val algorithms =
    Seq("auto", "auto", "two_stacks_lite", "daba_lite", "b_fiba4", "reactive")

  private val SpillThreshold = "spark.sql.windowExec.buffer.spill.threshold"

  private def settings(tables: AnyTable): Map[String, String] = Map(
    "spark.sql.codegen.factoryMode" -> tables.oneOf("FALLBACK", "NO_CODEGEN"),
    "spark.sql.codegen.wholeStage" -> tables.oneOf("true", "false"),
    "spark.sql.adaptive.enabled" -> tables.oneOf("true", "false"),
    "spark.sql.ansi.enabled" -> tables.oneOf("true", "true", "false"),
    "spark.sql.shuffle.partitions" -> tables.oneOf("1", "2", "5"),
    "spark.finestra.over.split" -> "true",
    // Small enough that tables of a few hundred rows are split, as for 16 cores.
    "spark.sql.leafNodeDefaultParallelism" -> "16",
    "spark.sql.adaptive.advisoryPartitionSizeInBytes" -> tables.oneOf("64MB", "2KB"),
    "spark.sql.adaptive.skewJoin.skewedPartitionFactor" -> tables.oneOf("5", "0"),
    "spark.sql.session.timeZone" -> tables.oneOf("UTC", "America/New_York", "Asia/Kathmandu"),
    "spark.sql.window.segmentTree.enabled" -> tables.oneOf("true", "false"),
    "spark.sql.windowExec.buffer.in.memory.threshold" -> tables.oneOf("4096", "2"),
    SpillThreshold -> tables.oneOf("2147483647", "50"),
    "spark.finestra.algorithm" -> tables.oneOf(algorithms: _*)
  )

  /** Whether Spark's operator has a frame up to the end of a partition. It opens every spilled file
    * again for each row, and closes them only at the end of the task.
    */
  private def opensFilesPerRow(plan: String): Boolean =
    plan.linesIterator.exists(line =>
      line.matches("[^A-Za-z]*Window \\[.*") && line.contains("unboundedfollowing")
    )

  /** Runs the query of `ask` with `operator` and, after setting `switch` to false, without it. */
  private def check(seed: Long, operator: String, switch: String)(
      ask: AnyTable => DataFrame => DataFrame
  ): Unit = {
    val session = Sessions.spark.newSession()
    val tables = new AnyTable(session, new SplittableRandom(seed))
    val set = settings(tables)
    set.foreach { case (key, value) => session.conf.set(key, value) }
    val (table, query) = (tables.next(), ask(tables))
    val ours = query(table)
    val plan = ours.queryExecution.executedPlan.toString
    val what = s"${ours.queryExecution.logical}\n$set"
    assertTrue(plan.contains(operator), s"$what\n$plan")
    if (opensFilesPerRow(plan)) session.conf.unset(SpillThreshold)
    val rows = ours.collect()
    session.conf.set(switch, "false")
    session.conf.unset(SpillThreshold)
    val theirs = query(table)
    assertFalse(theirs.queryExecution.executedPlan.toString.contains(operator), what)
    Tables.assertSame(what, theirs, Tables.of(session, rows.toSeq, ours.schema))
  }

  @Test def over(): Unit = {
    val asked = OtherExtension.asked.get
    Trials.run(
      8,
      300,
      "tables of any schema, by OVER",
      (seed, _) =>
        check(seed, "FinestraWindow", "spark.finestra.over.enabled") { tables =>
          val frames = Seq.fill(1 + tables.from(0, 1))(tables.frame())
          val windows =
            frames.flatMap(f => Seq.fill(tables.from(1, 4))(tables.aggregate(s" OVER ($f)")))
          val theirs = s"rank() OVER (ORDER BY ${tables.order.name})"
          val ours = s"count(*) OVER (${frames.head})"
          val named = (theirs +: ours +: windows).zipWithIndex.map { case (w, i) => s"$w AS a$i" }
          table => table.selectExpr(Seq("id", tables.order.name) ++ named: _*)
        }
    )
    assertTrue(OtherExtension.asked.get > asked)
  }

  @Test def slides(): Unit = Trials.run(
    6,
    300,
    "tables of any schema, by sliding windows",
    (seed, _) =>
      check(seed, "FinestraSlide", "spark.finestra.slide.enabled") { tables =>
        val size = tables.from(2, 40)
        val slide = tables.from(math.max(1, size / 10), size / 2)
        val time = "timestamp_micros(1772668800000000L + id * 40000000L)"
        val at = tables.oneOf(time, s"CAST($time AS TIMESTAMP_NTZ)", s"if(id % 5 = 0, NULL, $time)")
        val window = expr(s"window($at, '$size minutes', '$slide minutes')").as("w")
        val answers = Seq
          .fill(tables.from(1, 4))(tables.aggregate(""))
          .zipWithIndex
          .map { case (a, i) => expr(a).as(s"a$i") }
        val keys = tables.keys.zipWithIndex.map { case (key, i) => expr(key.name).as(s"k$i") }
        table => table.groupBy(window +: keys: _*).agg(expr("min(id)").as("id"), answers: _*)
      }
  )
}
