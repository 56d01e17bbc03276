package dev.finestra.spark

import dev.finestra.testing.{FromTier, Tier, Trials}
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** One partition that is four times as large as the heap, in a long run ten times. If frames are
  * bounded, only their rows are in memory; otherwise rows are spilled to files.
  */
class MemoryTest {

  /** @param sorted
    *   whether the input is sorted; if not, Spark sorts it and spills to files
    * @param bounded
    *   whether the frames have an end before that of the partition
    */
  private def check(megabytes: Int, sorted: Boolean = true, bounded: Boolean = true): Unit = {
    val rows = times * megabytes * 1024L * 1024L / OneBigPartition.Bytes
    val start = System.nanoTime()
    val properties = Map(
      "spark.master" -> "local[1]",
      "spark.testing.reservedMemory" -> "0",
      "spark.memory.fraction" -> "0.4"
    )
    val main = classOf[OneBigPartition].getName
    val forked = new Forked(main, s"${megabytes}m", properties, s"$rows", s"$sorted", s"$bounded")
    try {
      val answer = forked.answer(900)
      assertTrue(answer.contains(s"rows $rows texts ${rows * OneBigPartition.Bytes} "), answer)
      val sums = if (bounded) expected(rows) else expectedUpToTheEnd(rows)
      assertTrue(answer.contains(s"sums $sums "), answer)
    } finally forked.close()
    Trials.report(rows, s"rows of ${OneBigPartition.Bytes} bytes in a heap of $megabytes MB", start)
  }

  /** The total of the sums of all frames of 100 rows up to a row. Each id is in the frame of its
    * own row and in those of the 99 rows after it.
    */
  private def expected(rows: Long): BigInt = {
    val inAll = BigInt(rows) * (rows - 1) / 2 * 100
    // The last ids are in fewer frames: the one i rows before the last is in i + 1.
    inAll - (0 until 99).map(i => BigInt(99 - i) * (rows - 1 - i)).sum
  }

  /** The total of the sums of all frames from a row to the end of the partition. */
  private def expectedUpToTheEnd(rows: Long): BigInt = BigInt(rows - 1) * rows * (rows + 1) / 3

  private val heap = if (Trials.isLong) 512 else 96

  /** The size of the partition, as a multiple of the heap. */
  private def times: Long = if (Trials.isLong) 10 else 4

  @FromTier(Tier.PUSH)
  @Test def aLargePartition(): Unit = check(heap)

  @FromTier(Tier.PUSH)
  @Test def aLargePartitionSpills(): Unit = check(heap, bounded = false)

  @FromTier(Tier.LONG)
  @Test def aLargePartitionThatSparkSorts(): Unit = check(256, sorted = false)
}
