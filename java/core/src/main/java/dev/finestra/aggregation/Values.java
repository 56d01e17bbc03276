package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Boxed values as aggregations take them; what does not fit is refused with a sentence. */
public final class Values {
  private Values() {}

  /** The value as a Long, a Double or a String. */
  public static Object of(String name, ValueType type, Object value) {
    return switch (type) {
      case LONG -> (Object) toLong(name, value);
      case DOUBLE -> (Object) toDouble(name, value);
      case STRING -> toText(name, value);
    };
  }

  /** The long that a boxed value is; refuses what is none, naming the aggregation. */
  public static long toLong(String name, Object value) {
    if (value instanceof Long v) {
      return v;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Double || value instanceof Float) {
      return toLong(name, ((Number) value).doubleValue());
    }
    try {
      if (value instanceof BigInteger v) {
        return v.longValueExact();
      }
      if (value instanceof BigDecimal v) {
        return v.longValueExact();
      }
    } catch (ArithmeticException lossy) {
      throw notALong(name, value, lossy);
    }
    if (value instanceof Number v && v.doubleValue() == v.longValue()) {
      return v.longValue();
    }
    throw value instanceof Number
        ? notALong(name, value, null)
        : unfit(name, ValueType.LONG, value);
  }

  /** The long that a double is; refuses fractions and what is beyond 64 bits. */
  public static long toLong(String name, double value) {
    long whole = (long) value;
    if (whole != value || value == 0x1p63) {
      throw notALong(name, value, null);
    }
    return whole;
  }

  private static IllegalArgumentException notALong(String name, Object value, Exception cause) {
    return new IllegalArgumentException(
        name
            + " was made for longs, and "
            + value
            + " is no whole number of 64 bits; make it for"
            + " doubles to take fractions",
        cause);
  }

  /** The double that a boxed value is; refuses what is no number, naming the aggregation. */
  public static double toDouble(String name, Object value) {
    if (value instanceof Number v) {
      return v.doubleValue();
    }
    throw unfit(name, ValueType.DOUBLE, value);
  }

  /** The text that a value is; refuses what is none, naming the aggregation. */
  public static String toText(String name, Object value) {
    if (value instanceof String v) {
      if (v.length() > Limits.CHARACTERS) {
        throw new IllegalArgumentException(
            name
                + " takes texts of at most "
                + Limits.CHARACTERS
                + " characters; this one has "
                + v.length());
      }
      return v;
    }
    throw unfit(name, ValueType.STRING, value);
  }

  /** Compares texts by code points, which is the order of their UTF-8. */
  public static int compareTexts(String a, String b) {
    return Texts.compare(a, b);
  }

  /** The refusal of a value of the wrong type. */
  public static IllegalArgumentException unfit(String name, ValueType input, Object value) {
    return new IllegalArgumentException(
        name + " was made for " + plural(input) + " and cannot take " + shown(value));
  }

  /** A value and its type for a message, cut short when it is long. */
  public static String shown(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Object[] row) {
      return "a row of " + row.length + (row.length == 1 ? " column" : " columns");
    }
    if (value.getClass().isArray()) {
      return "a "
          + value.getClass().getSimpleName()
          + " of "
          + Array.getLength(value)
          + " (a row is an Object[])";
    }
    String text = String.valueOf(value);
    return "'"
        + (text.length() > 40 ? text.substring(0, 40) + "…" : text)
        + "' (a "
        + value.getClass().getSimpleName()
        + ")";
  }

  /** An aggregation in prose: its name and the type of its values. */
  public static String described(Aggregation<?> aggregation) {
    return aggregation.name() + " over " + plural(aggregation.input());
  }

  /** The type in prose. */
  static String plural(ValueType type) {
    return type.name().toLowerCase(Locale.ROOT) + "s";
  }

  /** The refusal of what is no row of two columns. */
  static IllegalArgumentException noRow(String name, String first, String second, Object value) {
    return new IllegalArgumentException(
        name + " takes rows (" + first + ", " + second + ") and cannot take " + shown(value));
  }
}
