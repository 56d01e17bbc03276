package dev.finestra.spark.internal.stream

import java.io.{DataInput, DataOutput}

import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.WindowResult
import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.streaming.state.StateStore

/** The entries of one key at a time in a task's state store. */
private[stream] final class KeyStore(
    store: StateStore,
    headers: StateTable,
    layout: StreamLayout,
    aggregation: Aggregation[WindowResult],
    dueKeys: DueKeys
) extends EntryMap {
  import StreamState._

  private val codec = new EntryRows(aggregation, layout.hasNotes)
  private val header = new KeyHeader
  private val pages = StateTable.pages(store, layout.keys)
  private val pageKeyRow = UnsafeProjection.create(mapKey(layout.keys, pageKey))
  private var current: UnsafeRow = _
  private var known: UnsafeRow = _

  /** When the key was due at its last write. */
  private var due = KeyHeader.NEVER

  /** The key's notes, which follow the windowing module's header. */
  var notes: KeyNotes = _

  var updated = 0L
  var removed = 0L

  /** Continues with another key.
    *
    * @param header
    *   its header if it was read already, or null
    */
  def move(to: UnsafeRow, header: UnsafeRow): Unit = {
    current = to
    known = header
    notes = new KeyNotes
  }

  def key: UnsafeRow = current

  override def get(id: Int): StateEntry =
    if (id == EntryPages.HEADER) {
      val row = if (known == null) headers.get(key) else known
      known = null
      val entry = if (row == null) null else codec.readHeader(row, notes)
      due = if (entry == null) KeyHeader.NEVER else dueBy(entry)
      entry
    } else {
      val row = pages.get(pageKeyOf(id))
      if (row == null) null else codec.readPage(row)
    }

  override def bytes(entry: StateEntry): Array[Byte] = codec.bytes(entry, notes)

  private def dueBy(entry: StateEntry): Long = {
    entry.loadInto(header)
    layout.due(header)
  }

  override def put(id: Int, entry: StateEntry): Unit = {
    updated += 1
    if (id == EntryPages.HEADER) {
      headers.put(key, codec.row(entry.bytes))
      moveDue(dueBy(entry))
    } else pages.put(pageKeyOf(id), codec.row(entry.bytes))
  }

  override def remove(id: Int): Unit = {
    removed += 1
    if (id == EntryPages.HEADER) {
      headers.remove(key)
      moveDue(KeyHeader.NEVER)
    } else pages.remove(pageKeyOf(id))
  }

  private def moveDue(to: Long): Unit = if (to != due) {
    dueKeys.move(key, due, to)
    due = to
  }

  private def pageKeyOf(id: Int): UnsafeRow = pageKeyRow(InternalRow(key, InternalRow(id)))
}

/** The part of a key's header that only Spark needs: kept only by windows that need it.
  */
private[stream] final class KeyNotes {

  /** The newest time that a row had, in microseconds. */
  var newest: Long = Long.MinValue

  /** The runs of [[PendingRows]]. */
  var runs: Seq[PendingRun] = Nil

  def write(out: DataOutput): Unit = {
    out.writeLong(newest)
    out.writeInt(runs.size)
    runs.foreach(_.write(out))
  }

  def read(in: DataInput): Unit = {
    newest = in.readLong()
    runs = Seq.fill(in.readInt())(PendingRun.read(in))
  }
}
