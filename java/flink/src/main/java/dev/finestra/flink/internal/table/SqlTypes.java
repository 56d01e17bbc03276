package dev.finestra.flink.internal.table;

import dev.finestra.aggregation.ResultType;
import dev.finestra.flink.internal.rows.TableRowFields;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.CollectionDataType;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.KeyValueDataType;

/** Converts types between SQL and the DataStream API. */
public final class SqlTypes {
  private SqlTypes() {}

  static List<TypeInformation<?>> types(List<DataType> values) {
    return values.stream().<TypeInformation<?>>map(TableRowFields::type).toList();
  }

  /** The SQL type of an aggregation's results. */
  public static DataType of(ResultType result) {
    if (result instanceof ResultType.Single single) {
      return switch (single) {
        case LONG -> DataTypes.BIGINT();
        case DOUBLE -> DataTypes.DOUBLE();
        case STRING -> DataTypes.STRING();
        case BOOLEAN -> DataTypes.BOOLEAN();
      };
    }
    if (result instanceof ResultType.Decimal decimal) {
      return DataTypes.DECIMAL(decimal.precision(), decimal.scale());
    }
    if (result instanceof ResultType.ListOf list) {
      return external(DataTypes.ARRAY(of(list.element())));
    }
    if (result instanceof ResultType.Fields map) {
      List<DataType> values = map.fields().values().stream().map(SqlTypes::of).distinct().toList();
      if (values.size() == 1) {
        return DataTypes.MAP(of(map.key()), values.get(0));
      }
    }
    throw new ValidationException(
        "SQL has no type for the result "
            + result
            + ", whose parts have different types; write one aggregation for each part");
  }

  /** The same type, with the Java classes of the results. */
  static DataType external(DataType type) {
    DataType external = type;
    if (type instanceof CollectionDataType list) {
      external = DataTypes.ARRAY(external(list.getElementDataType())).bridgedTo(List.class);
    } else if (type instanceof KeyValueDataType map) {
      external =
          DataTypes.MAP(external(map.getKeyDataType()), external(map.getValueDataType()))
              .bridgedTo(Map.class);
    }
    return type.getLogicalType().isNullable() ? external.nullable() : external.notNull();
  }
}
