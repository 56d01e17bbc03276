package dev.finestra.spark.internal.over

import java.util.SplittableRandom

import dev.finestra.testing.Trials
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.expressions.aggregate.HyperLogLogPlusPlus
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** [[HllRegisters]] merges and estimates like Spark's own function, for registers of all values. */
class RegistersTest {
  private val First = 2

  /** Random words of a buffer. Words of other functions precede the registers. */
  private def random(function: HyperLogLogPlusPlus, greatest: Int, r: SplittableRandom) = {
    val registers = 1 << precisionOf(function)
    val words = new Array[Long](First + function.hllppHelper.numWords)
    for (i <- 0 until registers if r.nextInt(3) > 0) {
      words(First + i / 10) |= r.nextInt(greatest + 1).toLong << 6 * (i % 10)
    }
    words(0) = r.nextLong()
    words
  }

  private def precisionOf(function: HyperLogLogPlusPlus): Int =
    math.ceil(2 * math.log(1.106 / function.relativeSD) / math.log(2)).toInt

  private def row(words: Array[Long]) = InternalRow.fromSeq(words.drop(First).toSeq)

  private def one(seed: Long): Unit = {
    val r = new SplittableRandom(seed)
    val precision = if (r.nextInt(50) == 0) r.nextDouble(0.004, 0.02) else r.nextDouble(0.02, 0.39)
    val function = HyperLogLogPlusPlus(Literal(1), precision)
    val registers = new HllRegisters(function, First)
    val helper = function.hllppHelper
    val greatest = Seq(1, 3, 8, 31, 32, 63)(r.nextInt(6))
    val Seq(a, b) = Seq.fill(2)(random(function, greatest, r)): @unchecked
    val both = row(a)
    helper.merge(both, row(b), 0, 0)
    val expected = Array.tabulate(helper.numWords)(both.getLong)
    val to = Seq(a.clone(), b, a)(r.nextInt(3))
    val before = to(0)
    registers.merge(a, 0, b, 0, to, 0)
    assertArrayEquals(expected, to.drop(First), s"precision $precision")
    assertEquals(before, to(0))
    val estimate = registers.estimate(to, 0)
    if (greatest < 32 && precisionOf(function) <= 15) assertTrue(estimate >= 0)
    if (estimate >= 0) assertEquals(helper.query(both, 0), estimate, s"precision $precision")
  }

  @Test def mergesAndEstimatesEqualSparks(): Unit =
    Trials.run(500, 20000, "two buffers of registers", (seed, _) => one(seed))
}
