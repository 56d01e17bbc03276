package dev.finestra.spark.internal.over

import org.apache.spark.memory.{MemoryConsumer, MemoryMode}
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** The rows of a partition that are still needed, by position: rows without a result, and rows that
  * a frame will read again.
  *
  * Rows are stored in a ring of pages. Above the number of rows that the setting of Spark's own
  * window allows, their memory is requested from the task. If the task has no more, or another
  * operator needs it, pages that were not used recently are spilled to a file, and read back when
  * they are used.
  *
  * Costs: one copy of each row. A row of a spilled page is written once, and read once for each
  * bound of a frame.
  *
  * @param free
  *   the number of rows up to which no memory is requested
  * @param most
  *   the most rows in memory, give or take a page
  */
private[over] final class PartitionRows(fields: Int, source: PartitionReader, free: Int, most: Int)
    extends MemoryConsumer(SpillFile.memoryOfTask, MemoryMode.ON_HEAP)
    with AutoCloseable {

  /** The least number of bytes in one request. */
  private final val Step = 1L << 20

  private var ring = small
  private var first = 0L
  private var end = 0L

  /** The rows in memory, their bytes, and the bytes that the task granted. */
  private var rowsInMemory = 0L
  private var bytesInMemory = 0L
  private var granted = 0L

  /** The next page to spill, unless it was used since the last round. */
  private var nextToSpill = 0L
  private var file: SpillFile = _
  private var user: Thread = _

  /** The most rows that were needed at once, and the bytes written to files. */
  var mostNeeded = 0L
  var spilled = 0L

  /** Begins a partition. */
  def clear(): Unit = {
    forget(end)
    empty(at(first >>> RowPage.Bits))
    first = 0
    end = 0
    if (granted > 0) {
      release(granted)
      ring = small
    }
  }

  override def close(): Unit = {
    clear()
    if (file != null) file.close()
  }

  /** Whether the partition has a row at this position; reads rows as needed. */
  def has(index: Long): Boolean = {
    while (index >= end && source.hasRow) {
      add(source.row)
      source.advance()
    }
    index < end
  }

  /** A row that is still needed; it is unchanged until it is forgotten. */
  def apply(index: Long): UnsafeRow = {
    val page = at(index >>> RowPage.Bits)
    val i = index.toInt & (RowPage.RowsPerPage - 1)
    page.isUsed = true
    if (page.isInMemory) page(i) else reload(page, i)
  }

  /** Forgets the rows before this one. */
  def forget(before: Long): Unit = if (before > first) {
    while ((first >>> RowPage.Bits) < (before >>> RowPage.Bits)) {
      empty(at(first >>> RowPage.Bits))
      first = ((first >>> RowPage.Bits) + 1) << RowPage.Bits
    }
    first = before
  }

  private def empty(page: RowPage): Unit = {
    if (page.isInMemory) removeFromMemory(page)
    page.clear(granted == 0)
  }

  private def small: Array[RowPage] = Array.fill(2)(new RowPage(fields))

  private def at(page: Long): RowPage = ring(page.toInt & (ring.length - 1))

  private def add(row: UnsafeRow): Unit = {
    if ((end >>> RowPage.Bits) - (first >>> RowPage.Bits) == ring.length) {
      grow()
    }
    val page = at(end >>> RowPage.Bits)
    val before = page.bytes
    page.add(row)
    end += 1
    mostNeeded = math.max(mostNeeded, end - first)
    addToMemory(1, page.bytes - before)
  }

  /** A row of a spilled page, which is read back and may be spilled again at once. */
  private def reload(page: RowPage, i: Int): UnsafeRow = {
    page.reload()
    val row = page(i)
    addToMemory(page.size, page.bytes)
    row
  }

  /** Counts rows that are now in memory, and requests memory for them. */
  private def addToMemory(rows: Int, bytes: Long): Unit = {
    rowsInMemory += rows
    bytesInMemory += bytes
    if (rowsInMemory > free && (bytesInMemory > granted || rowsInMemory > most)) {
      user = Thread.currentThread
      if (rowsInMemory <= most) granted += acquireMemory(math.max(bytesInMemory - granted, Step))
      if (rowsInMemory > most) spillPages(bytesInMemory / 2)
      else if (bytesInMemory > granted) spillPages(math.max(bytesInMemory - granted, Step))
    }
  }

  private def removeFromMemory(page: RowPage): Unit = {
    rowsInMemory -= page.size
    bytesInMemory -= page.bytes
  }

  /** Spills pages until so many bytes are free. The last page stays: rows are still added to it. */
  private def spillPages(bytes: Long): Unit = {
    val (from, last) = (first >>> RowPage.Bits, (end - 1) >>> RowPage.Bits)
    val wanted = bytesInMemory - bytes
    var steps = 2 * (last - from)
    while (bytesInMemory > wanted && steps > 0) {
      if (nextToSpill < from || nextToSpill >= last) nextToSpill = from
      val page = at(nextToSpill)
      if (page.isUsed) page.isUsed = false
      else if (page.isInMemory) {
        if (file == null || file.isFull) file = new SpillFile
        if (page.spill(file)) spilled += page.bytes
        removeFromMemory(page)
      }
      nextToSpill += 1
      steps -= 1
    }
  }

  /** Gives memory to another operator of the task. */
  override def spill(bytes: Long, wants: MemoryConsumer): Long =
    if ((wants eq this) || (Thread.currentThread ne user)) 0
    else {
      if (bytesInMemory > granted - bytes) spillPages(bytesInMemory - granted + bytes)
      release(math.min(granted, math.max(0, granted - bytesInMemory)))
    }

  private def release(bytes: Long): Long = {
    if (bytes > 0) freeMemory(bytes)
    granted -= bytes
    bytes
  }

  private def grow(): Unit = {
    val old = ring
    ring = new Array[RowPage](2 * old.length)
    val from = first >>> RowPage.Bits
    for (page <- from until from + ring.length) {
      ring(page.toInt & (ring.length - 1)) =
        if (page < from + old.length) old(page.toInt & (old.length - 1)) else new RowPage(fields)
    }
  }
}
