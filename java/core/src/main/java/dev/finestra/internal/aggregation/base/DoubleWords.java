package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ValueConversions;

/**
 * Doubles as 64-bit words: as their bits, or as keys whose order as longs is that of the doubles.
 *
 * <p>The order is that of {@link Double#compare}: −0.0 is below 0.0 and NaN above everything. No
 * key is {@link Long#MIN_VALUE} or {@link Long#MAX_VALUE}, so these two can be identities.
 */
public final class DoubleWords {
  /** Sums of powers below this have lost digits: doubles near zero have fewer of them. */
  public static final double FAINT = 0x1p-960;

  private DoubleWords() {}

  /** The key of a double; all NaN have the same one. */
  public static long toKey(double value) {
    return flip(Double.doubleToLongBits(value));
  }

  /** The key of a boxed number of this type; a long is its own key. */
  public static long of(String name, Aggregation.ValueType type, Object value) {
    return type == Aggregation.ValueType.LONG
        ? ValueConversions.toLong(name, value)
        : toKey(ValueConversions.toDouble(name, value));
  }

  /** The double of a key. */
  public static double fromKey(long key) {
    return Double.longBitsToDouble(flip(key));
  }

  /** Inverts the magnitude of negative doubles, whose bits as longs have the opposite order. */
  private static long flip(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  public static double real(long word) {
    return Double.longBitsToDouble(word);
  }

  public static long word(double value) {
    return Double.doubleToRawLongBits(value);
  }

  public static boolean isFinite(double total, double oldest) {
    return Math.abs(total) <= Double.MAX_VALUE && Math.abs(oldest) <= Double.MAX_VALUE;
  }

  /** Throws if floating point cannot subtract: either operand is infinite or NaN. */
  public static void requireFinite(Aggregation<?> aggregation, double total, double oldest) {
    if (!isFinite(total, oldest)) {
      throw noInverse(aggregation, String.valueOf(oldest), "a sum that is " + total);
    }
  }

  /** The error for an oldest value that cannot be removed from a total. */
  public static ArithmeticException noInverse(
      Aggregation<?> aggregation, String oldest, String total) {
    return new ArithmeticException(
        "Cannot remove %s from %s (%s). Use an algorithm that needs no inverse, such as b_fiba4 or two_stacks."
            .formatted(oldest, total, ValueConversions.described(aggregation)));
  }
}
