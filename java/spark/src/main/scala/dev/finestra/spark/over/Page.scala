package dev.finestra.spark.over

import java.nio.ByteBuffer

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Copies of rows that stand together, in memory or in a file. */
private[over] final class Page(fields: Int) {
  import Page._

  private var rows: Array[UnsafeRow] = _
  private var count = 0
  private var file: SpillFile = _
  private var place: SpillFile.Place = _

  /** The room that the rows take in memory, also while they are not there. */
  var bytes = 0L

  /** Whether a row was looked at since this was last set to false. */
  var isUsed = false

  def isHere: Boolean = rows != null

  def size: Int = count

  def apply(i: Int): UnsafeRow = rows(i)

  /** Copies a row into the room of an earlier one. */
  def add(row: UnsafeRow): Unit = {
    if (rows == null) rows = Array.fill(Rows)(empty())
    rows(count).copyFrom(row)
    count += 1
    bytes += row.getSizeInBytes + RoomOfRow
  }

  /** Leaves the memory for this file, or for where it is already; whether it had to be written. */
  def leave(to: SpillFile): Boolean = {
    val isNew = place == null
    if (isNew) {
      file = to
      place = to.write(written)
    }
    rows = null
    isNew
  }

  def comeBack(): Unit = {
    val from = ByteBuffer.wrap(file.read(place))
    rows = Array.fill(Rows)(empty())
    for (i <- 0 until count) {
      val row = new Array[Byte](from.getInt())
      from.get(row)
      rows(i).pointTo(row, row.length)
    }
  }

  /** Has no rows any more; keeps their room for others, or not. */
  def clear(keepsRoom: Boolean): Unit = {
    if (!keepsRoom) rows = null
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

private[over] object Page {

  /** How many rows a page has: 2 to the power of this. */
  val Bits = 6
  val Rows: Int = 1 << Bits

  /** What a row takes beside its bytes. */
  private val RoomOfRow = 64
}
