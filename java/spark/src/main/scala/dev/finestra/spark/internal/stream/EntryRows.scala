package dev.finestra.spark.internal.stream

import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.internal.logic.KeyHeader
import dev.finestra.windowing.internal.state.{StateEntry, StateEntryCodec}
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter

/** Entries as rows of Spark with one column of bytes: those of the windowing module's codec. The
  * [[KeyNotes]] of a key follow its header.
  */
private[stream] final class EntryRows(aggregation: Aggregation[_], hasNotes: Boolean) {
  private val codec = new StateEntryCodec(aggregation)
  private val header = new KeyHeader
  private val in = new BytesInput
  private val out = new BytesOutput
  private val written = new UnsafeRowWriter(1)

  /** The entry in a row.
    *
    * @param notes
    *   is set if the entry is a key's header; otherwise null
    */
  def read(row: UnsafeRow, notes: KeyNotes): StateEntry = {
    val bytes = row.getBinary(0)
    val data = in.of(bytes)
    val entry = codec.read(data)
    if (notes != null && hasNotes) notes.read(data)
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
  def row(bytes: Array[Byte]): UnsafeRow = {
    written.reset()
    written.zeroOutNullBytes()
    written.write(0, bytes)
    written.getRow
  }
}
