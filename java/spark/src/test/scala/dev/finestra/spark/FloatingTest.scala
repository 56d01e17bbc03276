package dev.finestra.spark

import java.lang.Double.doubleToRawLongBits
import java.math.{BigDecimal => JBigDecimal}
import java.util.SplittableRandom

import dev.finestra.spark.Sessions.spark
import dev.finestra.testing.Trials
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** Plain `OVER` of doubles whose magnitudes differ by twenty powers of ten. Sums and means are
  * compared with exact ones, minimum and maximum with Spark's.
  */
class FloatingTest {
  private val Rows = 1200
  private val frames = Seq((7, 0), (60, 0), (40, 25), (0, 90), (5, Rows))

  /** Runs of values of one magnitude each, so that small values follow large ones. */
  private def mixed(random: SplittableRandom): Array[Double] = {
    var magnitude = 0.0
    Array.fill(Rows) {
      if (random.nextInt(50) == 0) magnitude = math.pow(10, random.nextInt(-8, 13))
      (random.nextDouble() * 2 - 1) * magnitude
    }
  }

  private def odd(random: SplittableRandom): Array[Double] = Array.fill(Rows) {
    val others = Seq(Double.NaN, Double.PositiveInfinity, Double.NegativeInfinity, 1.0, -1.0)
    if (random.nextInt(30) == 0) others(random.nextInt(5))
    else if (random.nextBoolean()) 0.0
    else -0.0
  }

  private def over(x: Array[Double], isOurs: Boolean)(calls: String*): Seq[Array[Double]] = {
    import spark.implicits._
    val columns = for ((before, after) <- frames; call <- calls) yield {
      val end = if (after == Rows) "UNBOUNDED" else s"$after"
      s"$call OVER (ORDER BY id ROWS BETWEEN $before PRECEDING AND $end FOLLOWING)"
    }
    Sessions.having("spark.finestra.over.enabled" -> s"$isOurs") {
      val answers = x.toSeq.zipWithIndex.toDF("x", "id").selectExpr("id" +: columns: _*)
      val plan = answers.queryExecution.executedPlan.toString
      assertEquals(isOurs, plan.contains("FinestraWindow"), plan)
      val rows = answers.collect().sortBy(_.getInt(0))
      columns.indices.map(i => rows.map(_.getDouble(i + 1)))
    }
  }

  /** The largest errors of sums and of means, each divided by the sum of the window's absolute
    * values. A plain sum of n values has an error of at most n − 1 roundings by this measure.
    */
  private def errors(x: Array[Double], answers: Seq[Array[Double]]): (Double, Double) = {
    val off = for {
      (Seq(sums, means), (before, after)) <- answers.grouped(2).toSeq.zip(frames)
      i <- x.indices
    } yield {
      val window = x.slice(i - before, i + after + 1)
      val sum = window.map(new JBigDecimal(_)).reduce(_ add _)
      val all = window.map(math.abs).sum
      def part(of: JBigDecimal) = of.subtract(sum).abs.doubleValue / all
      if (all == 0) (0.0, 0.0)
      else {
        val n = JBigDecimal.valueOf(window.length.toLong)
        (part(new JBigDecimal(sums(i))), part(new JBigDecimal(means(i)).multiply(n)))
      }
    }
    (off.map(_._1).max, off.map(_._2).max)
  }

  @Test def sumsOfMixedMagnitudesAreAccurate(): Unit = Trials.once { (seed, _) =>
    val x = mixed(new SplittableRandom(seed))
    def of(isOurs: Boolean) = errors(x, over(x, isOurs)("sum(x)", "avg(x)"))
    val ((sum, mean), (theirSum, theirMean)) = (of(isOurs = true), of(isOurs = false))
    val what = s"sums are $sum off, means $mean; Spark's $theirSum and $theirMean"
    assertTrue(sum <= 1e-9 && mean <= 1e-9, what)
    val rounding = math.ulp(1.0)
    assertTrue(sum <= 4 * theirSum + rounding && mean <= 4 * theirMean + rounding, what)
  }

  /** If the window has 0.0 and -0.0, the result is the first of them. */
  @Test def minAndMaxEqualSparksBitForBit(): Unit = Trials.once { (seed, _) =>
    val random = new SplittableRandom(seed)
    for (x <- Seq(odd(random), mixed(random))) {
      val Seq(ours, theirs) = Seq(true, false).map(over(x, _)("min(x)", "max(x)"))
      for ((us, them) <- ours.zip(theirs); i <- x.indices) {
        assertEquals(doubleToRawLongBits(them(i)), doubleToRawLongBits(us(i)), s"row $i")
      }
    }
  }
}
