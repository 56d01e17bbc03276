package dev.finestra.spark.internal.stream

import java.io.{ByteArrayInputStream, DataInput, DataInputStream, DataOutput}

import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.WindowResult
import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.types.StructType

/** The entries of one key at a time in a task's state store.
  *
  * An entry's bytes are those of the windowing module's codec; a header's are followed by the
  * [[KeyNotes]].
  */
private[stream] final class KeyStore(
    store: StateStore,
    headers: StateTable,
    layout: StreamLayout,
    aggregation: Aggregation[WindowResult],
    dueKeys: DueKeys
) extends EntryMap {
  import StreamState._

  private val codec = new StateEntryCodec(aggregation)
  private val header = new KeyHeader
  private val in = new BytesInput
  private val out = new BytesOutput
  private val entryRow = new UnsafeRowWriter(1)
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
  }

  def key: UnsafeRow = current

  override def get(id: Int): StateEntry =
    if (id == EntryPages.HEADER) {
      val row = if (known == null) headers.get(key) else known
      known = null
      notes = new KeyNotes
      val entry = if (row == null) null else read(row.getBinary(0), isHeader = true)
      due = if (entry == null) KeyHeader.NEVER else dueBy(entry)
      entry
    } else {
      val row = pages.get(pageKeyOf(id))
      if (row == null) null else read(row.getBinary(0), isHeader = false)
    }

  private def read(bytes: Array[Byte], isHeader: Boolean): StateEntry = {
    val data = in.of(bytes)
    val entry = codec.read(data)
    if (isHeader && layout.hasNotes) notes.read(data)
    entry.bytes = bytes
    entry
  }

  override def bytes(entry: StateEntry): Array[Byte] = out.of { data =>
    codec.write(entry, data)
    entry.loadInto(header)
    if (!header.isBlank && layout.hasNotes) notes.write(data)
  }

  private def dueBy(entry: StateEntry): Long = {
    entry.loadInto(header)
    layout.due(header)
  }

  override def put(id: Int, entry: StateEntry): Unit = {
    updated += 1
    if (id == EntryPages.HEADER) {
      headers.put(key, row(entry.bytes))
      moveDue(dueBy(entry))
    } else pages.put(pageKeyOf(id), row(entry.bytes))
  }

  /** Spark's row of an entry. */
  private def row(bytes: Array[Byte]): UnsafeRow = {
    entryRow.reset()
    entryRow.zeroOutNullBytes()
    entryRow.write(0, bytes)
    entryRow.getRow
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

  /** Rejects state that a query with other options, or another release, wrote. The options are in
    * one row of the store, whose key has only nulls.
    */
  def check(options: String): Unit = {
    val nobody = UnsafeProjection.create(StructType(layout.keys.map(_.copy(nullable = true))))(
      new GenericInternalRow(layout.keys.length)
    )
    val table = StateTable.options(store, layout.keys)
    val stored = table.get(nobody)
    if (stored == null) {
      val bytes = out.of { data =>
        data.writeInt(KeyStore.Format)
        data.writeUTF(options)
      }
      table.put(nobody, row(bytes))
    } else KeyStore.check(stored.getBinary(0), options)
  }
}

private[stream] object KeyStore {

  /** The layout of all state of a stream. */
  val Format = 1

  /** Rejects the state of another format, or of other options.
    *
    * @param stored
    *   the format and the options that wrote the state
    */
  def check(stored: Array[Byte], options: String): Unit = {
    val in = new DataInputStream(new ByteArrayInputStream(stored))
    val format = in.readInt()
    if (format != Format) {
      throw new IllegalStateException(
        s"The checkpoint has state of format $format; this build reads format $Format. Restore " +
          "it with the release of Finestra that wrote it, or start with a new checkpoint."
      )
    }
    val written = in.readUTF()
    if (written != options) {
      throw new IllegalStateException(
        s"The checkpoint was written by sliding with the options ($written), but this query has " +
          s"($options). Use the options of the checkpoint, or start with a new checkpoint."
      )
    }
  }
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
