package dev.finestra.spark.internal.stream

import scala.collection.mutable.ArrayBuffer

import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.streaming.{MapState, StatefulProcessorHandle, TTLConfig}
import org.apache.spark.sql.types.{ArrayType, StructType}
import org.apache.spark.sql.{Encoders, Row}

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
private[stream] final class PendingRows(
    chunks: MapState[StreamState.ChunkKey, Row],
    layout: StreamLayout
) {
  import PendingRows.Full

  def append(key: CurrentKey, arrived: ArrivedRows): Unit = if (!arrived.isEmpty) {
    val main = key.runs.headOption.getOrElse(empty(0))
    val late = arrived.before(main.to)
    val next = key.runs.map(_.run).maxOption.fold(0)(_ + 1)
    key.runs = extended(main, arrived.rows.drop(late)) +: key.runs.drop(1)
    if (late > 0) {
      key.runs = merged(key.runs :+ extended(empty(next), arrived.rows.take(late)))
    }
  }

  /** Restores invariant 3. */
  private def merged(runs: Seq[StreamState.Run]): Seq[StreamState.Run] = {
    val Seq(a, b) = runs.takeRight(2)
    if (runs.size < 3 || a.rows > 2 * b.rows) runs
    else {
      val rows = sorted(rowsOf(a, Long.MinValue) ++ rowsOf(b, Long.MinValue))
      Seq(a, b).foreach(run => (run.first until run.next).foreach(remove(run, _)))
      merged(runs.dropRight(2) :+ extended(empty(a.run), rows))
    }
  }

  private def empty(run: Int) =
    StreamState.Run(run, 0, 0, 0, 0, KeyHeader.NEVER, Long.MinValue)

  private def sorted(rows: Array[Row]): Array[Row] = ArrivedRows.of(rows.iterator, layout).rows

  /** The run with more rows at its end. */
  private def extended(run: StreamState.Run, more: Array[Row]): StreamState.Run =
    if (more.isEmpty) run
    else {
      val begun = lastChunk(run)
      val rows = begun ++ more
      val at = if (begun.isEmpty) run.next else run.next - 1
      rows.grouped(Full).zipWithIndex.foreach { case (chunk, i) =>
        chunks.updateValue(StreamState.ChunkKey(run.run, at + i), Row(chunk.toSeq))
      }
      run.copy(
        next = at + (rows.length + Full - 1) / Full,
        rows = run.rows + more.length,
        from = math.min(run.from, layout.time(more.head)),
        to = layout.time(more.last)
      )
    }

  /** The rows of the last chunk, if it is not full. */
  private def lastChunk(run: StreamState.Run): Array[Row] =
    if ((run.rows + run.gone) % Full == 0) Array.empty else read(run, run.next - 1)

  private def read(run: StreamState.Run, chunk: Long): Array[Row] =
    chunks.getValue(StreamState.ChunkKey(run.run, chunk)).getSeq[Row](0).toArray

  private def remove(run: StreamState.Run, chunk: Long): Unit =
    chunks.removeKey(StreamState.ChunkKey(run.run, chunk))

  /** The rows of a run that are not before a time, and possibly some earlier ones. */
  private def rowsOf(run: StreamState.Run, from: Long): Array[Row] = {
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
  def between(key: CurrentKey, from: Long, to: Long): Array[Row] =
    sorted(key.runs.toArray.filter(run => run.to >= from && run.from <= to).flatMap { run =>
      rowsOf(run, from).filter { row =>
        val time = layout.time(row)
        time >= from && time <= to
      }
    })

  /** Removes the rows up to a watermark and returns them in order. The key's runs are updated when
    * the iterator is exhausted.
    */
  def pop(key: CurrentKey, watermark: Long): Iterator[Row] = new Iterator[Row] {
    private val cursors = key.runs.map(new Cursor(_))
    private var least: Cursor = null

    override def hasNext: Boolean = {
      least = cursors.minByOption(_.time).orNull
      val more = least != null && least.time <= watermark
      if (!more) key.runs = cursors.map(_.run).filter(_.rows > 0)
      more
    }

    override def next(): Row = least.pop()
  }

  /** The next row of a run. */
  private final class Cursor(var run: StreamState.Run) {
    private var chunk: Array[Row] = null

    def time: Long = run.from

    def pop(): Row = {
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

  /** The pending rows in a processor's state. */
  def in(handle: StatefulProcessorHandle, layout: StreamLayout): PendingRows = {
    import StreamState.{chunkKeys, PendingName}
    val chunks = new StructType().add("rows", ArrayType(layout.schema, containsNull = false))
    new PendingRows(
      handle.getMapState(PendingName, chunkKeys, Encoders.row(chunks), TTLConfig.NONE),
      layout
    )
  }
}
