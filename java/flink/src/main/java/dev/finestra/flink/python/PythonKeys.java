package dev.finestra.flink.python;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.types.Row;

/** Streams that a Python function has keyed: it has put the key beside each row. */
final class PythonKeys {
  private PythonKeys() {}

  /** The rows with the key as their last field, keyed by it. */
  @SuppressWarnings("unchecked")
  static KeyedStream<Row, Object> keyed(DataStream<?> stream) {
    RowTypeInfo pair = (RowTypeInfo) stream.getType();
    TypeInformation<?> key = pair.getTypeAt(0);
    if (TypedRows.isBytes(key)) {
      throw new IllegalArgumentException(
          "the key function has no type, so that its keys are pickled bytes on the JVM; give it"
              + " one, as key_by(f, key_type=Types.STRING()), or take keyed(ds, by=\"user\"), whose"
              + " key needs no Python worker");
    }
    TypeInformation<?> value = pair.getTypeAt(1);
    TypedRows.check(value);
    RowTypeInfo rows = TypedRows.rows(value);
    if (rows == null) {
      throw new IllegalArgumentException(
          "the stream that a Python function has keyed is of "
              + value
              + ", and windows of it need rows; map it to rows before, with output_type="
              + TypedRows.SHOWN);
    }
    int fields = rows.getArity();
    List<String> names = List.of(rows.getFieldNames());
    return TypedRows.mapped(stream, element -> flat((Row) element, names), flat(rows, key))
        .keyBy(row -> row.getField(fields), (TypeInformation<Object>) key);
  }

  private static Row flat(Row pair, List<String> names) {
    int fields = names.size();
    Row row = TypedRows.byPosition(pair.getFieldAs(1), names);
    Row flat = new Row(row.getKind(), fields + 1);
    for (int i = 0; i < fields; i++) {
      flat.setField(i, row.getField(i));
    }
    flat.setField(fields, pair.getField(0));
    return flat;
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
