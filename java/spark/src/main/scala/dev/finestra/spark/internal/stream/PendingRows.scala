package dev.finestra.spark.internal.stream

import java.io.{DataInput, DataOutput}

import scala.collection.mutable.ArrayBuffer

import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.execution.streaming.state.StateStore

/** The rows of a key that wait for the watermark, ordered by time and, among equal times, by
  * arrival.
  *
  * They are stored in sorted runs. Rows in order are appended to the first run. Late rows become a
  * run of their own; runs of similar length are merged, so that there are few.
  *
  * Costs: O(1) for a row in order, O(log n) amortized for a late one. Finding the rows that are due
  * reads the first chunk of each run.
  *
  * Invariants: (1) all chunks of a run but the last are full; (2) a run has rows; (3) each late run
  * is more than twice as long as the next one was when that was added; (4) among equal times, rows
  * in earlier runs arrived first.
  */
private[stream] final class PendingRows(store: StateStore, layout: StreamLayout) {
  import PendingRows._
  import StreamState._

  private val chunks = StateTable.pending(store, layout.keys)
  private val keyRow = UnsafeProjection.create(mapKey(layout.keys, chunkKey))
  private val writer = new ChunkWriter
  private val width = layout.schema.length

  /** The key that is being processed, and its runs. */
  private var key: UnsafeRow = _
  private var notes: KeyNotes = _

  /** Continues with another key. */
  def move(to: UnsafeRow, notes: KeyNotes): Unit = {
    this.key = to
    this.notes = notes
  }

  def append(arrived: ArrivedRows): Unit = if (!arrived.isEmpty) {
    val main = notes.runs.headOption.getOrElse(empty(0))
    val late = arrived.before(main.lastTime)
    val next = (-1 +: notes.runs.map(_.number)).max + 1
    notes.runs = extended(main, arrived.rows.drop(late)) +: notes.runs.drop(1)
    if (late > 0) {
      notes.runs = merged(notes.runs :+ extended(empty(next), arrived.rows.take(late)))
    }
  }

  /** Restores invariant 3. */
  private def merged(runs: Seq[PendingRun]): Seq[PendingRun] = {
    val Seq(a, b) = runs.takeRight(2)
    if (runs.size < 3 || a.rows > 2 * b.rows) runs
    else {
      val rows = sorted(rowsOf(a, Long.MinValue) ++ rowsOf(b, Long.MinValue))
      Seq(a, b).foreach(run => (run.firstChunk until run.endChunk).foreach(remove(run, _)))
      merged(runs.dropRight(2) :+ extended(empty(a.number), rows))
    }
  }

  private def empty(number: Int) =
    PendingRun(
      number,
      firstChunk = 0,
      endChunk = 0,
      removed = 0,
      rows = 0,
      firstTime = KeyHeader.NEVER,
      lastTime = Long.MinValue
    )

  private def sorted(rows: Array[InternalRow]): Array[InternalRow] =
    ArrivedRows.of(rows.iterator, layout).rows

  /** The run with more rows at its end. */
  private def extended(run: PendingRun, more: Array[InternalRow]): PendingRun =
    if (more.isEmpty) run
    else {
      val begun = lastChunk(run)
      val rows = begun ++ more
      val at = if (begun.isEmpty) run.endChunk else run.endChunk - 1
      rows.grouped(Full).zipWithIndex.foreach { case (chunk, i) =>
        chunks.put(keyOf(run, at + i), writer.chunk(chunk))
      }
      run.copy(
        endChunk = at + (rows.length + Full - 1) / Full,
        rows = run.rows + more.length,
        firstTime = math.min(run.firstTime, layout.time(more.head)),
        lastTime = layout.time(more.last)
      )
    }

  /** The rows of the last chunk, if it is not full. */
  private def lastChunk(run: PendingRun): Array[InternalRow] =
    if ((run.rows + run.removed) % Full == 0) Array.empty else read(run, run.endChunk - 1)

  private def read(run: PendingRun, chunk: Long): Array[InternalRow] =
    rowsIn(chunks.get(keyOf(run, chunk)), width)

  private def remove(run: PendingRun, chunk: Long): Unit = chunks.remove(keyOf(run, chunk))

  private def keyOf(run: PendingRun, chunk: Long): UnsafeRow =
    keyRow(InternalRow(key, InternalRow(run.number, chunk)))

  /** The rows of a run that are not before a time, and possibly some earlier ones. */
  private def rowsOf(run: PendingRun, from: Long): Array[InternalRow] = {
    val parts = ArrayBuffer.empty[Array[InternalRow]]
    var chunk = run.endChunk - 1
    while (chunk >= run.firstChunk) {
      val all = read(run, chunk)
      val rows = if (chunk == run.firstChunk) all.drop(run.removed) else all
      parts.prepend(rows)
      chunk = if (layout.time(rows.head) < from) -1 else chunk - 1
    }
    parts.toArray.flatten
  }

  /** The rows with from ≤ time ≤ to, in order. */
  def between(from: Long, to: Long): Array[InternalRow] =
    sorted(
      notes.runs.toArray.filter(run => run.lastTime >= from && run.firstTime <= to).flatMap { run =>
        rowsOf(run, from).filter { row =>
          val time = layout.time(row)
          time >= from && time <= to
        }
      }
    )

  /** Removes the rows up to a watermark and returns them in order. The key's runs are updated when
    * the iterator is exhausted.
    */
  def pop(watermark: Long): Iterator[InternalRow] = new Iterator[InternalRow] {
    private val cursors = notes.runs.map(new Cursor(_))
    private var least: Cursor = null

    override def hasNext: Boolean = {
      least = if (cursors.isEmpty) null else cursors.minBy(_.time)
      val more = least != null && least.time <= watermark
      if (!more) notes.runs = cursors.map(_.run).filter(_.rows > 0)
      more
    }

    override def next(): InternalRow = least.pop()
  }

  /** The next row of a run. */
  private final class Cursor(var run: PendingRun) {
    private var chunk: Array[InternalRow] = null

    def time: Long = run.firstTime

    def pop(): InternalRow = {
      if (chunk == null) chunk = read(run, run.firstChunk)
      val row = chunk(run.removed)
      run = run.copy(removed = run.removed + 1, rows = run.rows - 1)
      if (run.removed == chunk.length) {
        remove(run, run.firstChunk)
        run = run.copy(firstChunk = run.firstChunk + 1, removed = 0)
        chunk = if (run.rows == 0) null else read(run, run.firstChunk)
      }
      val next = if (run.rows == 0) KeyHeader.NEVER else layout.time(chunk(run.removed))
      run = run.copy(firstTime = next)
      row
    }
  }
}

