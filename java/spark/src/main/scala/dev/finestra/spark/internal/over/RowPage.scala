package dev.finestra.spark.internal.over

import java.nio.ByteBuffer

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Copies of consecutive rows, in memory or in a file. */
private[over] final class RowPage(fields: Int) {
  import RowPage._

  private var rows: Array[UnsafeRow] = _
  private var count = 0
  private var file: SpillFile = _
  private var place: SpillFile.Place = _

  /** The bytes that the rows take in memory, also while they are spilled. */
  var bytes = 0L

  /** Whether a row was read since this was last set to false. */
  var isUsed = false

  def isInMemory: Boolean = rows != null

  def size: Int = count

  def apply(i: Int): UnsafeRow = rows(i)

  /** Copies a row, into the memory of an earlier row if possible. */
  def add(row: UnsafeRow): Unit = {
    if (rows == null) rows = Array.fill(RowsPerPage)(empty())
    rows(count).copyFrom(row)
    count += 1
    bytes += row.getSizeInBytes + MemoryOfRow
  }

  /** Frees the memory; writes the rows to this file unless a file has them. Returns whether it
    * wrote.
    */
  def spill(to: SpillFile): Boolean = {
    val isNew = place == null
    if (isNew) {
      file = to
      place = to.write(written)
    }
    rows = null
    isNew
  }

  def reload(): Unit = {
    val from = ByteBuffer.wrap(file.read(place))
    rows = Array.fill(RowsPerPage)(empty())
    for (i <- 0 until count) {
      val row = new Array[Byte](from.getInt())
      from.get(row)
      rows(i).pointTo(row, row.length)
    }
  }

  /** Removes all rows.
    *
    * @param keepsMemory
    *   whether their memory is kept for later rows
    */
  def clear(keepsMemory: Boolean): Unit = {
    if (!keepsMemory) rows = null
    if (place != null) file.forget()
    place = null
    file = null
    count = 0
    bytes = 0
    isUsed = false
  }

  private def written: Array[Byte] = {
    val all = rows.take(count)
    val to = ByteBuffer.allocate(all.map(4 + _.getSizeInBytes).sum)
    for (row <- all) {
      to.putInt(row.getSizeInBytes)
      to.put(row.getBytes)
    }
    to.array
  }

  private def empty(): UnsafeRow = {
    val row = new UnsafeRow(fields)
    row.pointTo(Array.emptyByteArray, 0)
    row
  }
}

private[over] object RowPage {

  /** The binary logarithm of the rows in a page. */
  val Bits = 6
  val RowsPerPage: Int = 1 << Bits

  /** The memory that a row takes in addition to its bytes. */
  private val MemoryOfRow = 64
}
