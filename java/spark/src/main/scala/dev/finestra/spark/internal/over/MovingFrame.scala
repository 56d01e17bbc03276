package dev.finestra.spark.internal.over

import org.apache.spark.sql.catalyst.expressions.SpecifiedWindowFrame

/** A frame whose start moves forward, and the functions over it.
  *
  * Invariant: the rows from `from` until before `to` have entered the functions and not left them.
  */
private[over] final class MovingFrame(
    task: OverTask,
    frame: SpecifiedWindowFrame,
    functions: Seq[FrameFunctions]
) {
  private val lower = FrameBound.of(task, frame.frameType, frame.lower)
  private val upper = FrameBound.of(task, frame.frameType, frame.upper)
  private val each = functions.toArray
  private val readsRows = functions.exists(_.readsRows)

  private var from = 0L
  private var to = 0L

  /** The first row that will be read again: to insert it, to test whether it leaves the frame, or
    * for a result.
    */
  def needs: Long = if (lower.looks || readsRows) math.min(from, to) else to

  /** Begins a partition. */
  def clear(): Unit = {
    each.foreach(_.clear())
    from = 0
    to = 0
  }

  /** Moves to this row and writes the functions' results into the target row. If no row entered or
    * left the frame, the target row holds them already.
    */
  def writeResults(index: Long, rows: PartitionRows): Unit = {
    val row = rows(index)
    lower.moveTo(index, row)
    upper.moveTo(index, row)
    val left = evict(rows)
    val came = insert(rows)
    if (left || came || index == 0) {
      var i = 0
      while (i < each.length) {
        each(i).writeResults(from, to, rows)
        i += 1
      }
    }
  }

  private def evict(rows: PartitionRows): Boolean = {
    val before = from
    while (from < to && lower.compare(from, rows) < 0) {
      from += 1
    }
    if (from > before) {
      var i = 0
      while (i < each.length) {
        each(i).leave(from)
        i += 1
      }
    }
    from > before
  }

  private def insert(rows: PartitionRows): Boolean = {
    var came = false
    while (rows.has(to) && upper.compare(to, rows) <= 0) {
      if (from == to && lower.compare(to, rows) < 0) {
        from += 1
      } else {
        enter(rows)
        came = true
      }
      to += 1
    }
    came
  }

  private def enter(rows: PartitionRows): Unit = {
    val row = rows(to)
    var i = 0
    while (i < each.length) {
      each(i).enter(to, row)
      i += 1
    }
  }
}