private[stream] object PendingRows {

  /** The rows in a chunk. More rows mean fewer state entries, but more bytes are rewritten when a
    * single row is appended.
    */
  private val Full = 16

  /** The rows of a chunk.
    *
    * @param width
    *   the number of columns
    */
  def rowsIn(chunk: UnsafeRow, width: Int): Array[InternalRow] = {
    val rows = chunk.getArray(0)
    Array.tabulate(rows.numElements) { i =>
      // As in UnsafeArrayData.getBinary, without a copy.
      val place = rows.getLong(i)
      val row = new UnsafeRow(width)
      row.pointTo(rows.getBaseObject, rows.getBaseOffset + (place >> 32), place.toInt)
      row
    }
  }

  /** Writes rows as a chunk, which is overwritten by the next one. */
  final class ChunkWriter {
    private val row = UnsafeProjection.create(StreamState.chunk)

    def chunk(rows: Array[InternalRow]): UnsafeRow =
      row(InternalRow(new GenericArrayData(rows.map(_.asInstanceOf[UnsafeRow].getBytes: Any))))
  }
}

/** Pending rows in time order, in chunks numbered from `firstChunk` to before `endChunk`.
  *
  * @param removed
  *   how many rows of the first chunk were removed
  * @param rows
  *   how many rows are left; `firstTime` and `lastTime` are the times of the first and the last
  */
private[stream] final case class PendingRun(
    number: Int,
    firstChunk: Long,
    endChunk: Long,
    removed: Int,
    rows: Long,
    firstTime: Long,
    lastTime: Long
) {
  def write(out: DataOutput): Unit = {
    Seq(number, removed).foreach(out.writeInt)
    Seq(firstChunk, endChunk, rows, firstTime, lastTime).foreach(out.writeLong)
  }
}

private[stream] object PendingRun {
  def read(in: DataInput): PendingRun = {
    val (number, removed) = (in.readInt(), in.readInt())
    val Seq(firstChunk, endChunk, rows, firstTime, lastTime) = Seq.fill(5)(in.readLong())
    PendingRun(number, firstChunk, endChunk, removed, rows, firstTime, lastTime)
  }
}
