package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Packed;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Entries as bytes: their length, a version, the operator's notes, the page.
 *
 * <p>An entry keeps the bytes that it was read from, so that one that was looked at and not changed
 * is known by comparing bytes, and not written again.
 *
 * <p>Threading: not safe; Flink duplicates it.
 */
final class PageSerializer extends TypeSerializer<Entry> {
  private static final int VERSION = 1;
  private static final int NOTES = 1;
  private static final int PAGE = 2;

  private final Partials partials;
  private final boolean keepsBytes;
  private transient PageCodec codec;
  private transient DataOutputSerializer buffer;

  PageSerializer(Partials partials) {
    this(partials, true);
  }

  /**
   * @param keepsBytes whether entries keep the bytes that they were read from
   */
  PageSerializer(Partials partials, boolean keepsBytes) {
    this.partials = partials;
    this.keepsBytes = keepsBytes;
  }

  private PageCodec codec() {
    if (codec == null) {
      Aggregation<?> aggregation = partials.aggregation();
      codec = new PageCodec(aggregation);
      buffer = new DataOutputSerializer(512);
    }
    return codec;
  }

  /** The bytes of an entry, without their length. */
  byte[] bytes(Page page, long[] notes) throws IOException {
    PageCodec pages = codec();
    buffer.clear();
    buffer.writeByte(VERSION);
    buffer.writeByte((notes == null ? 0 : NOTES) | (page == null ? 0 : PAGE));
    if (notes != null) {
      buffer.writeInt(notes.length);
      for (long note : notes) {
        buffer.writeLong(note);
      }
    }
    if (page != null) {
      pages.write(page, buffer);
    }
    return buffer.getCopyOfBuffer();
  }

  /** The entry that these bytes, without their length, are of. */
  Entry entry(byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "an entry of a window's state has version "
              + version
              + "; this build reads version "
              + VERSION);
    }
    int what = in.readByte();
    long[] notes = null;
    if ((what & NOTES) != 0) {
      int length = in.readInt();
      if (length < 0 || length > in.available() / 8) {
        throw new IOException("an entry of a window's state is damaged: " + length + " notes");
      }
      notes = new long[length];
      for (int i = 0; i < length; i++) {
        notes[i] = in.readLong();
      }
    }
    Page page = (what & PAGE) != 0 ? codec().read(in) : null;
    return new Entry(page, notes, keepsBytes ? bytes : null);
  }

  @Override
  public void serialize(Entry entry, DataOutputView target) throws IOException {
    byte[] bytes = entry.bytes != null ? entry.bytes : bytes(entry.page, entry.notes);
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public Entry deserialize(DataInputView source) throws IOException {
    int length = source.readInt();
    if (length < 2) {
      throw new IOException("an entry of a window's state is damaged: its length is " + length);
    }
    return entry(Packed.readPieces(source, length));
  }

  @Override
  public Entry deserialize(Entry reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  /** An entry of its own; partial aggregates that are objects are shared, as nobody writes them. */
  @Override
  public Entry copy(Entry from) {
    return new Entry(
        from.page == null ? null : codec().copy(from.page),
        from.notes == null ? null : from.notes.clone(),
        from.bytes);
  }

  @Override
  public Entry copy(Entry from, Entry reuse) {
    return copy(from);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<Entry> duplicate() {
    return new PageSerializer(partials.duplicate(), keepsBytes);
  }

  @Override
  public Entry createInstance() {
    return new Entry(null, new long[0], null);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageSerializer that && Objects.equals(partials, that.partials);
  }

  @Override
  public int hashCode() {
    return partials.hashCode();
  }

  @Override
  public String toString() {
    return "pages of " + partials;
  }

  @Override
  public TypeSerializerSnapshot<Entry> snapshotConfiguration() {
    return new PageSerializerSnapshot(partials);
  }
}
