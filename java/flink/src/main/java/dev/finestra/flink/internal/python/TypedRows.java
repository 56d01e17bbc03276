package dev.finestra.flink.internal.python;

import dev.finestra.flink.internal.rows.TableRowFields;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** Converts the rows of a table to rows by position, with types of the DataStream API. */
public final class TypedRows {
  /** How to give types to rows in Python, for messages. */
  static final String SHOWN =
      "Types.ROW_NAMED(['user', 'price'], [Types.STRING(), Types.DOUBLE()])";

  private TypedRows() {}

  /**
   * The stream itself, or a stream of plain rows if it comes from a table; rejects pickled bytes.
   */
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

  /** The types of rows by position; null if the elements are not rows. */
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
          ("The stream has no types, so its rows are pickled bytes in the JVM; give types to the"
                  + " step before it, for example ds.map(f, output_type=%s) or from_collection(…,"
                  + " type_info=…)")
              .formatted(SHOWN));
    }
  }

  static boolean isBytes(TypeInformation<?> type) {
    return type.getTypeClass() == byte[].class;
  }

  private static TypeInformation<?> type(DataType field) {
    TypeInformation<?> type = TableRowFields.type(field);
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

  static <T> DataStream<Row> mapped(
      DataStream<T> stream, MapFunction<T, Row> function, RowTypeInfo type) {
    return stream.map(function).returns(type).name("finestra rows");
  }
}
