package dev.finestra.spark.stream

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.streaming.{MapState, StatefulProcessorHandle, TTLConfig}
import org.apache.spark.sql.types.{ArrayType, StructType}
import org.apache.spark.sql.{Encoders, Row}

/** The rows of a key that wait for the watermark, in the order of their times and, among equal
  * times, of their arrival.
  *
  * They are kept in runs, each sorted: rows in order go to the end of the first run; rows that come
  * late make a run of their own, and runs of like length are merged, so that there are few.
  *
  * Costs: O(1) for a row in order, O(log n) amortized for a late one; a look at what is due reads
  * the first chunks only.
  *
  * Invariants: (1) all chunks of a run but the last are full; (2) a run has rows; (3) each late run
  * is more than twice as long as the next was when it came; (4) of equal times, those in a run came
  * before those in the next.
  */
private[stream] final class Waiting(
    chunks: MapState[State.ChunkKey, Row],
    layout: Layout
) {
  import Waiting.Full

  def append(key: Key, arrived: Arrived): Unit = if (!arrived.isEmpty) {
    val late = key.runs.headOption.fold(0)(main => arrived.before(main.to))
    val next = key.runs.map(_.run).maxOption.fold(0)(_ + 1)
    val main = key.runs.headOption.getOrElse(State.Run(0, 0, 0, 0, 0, State.Never, Long.MinValue))
    val longer = extended(main, arrived.rows.drop(late))
    key.runs = longer +: key.runs.drop(1)
    if (late > 0) {
      val fresh = State.Run(next, 0, 0, 0, 0, State.Never, Long.MinValue)
      key.runs = merged(key.runs :+ extended(fresh, arrived.rows.take(late)))
    }
  }

  /** Restores invariant 3. */
  private def merged(runs: Seq[State.Run]): Seq[State.Run] = {
    val Seq(a, b) = runs.takeRight(2)
    if (runs.size < 3 || a.rows > 2 * b.rows) runs
    else {
      val rows = sorted(rowsOf(a, Long.MinValue) ++ rowsOf(b, Long.MinValue))
      Seq(a, b).foreach(run => (run.first until run.next).foreach(remove(run, _)))
      val empty = a.copy(first = 0, next = 0, gone = 0, rows = 0, from = State.Never)
      merged(runs.dropRight(2) :+ extended(empty, rows))
    }
  }

  private def sorted(rows: Array[Row]): Array[Row] = Arrived.of(rows.iterator, layout).rows

  /** A run with more rows at its end. */
  private def extended(run: State.Run, more: Array[Row]): State.Run =
    if (more.isEmpty) run
    else {
      val begun = lastChunk(run)
      val rows = begun ++ more
      val at = if (begun.isEmpty) run.next else run.next - 1
      rows.grouped(Full).zipWithIndex.foreach { case (chunk, i) =>
        chunks.updateValue(State.ChunkKey(run.run, at + i), Row(chunk.toSeq))
      }
      run.copy(
        next = at + (rows.length + Full - 1) / Full,
        rows = run.rows + more.length,
        from = math.min(run.from, layout.time(more.head)),
        to = layout.time(more.last)
      )
    }

  /** The rows of the last chunk where that is not full. */
  private def lastChunk(run: State.Run): Array[Row] =
    if ((run.rows + run.gone) % Full == 0) Array.empty else read(run, run.next - 1)

  private def read(run: State.Run, chunk: Long): Array[Row] =
    chunks.getValue(State.ChunkKey(run.run, chunk)).getSeq[Row](0).toArray

  private def remove(run: State.Run, chunk: Long): Unit =
    chunks.removeKey(State.ChunkKey(run.run, chunk))

  /** The rows of a run that are not before a time, and maybe some that are. */
  private def rowsOf(run: State.Run, from: Long): Array[Row] = {
    val parts = ArrayBuffer.empty[Array[Row]]
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
  def between(key: Key, from: Long, to: Long): Array[Row] =
    sorted(key.runs.toArray.filter(run => run.to >= from && run.from <= to).flatMap { run =>
      rowsOf(run, from).filter { row =>
        val time = layout.time(row)
        time >= from && time <= to
      }
    })

  /** Takes the rows up to a watermark out, in order; the key knows of it when all have been asked
    * for.
    */
  def pop(key: Key, watermark: Long): Iterator[Row] = new Iterator[Row] {
    private val cursors = key.runs.map(new Cursor(_))
    private var least: Cursor = null

    override def hasNext: Boolean = {
      least = cursors.minByOption(_.time).orNull
      val more = least != null && least.time <= watermark
      if (!more) {
        key.runs = cursors.map(_.run).filter(_.rows > 0)
      }
      more
    }

    override def next(): Row = least.pop()
  }

  /** Where one is in a run. */
  private final class Cursor(var run: State.Run) {
    private var chunk: Array[Row] = null

    def time: Long = if (run.rows == 0) State.Never else run.from

    def pop(): Row = {
      if (chunk == null) {
        chunk = read(run, run.first)
      }
      val row = chunk(run.gone)
      run = run.copy(gone = run.gone + 1, rows = run.rows - 1)
      if (run.gone == chunk.length) {
        remove(run, run.first)
        run = run.copy(first = run.first + 1, gone = 0)
        chunk = if (run.rows == 0) null else read(run, run.first)
      }
      run = run.copy(from = if (run.rows == 0) State.Never else layout.time(chunk(run.gone)))
      row
    }
  }
}

private[stream] object Waiting {

  /** Rows in a chunk: more make fewer entries, and more to write again for a row that comes alone.
    */
  private val Full = 16

  /** The rows that wait in a processor's state. */
  def in(handle: StatefulProcessorHandle, layout: Layout): Waiting = {
    val chunks = new StructType().add("rows", ArrayType(layout.schema, containsNull = false))
    new Waiting(
      handle.getMapState(
        State.WaitingName,
        State.chunkKeys,
        Encoders.row(chunks),
        TTLConfig.NONE
      ),
      layout
    )
  }

  /** The time of the first row that waits. */
  def first(key: Key): Long = key.runs.map(_.from).min

  /** The time of the last. */
  def last(key: Key): Long = key.runs.map(_.to).max
}
