package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.SparkShims
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._

/** Reads rows sorted by partition, one row ahead, so that the end of a partition is seen. */
private[spark] final class PartitionReader(
    stream: Iterator[InternalRow],
    by: Seq[Expression],
    input: Seq[Attribute]
) {
  private val keyOf = UnsafeProjection.create(by, input)
  private val isBinary = by.forall(e => SparkShims.isBinaryStable(e.dataType))
  private val ordering = InterpretedOrdering.forSchema(by.map(_.dataType))

  private var next: UnsafeRow = _
  private var nextKey: UnsafeRow = _
  private val key = new UnsafeRow(by.size)
  private var hasKey = false
  private var isWithin = false
  advance()

  /** Whether the current partition has another row. */
  def hasRow: Boolean = isWithin

  /** The next row, valid until the next advance. */
  def row: UnsafeRow = next

  /** Whether no rows are left, in any partition. */
  def isOver: Boolean = next == null

  /** Begins the partition of the next row. */
  def begin(): Unit = {
    if (isOver) {
      throw new NoSuchElementException("The task has no more rows.")
    }
    if (!hasKey) key.pointTo(Array.emptyByteArray, 0)
    key.copyFrom(nextKey)
    hasKey = true
    isWithin = true
  }

  private def hasSameKey: Boolean =
    if (isBinary) nextKey.equals(key) else ordering.compare(nextKey, key) == 0

  /** Moves to the next row. */
  def advance(): Unit =
    if (stream.hasNext) {
      next = stream.next().asInstanceOf[UnsafeRow]
      nextKey = keyOf(next)
      isWithin = hasKey && hasSameKey
    } else {
      next = null
      isWithin = false
    }
}
