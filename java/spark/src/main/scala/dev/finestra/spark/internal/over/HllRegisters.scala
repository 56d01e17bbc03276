package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.aggregate.HyperLogLogPlusPlus
import org.apache.spark.sql.catalyst.util.HyperLogLogPlusPlusHelper

/** The registers of Spark's `approx_count_distinct`, ten of six bits in each word.
  *
  * Paper: Heule, Nunkesser and Hall, *HyperLogLog in Practice*, section 5. The estimate equals
  * Spark's in every bit.
  *
  * Costs: about ten operations a word for a merge, one table look-up for two registers for an
  * estimate.
  *
  * @param first
  *   the index of the first word in a buffer
  */
private[over] final class HllRegisters(function: HyperLogLogPlusPlus, first: Int) {
  import HyperLogLogPlusPlusHelper._
  import HllRegisters._

  private val helper = function.hllppHelper
  private val words = helper.numWords

  /** The precision, which Spark's function makes private. */
  private val p = (4 to 30).find(p => (1 << p) / REGISTERS_PER_WORD + 1 == words).get
  private val m = 1 << p
  private val alphaM2 = p match {
    case 4 => 0.673 * m * m
    case 5 => 0.697 * m * m
    case 6 => 0.709 * m * m
    case _ => (0.7213 / (1.0 + 1.079 / m)) * m * m
  }

  /** The contribution to the sum of the unused bits in the last word. */
  private val unused = (words * REGISTERS_PER_WORD - m) * Zero

  /** Writes the greater register of each pair. The buffers are given by the index of their first
    * field; the third one may be either of the others.
    */
  def merge(
      older: Array[Long],
      o: Int,
      newer: Array[Long],
      n: Int,
      to: Array[Long],
      t: Int
  ): Unit = {
    val (a, b, c) = (o + first, n + first, t + first)
    var i = 0
    while (i < words) {
      to(c + i) = greater(older(a + i), newer(b + i))
      i += 1
    }
  }

  /** Writes the function's result for a buffer; false if Spark's function must compute it. */
  def writeResult(
      buffer: Array[Long],
      b: Int,
      target: InternalRow,
      ordinal: Int
  ): Boolean = {
    val result = estimate(buffer, b)
    if (result >= 0) target.setLong(ordinal, result)
    result >= 0
  }

  /** The estimate, or a negative number if Spark's function must compute it. The sum of doubles
    * depends on the order of summation unless it is exact; it is exact while registers are below
    * 32.
    */
  def estimate(state: Array[Long], s: Int): Long = {
    val pairs = Pairs
    var sum = 0L
    var all = 0L
    var i = s + first
    val end = i + words
    while (i < end) {
      val word = state(i)
      all |= word
      sum += pairs(word.toInt & 4095) + pairs((word >>> 12).toInt & 4095) +
        pairs((word >>> 24).toInt & 4095) + pairs((word >>> 36).toInt & 4095) +
        pairs((word >>> 48).toInt & 4095)
      i += 1
    }
    sum -= unused
    if ((all & High) != 0 || p > ExactTo) -1
    else estimate((sum & Sums) * Unit, (sum >>> ZerosAt).toInt)
  }

  private def estimate(zInverse: Double, zeros: Int): Long = {
    val e = alphaM2 / zInverse
    def linear = m * Math.log(m / zeros.toDouble)
    Math.round(
      if (zeros > 0 && (e <= 2.5 * m || linear <= THRESHOLDS(p - 4))) linear
      else if (e < 5.0 * m) e - helper.estimateBias(e)
      else e
    )
  }
}

private[over] object HllRegisters {

  /** The highest bit of each register; if none is set, all registers are below 32. */
  private final val High = 0x0820820820820820L

  /** The highest precision for which the sum and the number of zeros fit one word. */
  private final val ExactTo = 15

  private final val Unit = 1.0 / (1L << 31)
  private final val ZerosAt = 47
  private final val Sums = (1L << ZerosAt) - 1
  private final val Zero = (1L << ZerosAt) + (1L << 31)

  /** The contribution of two registers: the sum of 1 / 2^M^ in units of 2^-31^, and from bit 47 on
    * the number of registers that are zero.
    */
  private val Pairs: Array[Long] = {
    def one(register: Int) = if (register == 0) Zero else 1L << 31 >>> register
    Array.tabulate(4096)(pair => one(pair & 63) + one(pair >> 6))
  }

  /** The greater register of each pair in two words. The highest bits of `a` are set before the
    * subtraction, so that no register borrows from the next one. If the bit is still set, the lower
    * bits of that register of `a` are not below those of `b`. If the highest bits of the two
    * registers differ, they decide instead.
    */
  private def greater(a: Long, b: Long): Long = {
    val differ = a ^ b
    val low = (a | High) - (b & ~High)
    val isFirst = (low ^ ((low ^ a) & differ)) & High
    b ^ (differ & ((isFirst << 1) - (isFirst >>> 5)))
  }
}
