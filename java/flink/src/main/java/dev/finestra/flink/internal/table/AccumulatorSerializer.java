package dev.finestra.flink.internal.table;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The common part of the accumulators' serializers: a version byte, then what each one writes. */
public abstract class AccumulatorSerializer<A extends NamedAccumulator<A>>
    extends TypeSerializerSingleton<A> {
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
          ("The accumulator has version %s; this build reads version %s: restore the savepoint"
                  + " with the Finestra that wrote it")
              .formatted(version, VERSION));
    }
    return read(in);
  }

  @Override
  public final A deserialize(A reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public final A copy(A from) {
    return from.copy();
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
  public final int getLength() {
    return -1;
  }
}
