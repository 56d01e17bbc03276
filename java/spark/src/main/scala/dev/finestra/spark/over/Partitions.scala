package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils

/** A stream of rows sorted by partition, read one row ahead, so that a partition's end is seen. */
private[spark] final class Partitions(
    stream: Iterator[InternalRow],
    by: Seq[Expression],
    input: Seq[Attribute]
) {
  private val keyOf = UnsafeProjection.create(by, input)
  private val isSame: (UnsafeRow, UnsafeRow) => Boolean =
    if (by.forall(e => UnsafeRowUtils.isBinaryStable(e.dataType))) _.equals(_)
    else {
      val ordering = InterpretedOrdering.forSchema(by.map(_.dataType))
      ordering.compare(_, _) == 0
    }

  private var next: UnsafeRow = _
  private var nextKey: UnsafeRow = _
  private var key: UnsafeRow = _
  private var isWithin = false
  advance()

  /** Whether there is another row in the partition that was begun. */
  def hasRow: Boolean = isWithin

  /** The next row, until the next advance. */
  def row: UnsafeRow = next

  /** Whether no rows are left, in any partition. */
  def isOver: Boolean = next == null

  /** Begins the partition of the next row. */
  def begin(): Unit = {
    if (isOver) {
      throw new NoSuchElementException("all rows are answered")
    }
    key = nextKey.copy()
    isWithin = true
  }

  /** Reads on. */
  def advance(): Unit =
    if (stream.hasNext) {
      next = stream.next().asInstanceOf[UnsafeRow]
      nextKey = keyOf(next)
      isWithin = key != null && isSame(nextKey, key)
    } else {
      next = null
      isWithin = false
    }
}
