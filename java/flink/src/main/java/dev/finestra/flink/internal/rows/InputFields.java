package dev.finestra.flink.internal.rows;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.flink.Field;
import dev.finestra.internal.aggregation.decimals.Decimals;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.streaming.util.typeutils.FieldAccessorFactory;
import org.apache.flink.types.Row;

/**
 * Reads fields by name from the elements of a stream: rows, tuples, POJOs and Avro records; or an
 * element itself.
 */
public final class InputFields {
  /** The name of the element itself, for streams of single values. */
  static final String ITSELF = "*";

  private static final Set<Class<?>> WHOLE_NUMBERS =
      Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);
  private static final Set<Class<?>> REAL_NUMBERS = Set.of(Float.class, Double.class);

  /** Flink's type for decimals of which it knows no more than the class. */
  private static final Decimals ANY_DECIMALS = new Decimals(38, 18);

  private static final String AVRO =
      "org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo";

  private static final String TABLE = "org.apache.flink.table.runtime.typeutils.ExternalTypeInfo";

  private static final String TABLE_DECIMAL =
      "org.apache.flink.table.runtime.typeutils.BigDecimalTypeInfo";

  private InputFields() {}

  /**
   * A field that an aggregation accepts.
   *
   * @param name the field's name
   * @param description how an error message names it
   * @param field reads it from an element
   * @param values the type of the values that are read; doubles for decimals
   * @param decimals the type of the field's decimals; null if it has none
   */
  public record Typed<T>(
      String name, String description, Field<T, ?> field, ValueType values, Decimals decimals)
      implements Serializable {

    private Typed(String name, String description, Field<T, ?> field, ValueType values) {
      this(name, description, field, values, null);
    }

    /** The field with its decimals as longs, if they have few enough digits. */
    Typed<T> exactIfLong() {
      return decimals != null && decimals.held() == ValueType.LONG ? exact() : this;
    }

    /** The field with its decimals as a window holds them exactly. */
    Typed<T> exact() {
      Decimals type = decimals;
      Field<T, ?> plain = field;
      return new Typed<>(
          name + " as " + type,
          description,
          element -> {
            Object value = plain.of(element);
            return value == null ? null : type.toHeld((BigDecimal) value);
          },
          type.held());
    }
  }

  record Read<T>(Field<T, ?> field, TypeInformation<?> type) implements Serializable {}

  public static <T> Typed<T> of(TypeInformation<T> type, String name) {
    Read<T> read = read(type, name);
    return typed(name, "the field '" + name + "'", read.field, read.type);
  }

  /**
   * The field of this name.
   *
   * @throws IllegalArgumentException when there is none; the message lists the fields
   */
  static <T> Read<T> read(TypeInformation<T> type, String name) {
    if (name.equals(ITSELF)) {
      return new Read<>(element -> element, type);
    }
    if (type.getClass().getName().equals(AVRO)) {
      return AvroRecordFields.read(type, name);
    }
    if (type.getClass().getName().equals(TABLE) && type.getTypeClass() == Row.class) {
      return TableRowFields.read(type, name);
    }
    if (!(type instanceof CompositeType<T> composite)) {
      throw new IllegalArgumentException(
          ("There is no field '%s': the stream's elements are %s, which has no fields by name."
                  + " Use '*' for the element itself, or a selector, such as e -> e.price()")
              .formatted(name, type));
    }
    int index = composite.getFieldIndex(name);
    if (index >= 0) {
      return new Read<>(reader(composite, name, index), composite.getTypeAt(index));
    }
    int dot = name.indexOf('.');
    if (dot <= 0) {
      throw noField(name, List.of(composite.getFieldNames()));
    }
    return inside(type, name.substring(0, dot), name.substring(dot + 1));
  }

  /** A field of a field; null if the outer field is null. */
  @SuppressWarnings("unchecked")
  private static <T> Read<T> inside(TypeInformation<T> type, String name, String rest) {
    Read<T> outer = read(type, name);
    Read<Object> inner;
    try {
      inner = read((TypeInformation<Object>) outer.type, rest);
    } catch (IllegalArgumentException rejected) {
      throw new IllegalArgumentException("In '" + name + "': " + rejected.getMessage(), rejected);
    }
    return new Read<>(
        element -> {
          Object value = outer.field.of(element);
          return value == null ? null : inner.field.of(value);
        },
        inner.type);
  }

  static IllegalArgumentException noField(String name, List<String> known) {
    return new IllegalArgumentException(
        "There is no field '%s'; the elements have %s"
            .formatted(name, known.stream().collect(Collectors.joining("', '", "'", "'"))));
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
        ("Fields of %s cannot be read by name, only those of rows, tuples, POJOs and Avro"
                + " records. Give a selector, such as e -> e.price()")
            .formatted(type));
  }

  /** A row's field. A row holds its fields by position or by name. */
  static Object fieldOf(Row row, int index, String name) {
    return row.getFieldNames(false) == null ? row.getField(index) : row.getField(name);
  }

  /** A field of a type, for an aggregation: booleans and instants are read as longs. */
  public static <T> Typed<T> typed(
      String name, String description, Field<T, ?> field, TypeInformation<?> type) {
    Class<?> values = type.getTypeClass();
    if (WHOLE_NUMBERS.contains(values) || values == long.class || values == int.class) {
      return new Typed<>(name, description, field, ValueType.LONG);
    }
    if (REAL_NUMBERS.contains(values)) {
      return new Typed<>(name, description, field, ValueType.DOUBLE);
    }
    if (values == BigDecimal.class) {
      return new Typed<>(name, description, field, ValueType.DOUBLE, decimals(type));
    }
    if (values == String.class) {
      return new Typed<>(name, description, field, ValueType.STRING);
    }
    if (values == Boolean.class) {
      return new Typed<>(
          name, description, element -> zeroOrOne(field.of(element)), ValueType.LONG);
    }
    if (values == Instant.class) {
      return new Typed<>(name, description, element -> millis(field.of(element)), ValueType.LONG);
    }
    throw new IllegalArgumentException(
        "Aggregations by name do not accept "
            + description
            + ", which is of type "
            + type
            + ". They accept whole numbers, floating-point numbers, decimals, strings, booleans"
            + " and instants"
            + (values == byte[].class
                ? "; a stream of bytes from Python has no types: give the step before it"
                    + " output_type=Types.ROW_NAMED(…)"
                : "; give a selector that converts it"));
  }

  private static Decimals decimals(TypeInformation<?> type) {
    return type.getClass().getName().equals(TABLE_DECIMAL)
        ? TableRowFields.decimals(type)
        : ANY_DECIMALS;
  }

  private static Long zeroOrOne(Object value) {
    return value == null ? null : (Long) ((Boolean) value ? 1L : 0L);
  }

  private static Long millis(Object value) {
    return value == null ? null : (Long) ((Instant) value).toEpochMilli();
  }
}
