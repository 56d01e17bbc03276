package dev.finestra.aggregation;

/**
 * Doubles in words: as their bits, or as keys whose order as longs is theirs as doubles.
 *
 * <p>The order is that of {@link Double#compare}: −0.0 is below 0.0 and NaN above everything. Keys
 * of doubles never reach {@link Long#MIN_VALUE} or {@link Long#MAX_VALUE}, which are free for
 * identities.
 */
final class Keys {
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
