package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a savepoint says of the pages in it: {@link Partials}. Pages of other windows, of another
 * algorithm or of other aggregations are incompatible; a function's accumulators may have evolved
 * as their own serializer allows.
 */
public final class PageSerializerSnapshot implements TypeSerializerSnapshot<Entry> {
  private static final int VERSION = 1;

  private Partials partials;

  /** For Flink, which reads it. */
  public PageSerializerSnapshot() {}

  PageSerializerSnapshot(Partials partials) {
    this.partials = partials;
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(partials.windows());
    out.writeInt(partials.members().size());
    for (Member member : partials.members()) {
      out.writeUTF(member.name());
      out.writeUTF(member.type().name());
    }
    out.writeUTF(partials.function());
    if (partials.accumulators() != null) {
      TypeSerializerSnapshot.writeVersionedSnapshot(
          out, partials.accumulators().snapshotConfiguration());
    }
  }

  @Override
  public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "the windows' state has serializers of version "
              + version
              + "; this build reads version "
              + VERSION);
    }
    String windows = in.readUTF();
    int count = in.readInt();
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new Member(in.readUTF(), ValueType.valueOf(in.readUTF())));
    }
    String function = in.readUTF();
    TypeSerializer<?> accumulators =
        members.isEmpty()
            ? TypeSerializerSnapshot.readVersionedSnapshot(in, loader).restoreSerializer()
            : null;
    partials = new Partials(windows, members, function, accumulators);
  }

  @Override
  public TypeSerializer<Entry> restoreSerializer() {
    // What it reads may be written by another: the bytes that it read are not what is written then.
    return new PageSerializer(partials, false);
  }

  @Override
  public TypeSerializerSchemaCompatibility<Entry> resolveSchemaCompatibility(
      TypeSerializerSnapshot<Entry> old) {
    if (!(old instanceof PageSerializerSnapshot before)) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    Partials was = before.partials;
    if (!was.windows().equals(partials.windows()) || !was.members().equals(partials.members())) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    if (partials.accumulators() == null) {
      return TypeSerializerSchemaCompatibility.compatibleAsIs();
    }
    return ofAccumulators(was.accumulators(), partials.accumulators());
  }

  @SuppressWarnings("unchecked")
  private static TypeSerializerSchemaCompatibility<Entry> ofAccumulators(
      TypeSerializer<?> was, TypeSerializer<?> now) {
    TypeSerializerSchemaCompatibility<Object> result =
        ((TypeSerializerSnapshot<Object>) now.snapshotConfiguration())
            .resolveSchemaCompatibility(
                (TypeSerializerSnapshot<Object>) was.snapshotConfiguration());
    if (result.isCompatibleAsIs()) {
      return TypeSerializerSchemaCompatibility.compatibleAsIs();
    }
    if (result.isCompatibleAfterMigration()) {
      return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
    }
    // A serializer that would have to be reconfigured is one that this build does not rebuild.
    return TypeSerializerSchemaCompatibility.incompatible();
  }
}
