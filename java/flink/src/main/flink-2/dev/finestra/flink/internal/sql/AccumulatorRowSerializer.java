package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.aggregate.AccumulatorWords;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.InstantiationUtil;

/**
 * Serializes the accumulators of SQL windows, which are rows. In contrast to Flink's serializer of
 * rows it knows the fields' types, and so whether accumulators can be words.
 */
public final class AccumulatorRowSerializer extends TypeSerializer<RowData>
    implements AccumulatorWords.Serializer<RowData> {
  private static final long serialVersionUID = 1L;

  private final LogicalType[] types;
  private final boolean areImmutable;
  private final TypeSerializer<RowData> rows;

  /**
   * @param areImmutable whether no function changes an accumulator in place
   */
  public AccumulatorRowSerializer(LogicalType[] types, boolean areImmutable) {
    this(types, areImmutable, new RowDataSerializer(types));
  }

  private AccumulatorRowSerializer(
      LogicalType[] types, boolean areImmutable, TypeSerializer<RowData> rows) {
    this.types = types;
    this.areImmutable = areImmutable;
    this.rows = rows;
  }

  /** Whether accumulators with these fields are stored as words. */
  public static boolean areWords(LogicalType[] types) {
    return RowWords.of(types) != null;
  }

  @Override
  public AccumulatorWords<RowData> words() {
    return RowWords.of(types);
  }

  @Override
  public boolean isImmutableType() {
    return areImmutable;
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new AccumulatorRowSerializer(types, areImmutable, rows.duplicate());
  }

  @Override
  public RowData createInstance() {
    return rows.createInstance();
  }

  @Override
  public RowData copy(RowData from) {
    return areImmutable ? from : rows.copy(from);
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return rows.getLength();
  }

  @Override
  public void serialize(RowData row, DataOutputView target) throws IOException {
    rows.serialize(row, target);
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    return rows.deserialize(source);
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return rows.deserialize(reuse, source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    rows.copy(source, target);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AccumulatorRowSerializer that && Arrays.equals(types, that.types);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(types);
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** The types of the fields, and the snapshot of Flink's serializer. */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<RowData, AccumulatorRowSerializer> {
    private LogicalType[] types;
    private boolean areImmutable;

    /** For Flink, which calls {@link #readOuterSnapshot} next. */
    public Snapshot() {}

    Snapshot(AccumulatorRowSerializer serializer) {
      super(serializer);
      this.types = serializer.types;
      this.areImmutable = serializer.areImmutable;
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return 1;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(AccumulatorRowSerializer serializer) {
      return new TypeSerializer<?>[] {serializer.rows};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected AccumulatorRowSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new AccumulatorRowSerializer(types, areImmutable, (TypeSerializer<RowData>) nested[0]);
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
      byte[] bytes = InstantiationUtil.serializeObject(types);
      out.writeInt(bytes.length);
      out.write(bytes);
      out.writeBoolean(areImmutable);
    }

    @Override
    protected void readOuterSnapshot(int version, DataInputView in, ClassLoader loader)
        throws IOException {
      byte[] bytes = new byte[in.readInt()];
      in.readFully(bytes);
      areImmutable = in.readBoolean();
      try {
        types = InstantiationUtil.deserializeObject(bytes, loader);
      } catch (ClassNotFoundException missing) {
        throw new IOException("A type of an accumulator is not on the class path", missing);
      }
    }
  }
}
