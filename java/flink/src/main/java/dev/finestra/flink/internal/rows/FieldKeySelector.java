package dev.finestra.flink.internal.rows;

import dev.finestra.flink.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/**
 * Keys a stream by one field, or by a {@link Row} of several.
 *
 * @param names the fields' names
 * @param fields readers of these fields
 * @param type the type of the keys
 */
public record FieldKeySelector<T>(
    List<String> names, List<Field<T, ?>> fields, TypeInformation<?> type)
    implements KeySelector<T, Object>, ResultTypeQueryable<Object> {

  public static <T> FieldKeySelector<T> of(TypeInformation<T> type, List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("No field to key by is given; name at least one.");
    }
    List<Field<T, ?>> fields = new ArrayList<>();
    List<TypeInformation<?>> types = new ArrayList<>();
    for (String name : names) {
      if (names.indexOf(name) != names.lastIndexOf(name)) {
        throw new IllegalArgumentException(
            "The key names the field '" + name + "' twice; name it once.");
      }
      InputFields.Read<T> read = InputFields.read(type, name);
      if (!read.type().isKeyType()) {
        throw new IllegalArgumentException(
            ("The field '%s' is of type %s, which Flink does not support as a key; use another"
                    + " field, or keyBy with a selector that returns a text or a number")
                .formatted(name, read.type()));
      }
      fields.add(read.field());
      types.add(read.type());
    }
    TypeInformation<?> key =
        types.size() == 1
            ? types.get(0)
            : new RowTypeInfo(
                types.toArray(TypeInformation<?>[]::new), names.toArray(String[]::new));
    return new FieldKeySelector<>(List.copyOf(names), fields, key);
  }

  @Override
  public Object getKey(T element) throws Exception {
    if (fields.size() == 1) {
      return part(element, 0);
    }
    Row key = new Row(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      key.setField(i, part(element, i));
    }
    return key;
  }

  private Object part(T element, int i) throws Exception {
    Object part = fields.get(i).of(element);
    if (part == null) {
      throw new IllegalArgumentException(
          "The key field '" + names.get(i) + "' is null in a row; filter such rows out before");
    }
    return part;
  }

  @Override
  @SuppressWarnings("unchecked")
  public TypeInformation<Object> getProducedType() {
    return (TypeInformation<Object>) type;
  }
}
