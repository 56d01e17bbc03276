package dev.finestra.spark.internal.over.columns

/** Whole numbers in order, with repeats. The values are in blocks: arrays that are sorted and
  * follow each other.
  *
  * Costs, with n values: O(log n) to find a block, a copy within one block to insert or remove, and
  * O(n / 256) additions to select.
  */
private[columns] final class SortedValues {
  import SortedValues._

  private var blocks = Array(new Array[Long](Capacity))
  private var sizes = Array(0)
  private var used = 1

  def clear(): Unit = {
    sizes(0) = 0
    used = 1
  }

  def insert(value: Long): Unit = {
    var block = blockOf(value)
    if (sizes(block) == Capacity) {
      split(block)
      block = blockOf(value)
    }
    val (values, size) = (blocks(block), sizes(block))
    val at = placeOf(value, values, size)
    System.arraycopy(values, at, values, at + 1, size - at)
    values(at) = value
    sizes(block) += 1
  }

  /** Removes one of the values that equal this one; there must be one. */
  def remove(value: Long): Unit = {
    val block = blockOf(value)
    val (values, size) = (blocks(block), sizes(block))
    val at = placeOf(value, values, size)
    System.arraycopy(values, at + 1, values, at, size - at - 1)
    sizes(block) -= 1
    if (size == 1 && used > 1) removeBlock(block)
  }

  /** The value with so many values before it. */
  def apply(index: Int): Long = {
    var before = index
    var block = 0
    while (before >= sizes(block)) {
      before -= sizes(block)
      block += 1
    }
    blocks(block)(before)
  }

  /** The first block whose last value is not below this value, or the last block. */
  private def blockOf(value: Long): Int = {
    var (low, high) = (0, used - 1)
    while (low < high) {
      val middle = (low + high) >>> 1
      if (blocks(middle)(sizes(middle) - 1) < value) low = middle + 1 else high = middle
    }
    low
  }

  /** The index of the first value of a block that is not below this value. */
  private def placeOf(value: Long, values: Array[Long], size: Int): Int = {
    var (low, high) = (0, size)
    while (low < high) {
      val middle = (low + high) >>> 1
      if (values(middle) < value) low = middle + 1 else high = middle
    }
    low
  }

  private def split(block: Int): Unit = {
    if (used == blocks.length) {
      blocks = java.util.Arrays.copyOf(blocks, 2 * used)
      sizes = java.util.Arrays.copyOf(sizes, 2 * used)
    }
    System.arraycopy(blocks, block + 1, blocks, block + 2, used - block - 1)
    System.arraycopy(sizes, block + 1, sizes, block + 2, used - block - 1)
    val half = Capacity / 2
    blocks(block + 1) = new Array[Long](Capacity)
    System.arraycopy(blocks(block), half, blocks(block + 1), 0, half)
    sizes(block) = half
    sizes(block + 1) = half
    used += 1
  }

  private def removeBlock(block: Int): Unit = {
    val gone = blocks(block)
    System.arraycopy(blocks, block + 1, blocks, block, used - block - 1)
    System.arraycopy(sizes, block + 1, sizes, block, used - block - 1)
    used -= 1
    blocks(used) = gone
  }
}

private[columns] object SortedValues {
  private final val Capacity = 512
}
