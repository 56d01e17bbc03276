package dev.finestra.flink.internal.rows;

import dev.finestra.flink.Field;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/**
 * Keys a stream by a field.
 *
 * @param name the field's name
 * @param type the type of the keys
 */
public record FieldKeySelector<T>(String name, Field<T, ?> field, TypeInformation<?> type)
    implements KeySelector<T, Object>, ResultTypeQueryable<Object> {

  public static <T> FieldKeySelector<T> of(TypeInformation<T> type, String name) {
    InputFields.Read<T> read = InputFields.read(type, name);
    if (!read.type().isKeyType()) {
      throw new IllegalArgumentException(
          ("The field '%s' is of type %s, which Flink does not support as a key; use another"
                  + " field, or keyBy with a selector that returns a text or a number")
              .formatted(name, read.type()));
    }
    return new FieldKeySelector<>(name, read.field(), read.type());
  }

  @Override
  public Object getKey(T element) throws Exception {
    Object key = field.of(element);
    if (key == null) {
      throw new IllegalArgumentException(
          "The key field '" + name + "' is null in a row; filter such rows out before");
    }
    return key;
  }

  @Override
  @SuppressWarnings("unchecked")
  public TypeInformation<Object> getProducedType() {
    return (TypeInformation<Object>) type;
  }
}
