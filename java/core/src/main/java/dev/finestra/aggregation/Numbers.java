package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Values as aggregations take them: longs without loss, doubles, and an order of doubles on longs.
 *
 * <p>The order is that of {@link Double#compare}: −0.0 is below 0.0 and NaN above everything. Keys
 * of doubles never reach {@link Long#MIN_VALUE} or {@link Long#MAX_VALUE}, which are free for
 * identities.
 */
final class Numbers {
  private Numbers() {}

  /** The long that a boxed value is; refuses what is none, naming the aggregation. */
  static long toLong(String name, Object value) {
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
  static long toLong(String name, double value) {
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
  static double toDouble(String name, Object value) {
    if (value instanceof Number v) {
      return v.doubleValue();
    }
    throw unfit(name, ValueType.DOUBLE, value);
  }

  /** The text that a value is; refuses what is none, naming the aggregation. */
  static String toText(String name, Object value) {
    if (value instanceof String v) {
      return v;
    }
    throw unfit(name, ValueType.STRING, value);
  }

  /** The refusal of a value of the wrong type. */
  static IllegalArgumentException unfit(String name, ValueType input, Object value) {
    return new IllegalArgumentException(
        name + " was made for " + plural(input) + " and cannot take " + shown(value));
  }

  /** A value and its type for a message, cut short when it is long. */
  static String shown(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Object[] row) {
      return "a row of " + row.length + (row.length == 1 ? " column" : " columns");
    }
    String text = String.valueOf(value);
    return "'"
        + (text.length() > 40 ? text.substring(0, 40) + "…" : text)
        + "' (a "
        + value.getClass().getSimpleName()
        + ")";
  }

  /** The type in prose. */
  static String plural(ValueType type) {
    return type.name().toLowerCase(Locale.ROOT) + "s";
  }

  /** A long whose order is the double's; all NaN are one. */
  static long toKey(double value) {
    return flip(Double.doubleToLongBits(value));
  }

  /** The double of a key. */
  static double fromKey(long key) {
    return Double.longBitsToDouble(flip(key));
  }

  /**
   * Turns the bits of negative doubles around, so that their order as longs is theirs as doubles.
   */
  private static long flip(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  static double real(long word) {
    return Double.longBitsToDouble(word);
  }

  static long word(double value) {
    return Double.doubleToRawLongBits(value);
  }

  /** The properties as an unmodifiable set in their declared order. */
  static Set<Property> set(Property... properties) {
    EnumSet<Property> set = EnumSet.noneOf(Property.class);
    set.addAll(Arrays.asList(properties));
    return Collections.unmodifiableSet(set);
  }

  /** Refuses to take out what floating point cannot: an infinity or NaN, in or out. */
  static void requireFinite(String name, double total, double oldest) {
    if (!(Math.abs(total) <= Double.MAX_VALUE && Math.abs(oldest) <= Double.MAX_VALUE)) {
      throw new ArithmeticException(
          name
              + " over doubles cannot take "
              + oldest
              + " out of "
              + total
              + "; use an algorithm that needs no inverse");
    }
  }
}
