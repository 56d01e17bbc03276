package dev.finestra.flink.internal.table;

import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * A {@link GroupAccumulator} as bytes: the name, the length of the snapshot or −1, the snapshot.
 */
public final class GroupAccumulatorSerializer extends AccumulatorSerializer<GroupAccumulator> {
  public static final GroupAccumulatorSerializer INSTANCE = new GroupAccumulatorSerializer();

  @Override
  public GroupAccumulator createInstance() {
    return new GroupAccumulator(null, null);
  }

  @Override
  void write(GroupAccumulator group, DataOutputView out) throws IOException {
    StringValue.writeString(group.name, out);
    byte[] snapshot = group.snapshot();
    out.writeInt(snapshot == null ? -1 : snapshot.length);
    if (snapshot != null) {
      out.write(snapshot);
    }
  }

  @Override
  GroupAccumulator read(DataInputView in) throws IOException {
    String name = StringValue.readString(in);
    int length = in.readInt();
    if (length < -1) {
      throw new IOException(
          "The accumulator of finestra_group_agg is damaged: it has "
              + length
              + " bytes; restore an earlier checkpoint or savepoint");
    }
    return new GroupAccumulator(name, length < 0 ? null : ValueCodec.readPieces(in, length));
  }

  @Override
  public TypeSerializerSnapshot<GroupAccumulator> snapshotConfiguration() {
    return new Snapshot();
  }

  public static final class Snapshot extends SimpleTypeSerializerSnapshot<GroupAccumulator> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
