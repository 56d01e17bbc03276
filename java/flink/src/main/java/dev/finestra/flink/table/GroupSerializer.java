package dev.finestra.flink.table;

import dev.finestra.aggregation.Packed;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** A {@link Group} as bytes: the name, the length of the snapshot or −1, the snapshot. */
public final class GroupSerializer extends AccumulatorSerializer<Group> {
  private static final long serialVersionUID = 1L;
  static final GroupSerializer INSTANCE = new GroupSerializer();

  @Override
  public Group createInstance() {
    return new Group(null, null);
  }

  @Override
  public Group copy(Group from) {
    return from.copy();
  }

  @Override
  void write(Group group, DataOutputView out) throws IOException {
    StringValue.writeString(group.name(), out);
    byte[] snapshot = group.snapshot();
    out.writeInt(snapshot == null ? -1 : snapshot.length);
    if (snapshot != null) {
      out.write(snapshot);
    }
  }

  @Override
  Group read(DataInputView in) throws IOException {
    String name = StringValue.readString(in);
    int length = in.readInt();
    if (length < -1) {
      throw new IOException("an accumulator of " + length + " bytes is damaged");
    }
    return new Group(name, length < 0 ? null : Packed.readPieces(in, length));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GroupSerializer;
  }

  @Override
  public TypeSerializerSnapshot<Group> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Says how such accumulators are read again. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Group> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
