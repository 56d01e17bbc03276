package dev.finestra.spark

import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.testing.Trials
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.util.sketch.CountMinSketch
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Spark's sketches in Finestra's operators stay within the errors that they promise, compared with
  * the values of each window.
  */
class SketchErrorsTest {
  import SketchErrorsTest._

  /** The columns that [[check]] reads after the window's first and last row. */
  private val sketches = Seq(
    s"percentile_approx(x, array(0.0, 0.1, 0.5, 0.99), $Accuracy) #",
    s"hll_sketch_estimate(hll_sketch_agg(x, $Registers) #)",
    s"count_min_sketch(x % 50, ${Epsilon}D, 0.9999999D, 7) #",
    "histogram_numeric(x, 10) #"
  )

  private def asked(behind: String): String = sketches.map(_.replace("#", behind)).mkString(", ")

  private def values(seed: Long): Array[Long] = {
    val random = new SplittableRandom(seed)
    Array.fill(Rows)(math.pow(10, random.nextDouble() * 6).toLong)
  }

  private def onTable(seed: Long)(ask: => DataFrame): Unit = {
    val x = values(seed)
    import spark.implicits._
    x.toSeq.zipWithIndex.toDF("x", "id").repartition(3).createOrReplaceTempView("sketched")
    val answers = ask
    val plan = answers.queryExecution.executedPlan.toString
    assertTrue(plan.contains("Finestra"), plan)
    val rows = answers.collect()
    assertTrue(rows.length > Rows / Slide)
    rows.foreach(row => check(row, x.slice(row.getInt(0), row.getInt(1))))
  }

  private def check(row: Row, x: Array[Long]): Unit = {
    val n = x.length
    val what = s"$n values from ${row.get(0)}"
    row.getSeq[Long](2).zip(Seq(0.0, 0.1, 0.5, 0.99)).foreach { case (value, p) =>
      val (below, upTo) = (x.count(_ < value), x.count(_ <= value))
      val most = n.toDouble / Accuracy + 1
      assertTrue(
        below <= p * n + most && upTo >= p * n - most,
        s"$what: $value has ranks from $below to $upTo, but the percentage was $p"
      )
    }
    val different = x.distinct.length
    val off = math.abs(row.getLong(3) - different) / different.toDouble
    assertTrue(off <= HllError, s"$what: ${row.get(3)} of $different distinct")
    val counts = CountMinSketch.readFrom(row.getAs[Array[Byte]](4))
    assertEquals(n.toLong, counts.totalCount, what)
    for ((item, all) <- x.groupBy(_ % 50)) {
      val over = counts.estimateCount(item) - all.length
      assertTrue(over >= 0 && over <= Epsilon * n, s"$what: $item is counted $over too often")
    }
    val bins = row.getSeq[Row](5)
    assertEquals(n.toDouble, bins.map(_.getDouble(1)).sum, 1e-6, what)
    assertTrue(bins.forall(b => b.getLong(0) >= x.min && b.getLong(0) <= x.max), s"$what: $bins")
  }

  @Test def over(): Unit = Trials.once { (seed, _) =>
    val frame = s"OVER (ORDER BY id ROWS BETWEEN ${Size - 1} PRECEDING AND CURRENT ROW)"
    onTable(seed)(
      spark.sql(s"SELECT greatest(0, id - ${Size - 1}), id + 1, ${asked(frame)} FROM sketched")
    )
  }

  @Test def slidingWindows(): Unit = Trials.once { (seed, _) =>
    val window = s"window(timestamp_seconds(id), '$Size seconds', '$Slide seconds')"
    def at(end: String) = s"CAST(greatest(0, unix_seconds($window.$end)) AS INT)"
    onTable(seed)(
      spark.sql(
        s"SELECT ${at("start")}, ${at("end")}, ${asked("")} FROM sketched GROUP BY $window"
      )
    )
  }
}

object SketchErrorsTest {
  private val Rows = 700
  private val Size = 250
  private val Slide = 25
  private val Accuracy = 20
  private val Registers = 8
  private val Epsilon = 0.1

  /** Five standard errors. */
  private val HllError = 5 * 1.04 / math.sqrt(1 << Registers)
}
