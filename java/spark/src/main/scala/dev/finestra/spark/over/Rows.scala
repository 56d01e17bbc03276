package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** The rows of a partition that are still needed, by their place in it: those of which no answer is
  * out yet, and those in a frame of a range.
  *
  * A ring of copies, each made into the room of an earlier one.
  *
  * Costs: a copy a row; as much memory as rows are needed at once.
  */
private[over] final class Rows(fields: Int, source: Partitions) {
  private var ring = Array.fill(16)(empty())
  private var first = 0L
  private var end = 0L

  /** The most rows that were needed at once. */
  var most = 0L

  /** Begins a partition. */
  def clear(): Unit = {
    first = 0
    end = 0
  }

  /** Whether the partition has a row here; reads on where it must. */
  def has(index: Long): Boolean = {
    while (index >= end && source.hasRow) {
      add(source.row)
      source.advance()
    }
    index < end
  }

  def apply(index: Long): UnsafeRow = ring(index.toInt & (ring.length - 1))

  /** Forgets the rows before this one. */
  def forget(before: Long): Unit = if (before > first) first = math.min(before, end)

  private def empty(): UnsafeRow = {
    val row = new UnsafeRow(fields)
    row.pointTo(Array.emptyByteArray, 0)
    row
  }

  private def add(row: UnsafeRow): Unit = {
    if (end - first == ring.length) {
      grow()
    }
    apply(end).copyFrom(row)
    end += 1
    most = math.max(most, end - first)
  }

  private def grow(): Unit = {
    val old = ring
    ring = new Array[UnsafeRow](2 * old.length)
    for (i <- first until end) {
      ring(i.toInt & (ring.length - 1)) = old(i.toInt & (old.length - 1))
    }
    for (i <- end until first + ring.length) {
      ring(i.toInt & (ring.length - 1)) = empty()
    }
  }
}
