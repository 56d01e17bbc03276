package dev.finestra.spark

import dev.finestra.testing.Trials
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** One partition that is ten times as large as the heap, where frames are bounded: only their rows
  * are held.
  */
class MemoryTest {

  /** @param sorted
    *   whether the rows come sorted; if not, Spark sorts them, with files
    */
  private def check(megabytes: Int, sorted: Boolean): Unit = {
    val rows = megabytes * 10L * 1024L * 1024L / OneBigPartition.Bytes
    val start = System.nanoTime()
    val properties = Map(
      "spark.master" -> "local[1]",
      "spark.testing.reservedMemory" -> "0",
      "spark.memory.fraction" -> "0.4"
    )
    val main = classOf[OneBigPartition].getName
    val forked = new Forked(main, s"${megabytes}m", properties, s"$rows", s"$sorted")
    try {
      val answer = forked.answer(900)
      assertTrue(answer.contains(s"rows $rows texts ${rows * OneBigPartition.Bytes} "), answer)
      assertTrue(answer.contains(s"sums ${expected(rows)} "), answer)
    } finally forked.close()
    Trials.report(rows, s"rows of ${OneBigPartition.Bytes} bytes in a heap of $megabytes MB", start)
  }

  /** The sum of all frames of 100 rows up to a row: each id is in the frames of itself and of the
    * 99 rows after it.
    */
  private def expected(rows: Long): BigInt = {
    val inAll = BigInt(rows) * (rows - 1) / 2 * 100
    // The last ones are in fewer frames: the one that is i from the end misses 99 - i of them.
    inAll - (0 until 99).map(i => BigInt(99 - i) * (rows - 1 - i)).sum
  }

  @Test def tenTimesTheHeap(): Unit = check(if (Trials.isLong) 512 else 128, sorted = true)

  @Test def tenTimesTheHeapThatSparkSorts(): Unit = if (Trials.isLong) check(256, sorted = false)
}
