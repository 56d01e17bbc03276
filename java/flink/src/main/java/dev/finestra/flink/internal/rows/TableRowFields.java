package dev.finestra.flink.internal.rows;

import dev.finestra.flink.internal.rows.InputFields.Read;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/**
 * Fields of the rows that {@code toDataStream} makes of a table. This class is loaded only for such
 * a stream, because a job may lack Flink's table classes.
 */
public final class TableRowFields {
  private TableRowFields() {}

  static <T> Read<T> read(TypeInformation<T> type, String name) {
    DataType rows = ((ExternalTypeInfo<T>) type).getDataType();
    List<String> names = DataType.getFieldNames(rows);
    int index = names.indexOf(name);
    if (index < 0) {
      throw InputFields.noField(name, names);
    }
    Class<?> values = DataType.getFieldDataTypes(rows).get(index).getConversionClass();
    return new Read<>(
        element -> InputFields.fieldOf((Row) element, index, name), TypeInformation.of(values));
  }
}
