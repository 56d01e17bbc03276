package dev.finestra.flink.python;

import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** Rows with types; those of a table as rows by position, with types of the DataStream API. */
final class TypedRows {
  /** How Python gives rows types. */
  static final String SHOWN =
      "Types.ROW_NAMED(['user', 'price'], [Types.STRING(), Types.DOUBLE()])";

  private TypedRows() {}

  /** The stream itself, or where it is a table's, one of plain rows; refuses pickled bytes. */
  static DataStream<?> of(DataStream<?> stream) {
    check(stream.getType());
    if (!(stream.getType() instanceof ExternalTypeInfo<?> table)
        || table.getTypeClass() != Row.class) {
      return stream;
    }
    RowTypeInfo rows = rows(table);
    List<String> names = List.of(rows.getFieldNames());
    return mapped(stream, row -> byPosition((Row) row, names), rows);
  }

  /** Of rows, as they are or a table's, the types by position; of anything else null. */
  static RowTypeInfo rows(TypeInformation<?> type) {
    if (type instanceof RowTypeInfo rows) {
      return rows;
    }
    if (!(type instanceof ExternalTypeInfo<?> table) || table.getTypeClass() != Row.class) {
      return null;
    }
    DataType rows = table.getDataType();
    TypeInformation<?>[] types =
        DataType.getFieldDataTypes(rows).stream()
            .map(TypedRows::type)
            .toArray(TypeInformation<?>[]::new);
    return new RowTypeInfo(types, DataType.getFieldNames(rows).toArray(String[]::new));
  }

  static void check(TypeInformation<?> type) {
    if (isBytes(type)) {
      throw new IllegalArgumentException(
          "the stream has no types, so that its rows are pickled bytes on the JVM; give the step"
              + " before it types, as ds.map(f, output_type="
              + SHOWN
              + "), or from_collection(…, type_info=…)");
    }
  }

  static boolean isBytes(TypeInformation<?> type) {
    return type.getTypeClass() == byte[].class;
  }

  private static TypeInformation<?> type(DataType field) {
    TypeInformation<?> type = TypeInformation.of(field.getConversionClass());
    return type instanceof GenericTypeInfo ? ExternalTypeInfo.of(field) : type;
  }

  static Row byPosition(Row row, List<String> names) {
    if (row.getFieldNames(false) == null) {
      return row;
    }
    Row plain = new Row(row.getKind(), names.size());
    for (int i = 0; i < names.size(); i++) {
      plain.setField(i, row.getField(names.get(i)));
    }
    return plain;
  }

  /** A stream of rows made of another's elements. */
  static <T> DataStream<Row> mapped(
      DataStream<T> stream, MapFunction<T, Row> function, RowTypeInfo type) {
    return stream.map(function).returns(type).name("finestra rows");
  }
}
