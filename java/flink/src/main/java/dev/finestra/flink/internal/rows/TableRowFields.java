package dev.finestra.flink.internal.rows;

import dev.finestra.flink.internal.rows.InputFields.Read;
import dev.finestra.internal.aggregation.decimals.Decimals;
import java.math.BigDecimal;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.runtime.typeutils.BigDecimalTypeInfo;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.DecimalType;
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
    return new Read<>(
        element -> InputFields.fieldOf((Row) element, index, name),
        type(DataType.getFieldDataTypes(rows).get(index)));
  }

  /** The type of a column's values, with the digits of decimals. */
  public static TypeInformation<?> type(DataType column) {
    return column.getLogicalType() instanceof DecimalType decimals
            && column.getConversionClass() == BigDecimal.class
        ? new BigDecimalTypeInfo(decimals.getPrecision(), decimals.getScale())
        : TypeInformation.of(column.getConversionClass());
  }

  static Decimals decimals(TypeInformation<?> type) {
    BigDecimalTypeInfo decimals = (BigDecimalTypeInfo) type;
    return new Decimals(decimals.precision(), decimals.scale());
  }
}
