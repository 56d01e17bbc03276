package dev.finestra.flink.internal.python;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.types.Row;

/** Streams that a Python function has keyed. Their elements are pairs of a key and a row. */
public final class PythonKeyedRows {
  private PythonKeyedRows() {}

  /** The rows with the key appended as their last field, and keyed by it. */
  @SuppressWarnings("unchecked")
  static KeyedStream<Row, Object> keyed(DataStream<?> stream) {
    RowTypeInfo pair = (RowTypeInfo) stream.getType();
    TypeInformation<?> key = pair.getTypeAt(0);
    if (TypedRows.isBytes(key)) {
      throw new IllegalArgumentException(
          "The key function has no type, so its keys are pickled bytes in the JVM; give it one,"
              + " such as key_by(f, key_type=Types.STRING()), or use keyed(ds, by=\"user\"), which"
              + " needs no Python worker");
    }
    TypeInformation<?> value = pair.getTypeAt(1);
    TypedRows.check(value);
    RowTypeInfo rows = TypedRows.rows(value);
    if (rows == null) {
      throw new IllegalArgumentException(
          ("The elements of the keyed stream are %s, but a stream that a Python function has"
                  + " keyed needs rows; map it to rows before, with output_type=%s")
              .formatted(value, TypedRows.SHOWN));
    }
    int fields = rows.getArity();
    List<String> names = List.of(rows.getFieldNames());
    return TypedRows.mapped(stream, element -> flat((Row) element, names), flat(rows, key))
        .keyBy(row -> row.getField(fields), (TypeInformation<Object>) key);
  }

  private static Row flat(Row pair, List<String> names) {
    return Row.join(TypedRows.byPosition(pair.getFieldAs(1), names), Row.of(pair.getField(0)));
  }

  private static RowTypeInfo flat(RowTypeInfo rows, TypeInformation<?> key) {
    int fields = rows.getArity();
    String name = "key";
    while (rows.getFieldIndex(name) >= 0) {
      name += "_";
    }
    TypeInformation<?>[] types = Arrays.copyOf(rows.getFieldTypes(), fields + 1);
    String[] names = Arrays.copyOf(rows.getFieldNames(), fields + 1);
    types[fields] = key;
    names[fields] = name;
    return new RowTypeInfo(types, names);
  }
}
