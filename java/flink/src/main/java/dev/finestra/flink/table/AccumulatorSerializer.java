package dev.finestra.flink.table;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What the serializers of accumulators have in common: a version, then what each writes. */
abstract class AccumulatorSerializer<A> extends TypeSerializer<A> {
  private static final long serialVersionUID = 1L;
  private static final int VERSION = 1;

  abstract void write(A accumulator, DataOutputView out) throws IOException;

  abstract A read(DataInputView in) throws IOException;

  @Override
  public final void serialize(A accumulator, DataOutputView out) throws IOException {
    out.writeByte(VERSION);
    write(accumulator, out);
  }

  @Override
  public final A deserialize(DataInputView in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "an accumulator has version " + version + "; this build reads version " + VERSION);
    }
    return read(in);
  }

  @Override
  public final A deserialize(A reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public final A copy(A from, A reuse) {
    return copy(from);
  }

  @Override
  public final void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public final boolean isImmutableType() {
    return false;
  }

  @Override
  public final TypeSerializer<A> duplicate() {
    return this;
  }

  @Override
  public final int getLength() {
    return -1;
  }

  /** Serializers have no settings, so that all of a class are equal. */
  @Override
  public abstract boolean equals(Object other);

  @Override
  public final int hashCode() {
    return getClass().hashCode();
  }
}
