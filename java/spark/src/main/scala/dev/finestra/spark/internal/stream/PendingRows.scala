package dev.finestra.spark.internal.stream

import java.io.{DataInput, DataOutput}

import scala.collection.mutable.ArrayBuffer

import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.execution.streaming.state.{PrefixKeyScanStateEncoderSpec, StateStore}

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
  import PendingRows.Full
  import StreamState._

  private val keySchema = mapKey(layout.keys, chunkKey)
  private val keyRow = UnsafeProjection.create(keySchema)
  private val chunkRow = UnsafeProjection.create(chunk(layout))
  private val width = layout.schema.length

  /** The key that is being processed, and its runs. */
  private var key: UnsafeRow = _
  private var notes: KeyNotes = _

  store.createColFamilyIfAbsent(
    Pending,
    keySchema,
    chunk(layout),
    PrefixKeyScanStateEncoderSpec(keySchema, 1),
    useMultipleValuesPerKey = false,
    isInternal = false
  )

  /** Continues with another key. */
  def move(to: UnsafeRow, notes: KeyNotes): Unit = {
    this.key = to
    this.notes = notes
  }

  def append(arrived: ArrivedRows): Unit = if (!arrived.isEmpty) {
    val main = notes.runs.headOption.getOrElse(empty(0))
    val late = arrived.before(main.to)
    val next = notes.runs.map(_.run).maxOption.fold(0)(_ + 1)
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
      Seq(a, b).foreach(run => (run.first until run.next).foreach(remove(run, _)))
      merged(runs.dropRight(2) :+ extended(empty(a.run), rows))
    }
  }

  private def empty(run: Int) =
    PendingRun(run, 0, 0, 0, 0, KeyHeader.NEVER, Long.MinValue)

  private def sorted(rows: Array[InternalRow]): Array[InternalRow] =
    ArrivedRows.of(rows.iterator, layout).rows

  /** The run with more rows at its end. */
  private def extended(run: PendingRun, more: Array[InternalRow]): PendingRun =
    if (more.isEmpty) run
    else {
      val begun = lastChunk(run)
      val rows = begun ++ more
      val at = if (begun.isEmpty) run.next else run.next - 1
      rows.grouped(Full).zipWithIndex.foreach { case (chunk, i) =>
        val row = chunkRow(InternalRow(new GenericArrayData(chunk.toArray[Any])))
        store.put(keyOf(run, at + i), row, Pending)
      }
      run.copy(
        next = at + (rows.length + Full - 1) / Full,
        rows = run.rows + more.length,
        from = math.min(run.from, layout.time(more.head)),
        to = layout.time(more.last)
      )
    }

  /** The rows of the last chunk, if it is not full. */
  private def lastChunk(run: PendingRun): Array[InternalRow] =
    if ((run.rows + run.gone) % Full == 0) Array.empty else read(run, run.next - 1)

  private def read(run: PendingRun, chunk: Long): Array[InternalRow] = {
    val rows = store.get(keyOf(run, chunk), Pending).getArray(0)
    Array.tabulate(rows.numElements)(rows.getStruct(_, width))
  }

  private def remove(run: PendingRun, chunk: Long): Unit = store.remove(keyOf(run, chunk), Pending)

  private def keyOf(run: PendingRun, chunk: Long): UnsafeRow =
    keyRow(InternalRow(key, InternalRow(run.run, chunk)))

  /** The rows of a run that are not before a time, and possibly some earlier ones. */
  private def rowsOf(run: PendingRun, from: Long): Array[InternalRow] = {
    val parts = ArrayBuffer.empty[Array[InternalRow]]
    var chunk = run.next - 1
    while (chunk >= run.first) {
      val all = read(run, chunk)
      val rows = if (chunk == run.first) all.drop(run.gone) else all
      parts.prepend(rows)
      chunk = if (layout.time(rows.head) < from) -1 else chunk - 1
    }
    parts.toArray.flatten
  }

  /** The rows with from ≤ time ≤ to, in order. */
  def between(from: Long, to: Long): Array[InternalRow] =
    sorted(notes.runs.toArray.filter(run => run.to >= from && run.from <= to).flatMap { run =>
      rowsOf(run, from).filter { row =>
        val time = layout.time(row)
        time >= from && time <= to
      }
    })

  /** Removes the rows up to a watermark and returns them in order. The key's runs are updated when
    * the iterator is exhausted.
    */
  def pop(watermark: Long): Iterator[InternalRow] = new Iterator[InternalRow] {
    private val cursors = notes.runs.map(new Cursor(_))
    private var least: Cursor = null

    override def hasNext: Boolean = {
      least = cursors.minByOption(_.time).orNull
      val more = least != null && least.time <= watermark
      if (!more) notes.runs = cursors.map(_.run).filter(_.rows > 0)
      more
    }

    override def next(): InternalRow = least.pop()
  }

  /** The next row of a run. */
  private final class Cursor(var run: PendingRun) {
    private var chunk: Array[InternalRow] = null

    def time: Long = run.from

    def pop(): InternalRow = {
      if (chunk == null) chunk = read(run, run.first)
      val row = chunk(run.gone)
      run = run.copy(gone = run.gone + 1, rows = run.rows - 1)
      if (run.gone == chunk.length) {
        remove(run, run.first)
        run = run.copy(first = run.first + 1, gone = 0)
        chunk = if (run.rows == 0) null else read(run, run.first)
      }
      run = run.copy(from = if (run.rows == 0) KeyHeader.NEVER else layout.time(chunk(run.gone)))
      row
    }
  }
}

private[stream] object PendingRows {

  /** The rows in a chunk. More rows mean fewer state entries, but more bytes are rewritten when a
    * single row is appended.
    */
  private val Full = 16
}

/** Pending rows in time order, in chunks numbered from `first` to before `next`. The first `gone`
  * rows of chunk `first` were removed; `from` and `to` are the times of the first and last row
  * left.
  */
private[stream] final case class PendingRun(
    run: Int,
    first: Long,
    next: Long,
    gone: Int,
    rows: Long,
    from: Long,
    to: Long
) {
  def write(out: DataOutput): Unit = {
    Seq(run, gone).foreach(out.writeInt)
    Seq(first, next, rows, from, to).foreach(out.writeLong)
  }
}

private[stream] object PendingRun {
  def read(in: DataInput): PendingRun = {
    val (run, gone) = (in.readInt(), in.readInt())
    val Seq(first, next, rows, from, to) = Seq.fill(5)(in.readLong())
    PendingRun(run, first, next, gone, rows, from, to)
  }
}
