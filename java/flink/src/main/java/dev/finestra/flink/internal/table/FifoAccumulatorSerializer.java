package dev.finestra.flink.internal.table;

import java.io.IOException;
import java.util.ArrayDeque;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** A {@link FifoAccumulator} as bytes: the name, the number of values, each with its kind. */
public final class FifoAccumulatorSerializer extends AccumulatorSerializer<FifoAccumulator> {
  public static final FifoAccumulatorSerializer INSTANCE = new FifoAccumulatorSerializer();

  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int STRING = 3;
  private static final int ROW = 4;

  @Override
  public FifoAccumulator createInstance() {
    return new FifoAccumulator();
  }

  @Override
  void write(FifoAccumulator fifo, DataOutputView out) throws IOException {
    fifo.checkSettled();
    StringValue.writeString(fifo.name, out);
    out.writeInt(fifo.values.size());
    for (Object value : fifo.values) {
      writeValue(value, out);
    }
  }

  private static void writeValue(Object value, DataOutputView out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Object[] row) {
      out.writeByte(ROW);
      out.writeByte(row.length);
      for (Object part : row) {
        writeValue(part, out);
      }
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else {
      out.writeByte(STRING);
      StringValue.writeString((String) value, out);
    }
  }

  @Override
  FifoAccumulator read(DataInputView in) throws IOException {
    String name = StringValue.readString(in);
    int size = in.readInt();
    if (size < 0) {
      throw new IOException(
          "The accumulator of finestra_agg is damaged: it has "
              + size
              + " values; restore an earlier checkpoint or savepoint");
    }
    ArrayDeque<Object> values = new ArrayDeque<>();
    for (int i = 0; i < size; i++) {
      values.add(readValue(in));
    }
    return new FifoAccumulator(name, values);
  }

  private static Object readValue(DataInputView in) throws IOException {
    int kind = in.readByte();
    if (kind != ROW) {
      return readScalar(kind, in);
    }
    Object[] row = new Object[in.readUnsignedByte()];
    for (int i = 0; i < row.length; i++) {
      int of = in.readByte();
      row[i] = of == NULL ? null : readScalar(of, in);
    }
    return row;
  }

  private static Object readScalar(int kind, DataInputView in) throws IOException {
    return switch (kind) {
      case LONG -> in.readLong();
      case DOUBLE -> in.readDouble();
      case STRING -> StringValue.readString(in);
      default ->
          throw new IOException(
              "The accumulator of finestra_agg is damaged: a value has kind "
                  + kind
                  + "; restore an earlier checkpoint or savepoint");
    };
  }

  @Override
  public TypeSerializerSnapshot<FifoAccumulator> snapshotConfiguration() {
    return new Snapshot();
  }

  public static final class Snapshot extends SimpleTypeSerializerSnapshot<FifoAccumulator> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
