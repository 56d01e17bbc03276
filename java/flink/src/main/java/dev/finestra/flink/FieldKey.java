package dev.finestra.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/** The key that a field by name is. */
final class FieldKey<T> implements KeySelector<T, Object>, ResultTypeQueryable<Object> {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final Field<T, ?> field;
  private final TypeInformation<?> type;

  private FieldKey(String name, Fields.Read<T> read) {
    this.name = name;
    this.field = read.field();
    this.type = read.type();
  }

  static <T> FieldKey<T> of(TypeInformation<T> type, String name) {
    Fields.Read<T> read = Fields.read(type, name);
    if (!read.type().isKeyType()) {
      throw new IllegalArgumentException(
          "the field '" + name + "' is of type " + read.type() + ", by which Flink does not key");
    }
    return new FieldKey<>(name, read);
  }

  @Override
  public Object getKey(T element) throws Exception {
    Object key = field.of(element);
    if (key == null) {
      throw new IllegalArgumentException(
          "the field '" + name + "' is null, and Flink keys by no null; filter such rows out");
    }
    return key;
  }

  @Override
  @SuppressWarnings("unchecked")
  public TypeInformation<Object> getProducedType() {
    return (TypeInformation<Object>) type;
  }
}
