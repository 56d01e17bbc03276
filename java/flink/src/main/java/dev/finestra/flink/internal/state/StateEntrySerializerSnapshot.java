package dev.finestra.flink.internal.state;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The description of entries in a savepoint: {@link Partials}. Entries of other aggregations by
 * name are converted; those of another algorithm, or of per-event windows with other sizes or
 * another emission, are continued by the operator. Entries of other kinds of windows are
 * incompatible. The accumulators of a function may evolve as their own serializer allows, if each
 * is a value of its own in the pages.
 */
public final class StateEntrySerializerSnapshot implements TypeSerializerSnapshot<StateEntry> {
  private static final int VERSION = 3;

  private Partials partials;

  /** What the serializer of this snapshot has to convert; set when its state is restored. */
  private RestoredFormat restored;

  /** The snapshot of the accumulators' serializer; null if aggregations are by name. */
  private TypeSerializerSnapshot<?> accumulators;

  /** For Flink, which then calls {@link #readSnapshot}. */
  public StateEntrySerializerSnapshot() {}

  StateEntrySerializerSnapshot(Partials partials, RestoredFormat restored) {
    this.partials = partials;
    this.restored = restored;
    this.accumulators =
        partials.accumulators() == null ? null : partials.accumulators().snapshotConfiguration();
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    WindowFormat windows = partials.windows();
    out.writeUTF(windows.description());
    out.writeUTF(windows.windows());
    out.writeUTF(windows.family());
    out.writeUTF(windows.emission());
    out.writeUTF(windows.algorithm());
    out.writeLong(windows.longest());
    out.writeInt(partials.members().size());
    for (int i = 0; i < partials.members().size(); i++) {
      TypedAggregation member = partials.members().get(i);
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
    if (version < 1 || version > VERSION) {
      throw new IOException(
          ("The serializer of the windows' state has version %s; this build reads versions 1 to %s:"
                  + " restore the savepoint with the Finestra that wrote it")
              .formatted(version, VERSION));
    }
    WindowFormat windows = readWindows(version, in);
    int count = in.readInt();
    List<TypedAggregation> members = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new TypedAggregation(in.readUTF(), ValueType.valueOf(in.readUTF())));
      fields.add(in.readUTF());
    }
    String function = in.readUTF();
    accumulators =
        members.isEmpty() ? TypeSerializerSnapshot.readVersionedSnapshot(in, loader) : null;
    TypeSerializer<?> serializer = accumulators == null ? null : accumulators.restoreSerializer();
    partials = new Partials(windows, members, fields, function, serializer);
  }

  private static WindowFormat readWindows(int version, DataInputView in) throws IOException {
    String description = in.readUTF();
    if (version == VERSION) {
      return new WindowFormat(
          description,
          in.readUTF(),
          in.readUTF(),
          in.readUTF(),
          in.readUTF(),
          in.readLong(),
          false);
    }
    // Earlier versions do not say what may change; version 2 has more than its description.
    if (version == 2) {
      in.readUTF();
      in.readLong();
    }
    return WindowFormat.stored(description);
  }

  @Override
  public TypeSerializer<StateEntry> restoreSerializer() {
    return StateEntrySerializer.ofRestored(partials);
  }

  @Override
  public TypeSerializerSchemaCompatibility<StateEntry> resolveSchemaCompatibility(
      TypeSerializerSnapshot<StateEntry> old) {
    if (!(old instanceof StateEntrySerializerSnapshot before)) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    if (!partials.canRestore(before.partials)) {
      return ofAnother(before);
    }
    return ofAccumulators(before);
  }

  private TypeSerializerSchemaCompatibility<StateEntry> ofAnother(
      StateEntrySerializerSnapshot before) {
    // The serializer of a restored format has nothing to convert to.
    if (restored == null || !partials.canContinue(before.partials)) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    if (partials.hasEqualMembers(before.partials)) {
      restored.set(before.partials, null);
      return ofAccumulators(before);
    }
    restored.set(before.partials, partials.conversion(before.partials));
    return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
  }

  /**
   * Compares this job's snapshot of the accumulators' serializer with the one in the savepoint. The
   * restored serializer is not asked, because it may know only the new class. If the new serializer
   * must be reconfigured to read old bytes, the old one reads and the new one writes. Windows that
   * are stored as a whole are not read value by value, so they need equal bytes.
   */
  @SuppressWarnings("unchecked")
  private TypeSerializerSchemaCompatibility<StateEntry> ofAccumulators(
      StateEntrySerializerSnapshot before) {
    if (accumulators == null) {
      return TypeSerializerSchemaCompatibility.compatibleAsIs();
    }
    TypeSerializerSchemaCompatibility<Object> result =
        ((TypeSerializerSnapshot<Object>) accumulators)
            .resolveSchemaCompatibility((TypeSerializerSnapshot<Object>) before.accumulators);
    if (result.isIncompatible()
        || (partials.storesWhole(before.partials) && !result.isCompatibleAsIs())) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    return result.isCompatibleAsIs()
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
  }
}
