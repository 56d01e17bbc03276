package dev.finestra.spark.internal.stream

import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state.{StateEntry, StateEntryCodec}
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Converts state entries to Spark's rows and back. A row has one column, the bytes of the
  * windowing module's `StateEntryCodec`; after a key's header come its [[KeyNotes]].
  */
private[stream] final class EntryRows(aggregation: Aggregation[_], hasNotes: Boolean) {
  private val codec = new StateEntryCodec(aggregation)
  private val header = new KeyHeader
  private val in = new BytesInput
  private val out = new BytesOutput
  private val written = new BytesRow

  /** A key's header, with its window if that is small.
    *
    * @param notes
    *   becomes the key's notes
    */
  def readHeader(row: UnsafeRow, notes: KeyNotes): StateEntry = {
    val entry = readPage(row)
    if (hasNotes) notes.read(in.data)
    entry
  }

  def readPage(row: UnsafeRow): StateEntry = {
    val bytes = row.getBinary(0)
    val entry = codec.read(in.of(bytes))
    entry.bytes = bytes
    entry
  }

  /** The bytes of an entry; only those of a key's header have notes. */
  def bytes(entry: StateEntry, notes: KeyNotes): Array[Byte] = out.of { data =>
    codec.write(entry, data)
    entry.loadInto(header)
    if (!header.isBlank && hasNotes) notes.write(data)
  }

  /** A row that is overwritten when the next one is made. */
  def row(bytes: Array[Byte]): UnsafeRow = written.of(bytes)
}
