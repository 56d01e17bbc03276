package dev.finestra.flink.internal.state;

import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.internal.aggregation.base.ValueCodec;
import dev.finestra.windowing.internal.state.StateEntry;
import dev.finestra.windowing.internal.state.StateEntryCodec;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes entries for Flink: the length, then the bytes of {@link StateEntryCodec}.
 *
 * <p>An entry keeps the bytes that it was read from. By comparing bytes the window sees that a page
 * was only read, and does not write it.
 *
 * <p>Threading: not safe; Flink duplicates it.
 */
public final class StateEntrySerializer extends TypeSerializer<StateEntry> {
  private final Partials partials;

  /** Null if this serializer reads the format of restored state for another one. */
  private final RestoredFormat restored;

  private transient StateEntryCodec codec;
  private transient DataOutputSerializer buffer;

  public StateEntrySerializer(Partials partials) {
    this(partials, new RestoredFormat());
  }

  private StateEntrySerializer(Partials partials, RestoredFormat restored) {
    this.partials = partials;
    this.restored = restored;
  }

  /**
   * Reads restored entries for another serializer, which may write them in another format: they do
   * not keep their bytes.
   */
  static StateEntrySerializer ofRestored(Partials partials) {
    return new StateEntrySerializer(partials, null);
  }

  /** What this serializer converts. */
  public RestoredFormat restored() {
    return restored;
  }

  private StateEntryCodec codec() {
    if (codec == null) {
      codec = new StateEntryCodec(partials.aggregation());
      buffer = new DataOutputSerializer(512);
    }
    return codec;
  }

  /** The bytes of an entry, without their length. */
  public byte[] bytes(StateEntry entry) throws IOException {
    StateEntryCodec entries = codec();
    buffer.clear();
    entries.write(entry, buffer);
    return buffer.getCopyOfBuffer();
  }

  public StateEntry entry(byte[] bytes) throws IOException {
    StateEntry entry = restored == null ? new RestoredFormat.Restored() : new StateEntry();
    codec().read(new DataInputDeserializer(bytes), entry);
    entry.bytes = restored == null ? null : bytes;
    return entry;
  }

  @Override
  public void serialize(StateEntry any, DataOutputView target) throws IOException {
    StateEntry entry = converted(any);
    byte[] bytes = entry.bytes != null ? entry.bytes : bytes(entry);
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public StateEntry deserialize(DataInputView source) throws IOException {
    int length = source.readInt();
    if (length < 2) {
      throw new IOException(
          "An entry of a window's state is damaged: its length is "
              + length
              + "; restore an earlier checkpoint or savepoint");
    }
    return entry(ValueCodec.readPieces(source, length));
  }

  @Override
  public StateEntry deserialize(StateEntry reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public StateEntry copy(StateEntry from) {
    StateEntry now = converted(from);
    return now == from ? codec().copy(from) : now;
  }

  /** See {@link RestoredFormat#converted}. */
  StateEntry converted(StateEntry entry) {
    return restored == null ? entry : restored.converted(entry);
  }

  @Override
  public StateEntry copy(StateEntry from, StateEntry reuse) {
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
  public TypeSerializer<StateEntry> duplicate() {
    return new StateEntrySerializer(partials.duplicate(), restored);
  }

  @Override
  public StateEntry createInstance() {
    return new StateEntry();
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateEntrySerializer that && Objects.equals(partials, that.partials);
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
  public TypeSerializerSnapshot<StateEntry> snapshotConfiguration() {
    return new StateEntrySerializerSnapshot(partials, restored);
  }
}
