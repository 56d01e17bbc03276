package dev.finestra.aggregation;

/**
 * Doubles in words: as their bits, or as keys whose order as longs is theirs as doubles.
 *
 * <p>The order is that of {@link Double#compare}: −0.0 is below 0.0 and NaN above everything. Keys
 * of doubles never reach {@link Long#MIN_VALUE} or {@link Long#MAX_VALUE}, which are free for
 * identities.
 */
final class Keys {
  /** Sums of powers below this have lost digits to the bottom of the range of doubles. */
  static final double FAINT = 0x1p-960;

  private Keys() {}

  /** A long whose order is the double's; all NaN are one. */
  static long toKey(double value) {
    return flip(Double.doubleToLongBits(value));
  }

  /** The key of a boxed number; a long is its own. */
  static long of(String name, Aggregation.ValueType type, Object value) {
    return type == Aggregation.ValueType.LONG
        ? Values.toLong(name, value)
        : toKey(Values.toDouble(name, value));
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

  static boolean isFinite(double total, double oldest) {
    return Math.abs(total) <= Double.MAX_VALUE && Math.abs(oldest) <= Double.MAX_VALUE;
  }

  /** Refuses to take out of a sum what floating point cannot: an infinity or NaN, in or out. */
  static void requireFinite(Aggregation<?> aggregation, double total, double oldest) {
    if (!isFinite(total, oldest)) {
      throw noInverse(aggregation, String.valueOf(oldest), "a sum that is " + total);
    }
  }

  /** The refusal to take the oldest out of a total. */
  static ArithmeticException noInverse(Aggregation<?> aggregation, String oldest, String total) {
    return new ArithmeticException(
        Values.described(aggregation)
            + " cannot take "
            + oldest
            + " out of "
            + total
            + "; algorithms that need no inverse take such values, as b_fiba4 and two_stacks do");
  }
}
