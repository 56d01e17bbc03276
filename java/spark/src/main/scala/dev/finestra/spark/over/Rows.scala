package dev.finestra.spark.over

import org.apache.spark.memory.{MemoryConsumer, MemoryMode}
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** The rows of a partition that are still needed, by their place in it: those of which no answer is
  * out yet, and those in a frame of a range.
  *
  * A ring of pages. From so many rows on, as for Spark's own window, their room is the task's
  * memory, and where the task has no more, or an operator beside this one wants it, pages that
  * nobody looked at lately leave for a file, until somebody does.
  *
  * Costs: a copy a row; a row that is looked at from afar is written once and read once for each
  * end of a frame.
  *
  * @param free
  *   how many rows ask for no memory
  * @param most
  *   how many rows are in memory at most, give or take a page
  */
private[over] final class Rows(fields: Int, source: Partitions, free: Int, most: Int)
    extends MemoryConsumer(SpillFile.memoryOfTask, MemoryMode.ON_HEAP)
    with AutoCloseable {
  import Rows._

  private var ring = small
  private var first = 0L
  private var end = 0L

  /** How many rows are in memory, what room they take, and how much of it is the task's. */
  private var here = 0L
  private var room = 0L
  private var asked = 0L

  /** The page that is next to leave, if nobody looked at it. */
  private var hand = 0L
  private var file: SpillFile = _
  private var user: Thread = _

  /** The most rows that were needed at once, and the room of those that were written to a file. */
  var mostNeeded = 0L
  var spilled = 0L

  /** Begins a partition. */
  def clear(): Unit = {
    forget(end)
    empty(at(first >>> Page.Bits))
    first = 0
    end = 0
    if (asked > 0) {
      giveBack(asked)
      ring = small
    }
  }

  override def close(): Unit = {
    clear()
    if (file != null) file.close()
  }

  /** Whether the partition has a row here; reads on where it must. */
  def has(index: Long): Boolean = {
    while (index >= end && source.hasRow) {
      add(source.row)
      source.advance()
    }
    index < end
  }

  /** A row that is not forgotten; it stays what it is until it is. */
  def apply(index: Long): UnsafeRow = {
    val page = at(index >>> Page.Bits)
    val i = index.toInt & (Page.Rows - 1)
    page.isUsed = true
    if (page.isHere) page(i) else comeBack(page, i)
  }

  /** Forgets the rows before this one. */
  def forget(before: Long): Unit = if (before > first) {
    while ((first >>> Page.Bits) < (before >>> Page.Bits)) {
      empty(at(first >>> Page.Bits))
      first = ((first >>> Page.Bits) + 1) << Page.Bits
    }
    first = before
  }

  private def empty(page: Page): Unit = {
    if (page.isHere) subtract(page)
    page.clear(asked == 0)
  }

  private def small: Array[Page] = Array.fill(2)(new Page(fields))

  private def at(page: Long): Page = ring(page.toInt & (ring.length - 1))

  private def add(row: UnsafeRow): Unit = {
    if ((end >>> Page.Bits) - (first >>> Page.Bits) == ring.length) {
      grow()
    }
    val page = at(end >>> Page.Bits)
    val before = page.bytes
    page.add(row)
    end += 1
    mostNeeded = math.max(mostNeeded, end - first)
    take(1, page.bytes - before)
  }

  /** A row of a page that was in a file; the page may have to leave again at once. */
  private def comeBack(page: Page, i: Int): UnsafeRow = {
    page.comeBack()
    val row = page(i)
    take(page.size, page.bytes)
    row
  }

  /** Has more rows in memory; asks for their room. */
  private def take(rows: Int, bytes: Long): Unit = {
    here += rows
    room += bytes
    if (here > free && (room > asked || here > most)) {
      user = Thread.currentThread
      if (here <= most) asked += acquireMemory(math.max(room - asked, Step))
      if (here > most) leave(room / 2)
      else if (room > asked) leave(math.max(room - asked, Step))
    }
  }

  private def subtract(page: Page): Unit = {
    here -= page.size
    room -= page.bytes
  }

  /** Lets pages leave until so much room is free: all but the last, which is being written. */
  private def leave(bytes: Long): Unit = {
    val (from, last) = (first >>> Page.Bits, (end - 1) >>> Page.Bits)
    val wanted = room - bytes
    var steps = 2 * (last - from)
    while (room > wanted && steps > 0) {
      if (hand < from || hand >= last) hand = from
      val page = at(hand)
      if (page.isUsed) page.isUsed = false
      else if (page.isHere) {
        if (file == null || file.isFull) file = new SpillFile
        if (page.leave(file)) spilled += page.bytes
        subtract(page)
      }
      hand += 1
      steps -= 1
    }
  }

  /** Another operator of the task wants memory. */
  override def spill(bytes: Long, wants: MemoryConsumer): Long =
    if ((wants eq this) || (Thread.currentThread ne user)) 0
    else {
      if (room > asked - bytes) leave(room - asked + bytes)
      giveBack(math.min(asked, math.max(0, asked - room)))
    }

  private def giveBack(bytes: Long): Long = {
    if (bytes > 0) freeMemory(bytes)
    asked -= bytes
    bytes
  }

  private def grow(): Unit = {
    val old = ring
    ring = new Array[Page](2 * old.length)
    val from = first >>> Page.Bits
    for (page <- from until from + ring.length) {
      ring(page.toInt & (ring.length - 1)) =
        if (page < from + old.length) old(page.toInt & (old.length - 1)) else new Page(fields)
    }
  }
}

private[over] object Rows {

  /** How much memory is asked for at once. */
  private val Step = 1L << 20
}
