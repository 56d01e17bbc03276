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
 * algorithm, of other aggregations or fields are incompatible; a function's accumulators may have
 * evolved as their own serializer allows, where each is a value of its own in the pages.
 */
public final class PageSerializerSnapshot implements TypeSerializerSnapshot<Entry> {
  private static final int VERSION = 2;

  /** Did not say which fields the aggregations take. */
  private static final int WITHOUT_FIELDS = 1;

  private Partials partials;

  /** The accumulators' own, as it was read or when this was taken; null where there are members. */
  private TypeSerializerSnapshot<?> accumulators;

  /** For Flink, which reads it. */
  public PageSerializerSnapshot() {}

  PageSerializerSnapshot(Partials partials) {
    this.partials = partials;
    this.accumulators =
        partials.accumulators() == null ? null : partials.accumulators().snapshotConfiguration();
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(partials.windows());
    out.writeInt(partials.members().size());
    for (int i = 0; i < partials.members().size(); i++) {
      Member member = partials.members().get(i);
      out.writeUTF(member.name());
      out.writeUTF(member.type().name());
      out.writeUTF(partials.fields().get(i));
    }
    out.writeUTF(partials.function());
    if (accumulators != null) {
      TypeSerializerSnapshot.writeVersionedSnapshot(out, accumulators);
    }
  }

  @Override
  public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
    if (version != VERSION && version != WITHOUT_FIELDS) {
      throw new IOException(
          "the windows' state has serializers of version "
              + version
              + "; this build reads versions up to "
              + VERSION);
    }
    String windows = in.readUTF();
    int count = in.readInt();
    List<Member> members = new ArrayList<>();
    List<String> fields = version == WITHOUT_FIELDS ? null : new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new Member(in.readUTF(), ValueType.valueOf(in.readUTF())));
      if (fields != null) {
        fields.add(in.readUTF());
      }
    }
    String function = in.readUTF();
    accumulators =
        members.isEmpty() ? TypeSerializerSnapshot.readVersionedSnapshot(in, loader) : null;
    TypeSerializer<?> serializer = accumulators == null ? null : accumulators.restoreSerializer();
    partials = new Partials(windows, false, members, fields, function, serializer);
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
    if (!partials.goOnWith(before.partials)) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    return accumulators == null
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : ofAccumulators(before.accumulators);
  }

  /**
   * What was read is asked, and not what its serializer would write now, which may know of the new
   * class only. A serializer that would have to be reconfigured to read the old bytes need not read
   * them: the old one does, and the new one writes. But in a snapshot nobody reads them one by one.
   */
  @SuppressWarnings("unchecked")
  private TypeSerializerSchemaCompatibility<Entry> ofAccumulators(TypeSerializerSnapshot<?> was) {
    TypeSerializerSchemaCompatibility<Object> result =
        ((TypeSerializerSnapshot<Object>) accumulators)
            .resolveSchemaCompatibility((TypeSerializerSnapshot<Object>) was);
    if (result.isIncompatible() || (partials.isWhole() && !result.isCompatibleAsIs())) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    return result.isCompatibleAsIs()
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
  }
}
