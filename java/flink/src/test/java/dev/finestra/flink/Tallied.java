package dev.finestra.flink;

import dev.finestra.windowing.WindowKind;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** A sum whose serializer has two versions: ints, then longs. */
final class Tallied implements AggregateFunction<Trade, Long, Long> {
  private static final long serialVersionUID = 1L;

  static DataStream<Long> windows(KeyedStream<Trade, String> keyed, WindowKind kind, int version) {
    return windows(Finestra.keyed(keyed).of(kind), version);
  }

  static DataStream<Long> windows(FinestraWindowedStream<Trade, String> windows, int version) {
    return windows.aggregate(new Tallied(), new Type(version), Types.LONG);
  }

  @Override
  public Long createAccumulator() {
    return 0L;
  }

  @Override
  public Long add(Trade trade, Long sum) {
    return sum + trade.price;
  }

  @Override
  public Long getResult(Long sum) {
    return sum;
  }

  @Override
  public Long merge(Long a, Long b) {
    return a + b;
  }

  private static final class Sums extends TypeSerializerSingleton<Long> {
    private static final long serialVersionUID = 1L;
    private final int version;
    private final int said;

    Sums(int version) {
      this(version, version);
    }

    /**
     * @param said the version in its snapshots
     */
    Sums(int version, int said) {
      this.version = version;
      this.said = said;
    }

    @Override
    public void serialize(Long sum, DataOutputView out) throws IOException {
      if (version == 1) {
        out.writeInt(Math.toIntExact(sum));
      } else {
        out.writeLong(sum);
      }
    }

    @Override
    public Long deserialize(DataInputView in) throws IOException {
      return version == 1 ? in.readInt() : in.readLong();
    }

    @Override
    public Long deserialize(Long reuse, DataInputView in) throws IOException {
      return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
      serialize(deserialize(in), out);
    }

    @Override
    public Long createInstance() {
      return 0L;
    }

    @Override
    public Long copy(Long sum) {
      return sum;
    }

    @Override
    public Long copy(Long sum, Long reuse) {
      return sum;
    }

    @Override
    public boolean isImmutableType() {
      return true;
    }

    @Override
    public int getLength() {
      return -1;
    }

    @Override
    public TypeSerializerSnapshot<Long> snapshotConfiguration() {
      return new Snapshot(said);
    }
  }

  /** Has the version; a higher one can restore a lower one, not the other way round. */
  public static final class Snapshot implements TypeSerializerSnapshot<Long> {
    private int version;

    public Snapshot() {}

    Snapshot(int version) {
      this.version = version;
    }

    @Override
    public int getCurrentVersion() {
      return 1;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeInt(version);
    }

    @Override
    public void readSnapshot(int read, DataInputView in, ClassLoader loader) throws IOException {
      version = in.readInt();
    }

    @Override
    public TypeSerializer<Long> restoreSerializer() {
      // Avro's serializer does the same: it reads the old schema into the new class.
      return new Sums(version, 2);
    }

    @Override
    public TypeSerializerSchemaCompatibility<Long> resolveSchemaCompatibility(
        TypeSerializerSnapshot<Long> old) {
      int before = ((Snapshot) old).version;
      if (before == version) {
        return TypeSerializerSchemaCompatibility.compatibleAsIs();
      }
      return before < version
          ? TypeSerializerSchemaCompatibility.compatibleAfterMigration()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }

  private static final class Type extends TypeInformation<Long> {
    private static final long serialVersionUID = 1L;
    private final int version;

    Type(int version) {
      this.version = version;
    }

    @Override
    public TypeSerializer<Long> createSerializer(SerializerConfig config) {
      return new Sums(version);
    }

    /** Flink 1.20 needs this one, too. */
    @SuppressWarnings({"deprecation", "MissingOverride"})
    public TypeSerializer<Long> createSerializer(ExecutionConfig config) {
      return new Sums(version);
    }

    @Override
    public boolean isBasicType() {
      return false;
    }

    @Override
    public boolean isTupleType() {
      return false;
    }

    @Override
    public int getArity() {
      return 1;
    }

    @Override
    public int getTotalFields() {
      return 1;
    }

    @Override
    public Class<Long> getTypeClass() {
      return Long.class;
    }

    @Override
    public boolean isKeyType() {
      return false;
    }

    @Override
    public boolean canEqual(Object other) {
      return other instanceof Type;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Type type && type.version == version;
    }

    @Override
    public int hashCode() {
      return version;
    }

    @Override
    public String toString() {
      return List.of("sums", version).toString();
    }
  }
}
