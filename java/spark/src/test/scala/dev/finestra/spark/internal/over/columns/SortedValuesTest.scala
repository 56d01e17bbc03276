package dev.finestra.spark.internal.over.columns

import java.util.SplittableRandom

import scala.collection.mutable.ArrayBuffer

import dev.finestra.testing.Trials
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** [[SortedValues]] against a sorted array, while it grows to several blocks and shrinks again. */
class SortedValuesTest {
  @Test def equalsASortedArray(): Unit = Trials.once { (seed, _) =>
    val random = new SplittableRandom(seed)
    val (sorted, expected) = (new SortedValues, ArrayBuffer.empty[Long])
    val range = if (random.nextBoolean()) 20 else Int.MaxValue
    for (mostly <- Seq(4, 1, 3, 0); _ <- 0 until 3000) {
      if (expected.isEmpty || random.nextInt(5) < mostly) {
        val value = random.nextInt(range).toLong - range / 2
        expected += value
        sorted.insert(value)
      } else sorted.remove(expected.remove(random.nextInt(expected.size)))
      if (expected.nonEmpty && random.nextInt(100) == 0) {
        assertEquals(expected.sorted, ArrayBuffer.tabulate(expected.size)(sorted(_)))
      }
    }
  }
}
