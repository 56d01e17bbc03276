package dev.finestra.flink.table;

import java.util.ArrayList;
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

/** The types of values and of answers, in SQL's words and in those of streams. */
final class Answers {
  private Answers() {}

  /** The types of values that an aggregation takes. */
  static List<TypeInformation<?>> types(List<DataType> values) {
    List<TypeInformation<?>> types = new ArrayList<>();
    for (DataType value : values) {
      types.add(TypeInformation.of(value.getConversionClass()));
    }
    return types;
  }

  /** The SQL type of an answer. */
  static DataType of(TypeInformation<?> answer) {
    if (answer.equals(Types.LONG)) {
      return DataTypes.BIGINT();
    }
    if (answer.equals(Types.DOUBLE)) {
      return DataTypes.DOUBLE();
    }
    if (answer.equals(Types.STRING)) {
      return DataTypes.STRING();
    }
    if (answer.equals(Types.BOOLEAN)) {
      return DataTypes.BOOLEAN();
    }
    if (answer instanceof ListTypeInfo<?> list) {
      return external(DataTypes.ARRAY(of(list.getElementTypeInfo())));
    }
    if (answer instanceof MapTypeInfo<?, ?> map) {
      return DataTypes.MAP(of(map.getKeyTypeInfo()), of(map.getValueTypeInfo()));
    }
    throw new ValidationException(
        "answers of " + answer + " have no type in SQL; take the parts of it as aggregations");
  }

  /** The type with the classes that answers are of. */
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
