package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.streaming.util.typeutils.FieldAccessorFactory;
import org.apache.flink.types.Row;

/** Fields of a stream's elements by name: rows, tuples, POJOs and records of Avro, or itself. */
final class Fields {
  /** The name of the element itself, where it is a value. */
  static final String ITSELF = "*";

  private static final Set<Class<?>> WHOLE =
      Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);
  private static final Set<Class<?>> REAL = Set.of(Float.class, Double.class, BigDecimal.class);

  private static final String AVRO =
      "org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo";

  private static final String TABLE = "org.apache.flink.table.runtime.typeutils.ExternalTypeInfo";

  private Fields() {}

  /** A field with its type, and the type of values that an aggregation has of it. */
  record Typed<T>(String name, Field<T, ?> field, TypeInformation<?> type, ValueType values)
      implements Serializable {}

  /** A field of any type, read from an element. */
  record Read<T>(Field<T, ?> field, TypeInformation<?> type) implements Serializable {}

  /** The field of this name for an aggregation; refuses one of a type that none takes. */
  static <T> Typed<T> of(TypeInformation<T> type, String name) {
    Read<T> read = read(type, name);
    return typed(name, read.field, read.type);
  }

  /** The field of this name; refuses one that is not there with those that are. */
  static <T> Read<T> read(TypeInformation<T> type, String name) {
    if (name.equals(ITSELF)) {
      return new Read<>(element -> element, type);
    }
    if (type.getClass().getName().equals(AVRO)) {
      return AvroFields.read(type, name);
    }
    if (type.getClass().getName().equals(TABLE) && type.getTypeClass() == Row.class) {
      return TableFields.read(type, name);
    }
    if (!(type instanceof CompositeType<T> composite)) {
      throw new IllegalArgumentException(
          "the stream's elements are "
              + type
              + ", which has no fields by name: there is no '"
              + name
              + "'; name '*' for the element itself, or give a selector, as e -> e.price()");
    }
    int index = composite.getFieldIndex(name);
    if (index >= 0) {
      return new Read<>(reader(composite, name, index), composite.getTypeAt(index));
    }
    int dot = name.indexOf('.');
    if (dot <= 0) {
      throw new IllegalArgumentException(
          "there is no field '"
              + name
              + "'; the elements have "
              + quoted(composite.getFieldNames()));
    }
    return inside(type, name.substring(0, dot), name.substring(dot + 1));
  }

  /** A field of a field: null where that is. */
  @SuppressWarnings("unchecked")
  private static <T> Read<T> inside(TypeInformation<T> type, String name, String rest) {
    Read<T> outer = read(type, name);
    Read<Object> inner;
    try {
      inner = read((TypeInformation<Object>) outer.type, rest);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("in '" + name + "': " + refused.getMessage(), refused);
    }
    return new Read<>(
        element -> {
          Object value = outer.field.of(element);
          return value == null ? null : inner.field.of(value);
        },
        inner.type);
  }

  /** The names of fields, for a refusal. */
  static String quoted(String... names) {
    return Arrays.stream(names).collect(Collectors.joining("', '", "'", "'"));
  }

  private static <T> Field<T, ?> reader(CompositeType<T> type, String name, int index) {
    if (type instanceof RowTypeInfo) {
      return element -> fieldOf((Row) element, index, name);
    }
    if (type instanceof TupleTypeInfo) {
      return element -> ((Tuple) element).getField(index);
    }
    if (type instanceof PojoTypeInfo) {
      var accessor = FieldAccessorFactory.getAccessor(type, name, null);
      return accessor::get;
    }
    throw new IllegalArgumentException(
        "a field by name is read from rows, tuples and POJOs, not from "
            + type
            + "; give a selector, as e -> e.price()");
  }

  /** A row's field, whether its fields go by position or by name. */
  static Object fieldOf(Row row, int index, String name) {
    return row.getFieldNames(false) == null ? row.getField(index) : row.getField(name);
  }

  /** A field of a type, with its values as aggregations take them. */
  static <T> Typed<T> typed(String name, Field<T, ?> field, TypeInformation<?> type) {
    Class<?> values = type.getTypeClass();
    if (WHOLE.contains(values) || values == long.class || values == int.class) {
      return new Typed<>(name, field, type, ValueType.LONG);
    }
    if (REAL.contains(values)) {
      return new Typed<>(name, field, type, ValueType.DOUBLE);
    }
    if (values == String.class) {
      return new Typed<>(name, field, type, ValueType.STRING);
    }
    if (values == Boolean.class) {
      return new Typed<>(
          name, element -> truth(field.of(element)), BasicTypeInfo.LONG_TYPE_INFO, ValueType.LONG);
    }
    if (values == Instant.class) {
      return new Typed<>(
          name, element -> millis(field.of(element)), BasicTypeInfo.LONG_TYPE_INFO, ValueType.LONG);
    }
    throw new IllegalArgumentException(
        "the field '"
            + name
            + "' is of type "
            + type
            + "; aggregations by name take whole numbers, floating-point numbers, texts, truth"
            + " values and instants"
            + (values == byte[].class
                ? "; a stream of bytes from Python has no types: give the step before it"
                    + " output_type=Types.ROW_NAMED(…)"
                : ", or give a selector to one of them"));
  }

  private static Long truth(Object value) {
    return value == null ? null : (Long) ((Boolean) value ? 1L : 0L);
  }

  private static Long millis(Object value) {
    return value == null ? null : (Long) ((Instant) value).toEpochMilli();
  }
}
