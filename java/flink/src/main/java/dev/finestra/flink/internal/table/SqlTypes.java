package dev.finestra.flink.internal.table;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.CollectionDataType;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.KeyValueDataType;

/** Converts types between SQL and the DataStream API. */
public final class SqlTypes {
  private SqlTypes() {}

  static List<TypeInformation<?>> types(List<DataType> values) {
    return values.stream()
        .<TypeInformation<?>>map(value -> TypeInformation.of(value.getConversionClass()))
        .toList();
  }

  public static DataType of(TypeInformation<?> result) {
    if (result.equals(Types.LONG)) {
      return DataTypes.BIGINT();
    }
    if (result.equals(Types.DOUBLE)) {
      return DataTypes.DOUBLE();
    }
    if (result.equals(Types.STRING)) {
      return DataTypes.STRING();
    }
    if (result.equals(Types.BOOLEAN)) {
      return DataTypes.BOOLEAN();
    }
    if (result instanceof ListTypeInfo<?> list) {
      return external(DataTypes.ARRAY(of(list.getElementTypeInfo())));
    }
    if (result instanceof MapTypeInfo<?, ?> map) {
      return DataTypes.MAP(of(map.getKeyTypeInfo()), of(map.getValueTypeInfo()));
    }
    throw new ValidationException(
        "SQL has no type for results of "
            + result
            + ", such as a tuple of answers of different types; write one aggregation for each part");
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
