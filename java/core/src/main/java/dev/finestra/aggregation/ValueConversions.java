package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Converts boxed values to the types of aggregations. Throws for a value that does not fit, and
 * names the aggregation.
 */
public final class ValueConversions {
  /** The most characters of a text. */
  public static final int LONGEST_TEXT = 1 << 24;

  private ValueConversions() {}

  /** The value as a Long, a Double or a String. */
  public static Object of(String name, ValueType type, Object value) {
    return switch (type) {
      case LONG -> (Object) toLong(name, value);
      case DOUBLE -> (Object) toDouble(name, value);
      case STRING -> toText(name, value);
    };
  }

  /** A boxed value as a long; throws if it is no whole number of 64 bits. */
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

  /** A double as a long; throws for a fraction, and for a number that exceeds 64 bits. */
  public static long toLong(String name, double value) {
    long whole = (long) value;
    if (whole != value || value == 0x1p63) {
      throw notALong(name, value, null);
    }
    return whole;
  }

  private static IllegalArgumentException notALong(String name, Object value, Exception cause) {
    return new IllegalArgumentException(
        "'%s' aggregates longs, and %s is not a whole number of 64 bits. Make it for doubles to accept fractions."
            .formatted(name, value),
        cause);
  }

  /** A boxed value as a double; throws if it is no number. */
  public static double toDouble(String name, Object value) {
    if (value instanceof Number v) {
      return v.doubleValue();
    }
    throw unfit(name, ValueType.DOUBLE, value);
  }

  /** A value as a text; throws if it is none, or is too long. */
  public static String toText(String name, Object value) {
    if (value instanceof String v) {
      if (v.length() > LONGEST_TEXT) {
        throw new IllegalArgumentException(
            "'%s' accepts texts of at most %s characters; this one has %s."
                .formatted(name, LONGEST_TEXT, v.length()));
      }
      return v;
    }
    throw unfit(name, ValueType.STRING, value);
  }

  /** Compares texts by code points, which is also the order of their UTF-8 bytes. */
  public static int compareTexts(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Surrogates encode the highest code points, though some other chars are larger.
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? x - y
            : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  /** The error for a value of the wrong type. */
  public static IllegalArgumentException unfit(String name, ValueType input, Object value) {
    return new IllegalArgumentException(
        "'" + name + "' aggregates " + plural(input) + " and cannot accept " + shown(value) + ".");
  }

  /** A value and its type for a message; a long value is cut. */
  public static String shown(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Object[] row) {
      return "a row of " + columns(row.length);
    }
    if (value.getClass().isArray()) {
      return "a %s of %s (a row is an Object[])"
          .formatted(value.getClass().getSimpleName(), Array.getLength(value));
    }
    String text = String.valueOf(value);
    String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return "'%s' (a %s)".formatted(shown, value.getClass().getSimpleName());
  }

  /** An aggregation for a message: its name and the type of its values. */
  public static String described(Aggregation<?> aggregation) {
    return aggregation.name() + " over " + plural(aggregation.input());
  }

  /** A type for a message: {@code longs}. */
  static String plural(ValueType type) {
    return type.name().toLowerCase(Locale.ROOT) + "s";
  }

  /** A number of columns for a message. */
  public static String columns(int count) {
    return count + (count == 1 ? " column" : " columns");
  }

  /** The error for a value that is not a row of two columns. */
  public static IllegalArgumentException noRow(
      String name, String first, String second, Object value) {
    return new IllegalArgumentException(
        "'%s' aggregates rows (%s, %s) and cannot accept %s."
            .formatted(name, first, second, shown(value)));
  }
}
