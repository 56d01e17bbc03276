package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.expressions.aggregate.HyperLogLogPlusPlus
import org.apache.spark.sql.catalyst.util.HyperLogLogPlusPlusHelper

/** The registers of Spark's `approx_count_distinct`, ten of six bits in a word, merged and counted
  * where they lie in a window's own words: Spark's function takes them one by one out of its rows.
  *
  * Paper: Heule, Nunkesser and Hall, *HyperLogLog in Practice*, section 5, as Spark has it; the
  * estimate is Spark's to the last bit.
  *
  * Costs: a merge some ten operations a word, an estimate one look into a table for two registers.
  *
  * @param first
  *   where in a buffer the first word is
  */
private[over] final class Registers(function: HyperLogLogPlusPlus, first: Int) {
  import HyperLogLogPlusPlusHelper._
  import Registers._

  private val helper = function.hllppHelper
  private val words = helper.numWords

  /** The precision, which Spark's function keeps to itself. */
  private val p = (4 to 30).find(p => (1 << p) / REGISTERS_PER_WORD + 1 == words).get
  private val m = 1 << p
  private val alphaM2 = p match {
    case 4 => 0.673 * m * m
    case 5 => 0.697 * m * m
    case 6 => 0.709 * m * m
    case _ => (0.7213 / (1.0 + 1.079 / m)) * m * m
  }

  /** What the room in the last word that is no register adds to the sum. */
  private val unused = (words * REGISTERS_PER_WORD - m) * Zero

  /** Makes each register of the target the greater one; the target may be either argument. */
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

  /** The estimate, or below zero where Spark itself has to be asked: the sum of what registers
    * stand for is the same in any order only while it is exact.
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

private[over] object Registers {

  /** The highest bit of each register: where none is set, all are below 32. */
  private final val High = 0x0820820820820820L

  /** The precision up to which the sums of registers below 32 have room beside the zeros. */
  private final val ExactTo = 15

  private final val Unit = 1.0 / (1L << 31)
  private final val ZerosAt = 47
  private final val Sums = (1L << ZerosAt) - 1
  private final val Zero = (1L << ZerosAt) + (1L << 31)

  /** What two registers add: the sum of 1 / 2^M^, in units, and from a bit on the number of zeros.
    */
  private val Pairs: Array[Long] = {
    def one(register: Int) = if (register == 0) Zero else 1L << 31 >>> register
    Array.tabulate(4096)(pair => one(pair & 63) + one(pair >> 6))
  }

  /** The greater registers of two words. A subtraction without the highest bits borrows from none
    * and leaves a bit where the first is not the smaller one; the highest bits decide before it.
    */
  private def greater(a: Long, b: Long): Long = {
    val differ = a ^ b
    val low = (a | High) - (b & ~High)
    val isFirst = (low ^ ((low ^ a) & differ)) & High
    b ^ (differ & ((isFirst << 1) - (isFirst >>> 5)))
  }
}
