package dev.finestra.flink;

import dev.finestra.flink.Fields.Read;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/**
 * Fields of a table's rows by name, as {@code toDataStream} gives them. The class is loaded where a
 * stream is a table's alone, since not every job has Flink's tables.
 */
final class TableFields {
  private TableFields() {}

  /** The field of this name; refuses one that is not there with those that are. */
  static <T> Read<T> read(TypeInformation<T> type, String name) {
    DataType rows = ((ExternalTypeInfo<T>) type).getDataType();
    List<String> names = DataType.getFieldNames(rows);
    int index = names.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no field '"
              + name
              + "'; the elements have "
              + Fields.quoted(names.toArray(String[]::new)));
    }
    Class<?> values = DataType.getFieldDataTypes(rows).get(index).getConversionClass();
    return new Read<>(
        element -> Fields.fieldOf((Row) element, index, name), TypeInformation.of(values));
  }
}
