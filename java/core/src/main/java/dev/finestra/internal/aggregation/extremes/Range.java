package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.KeyWordsAggregation;

/**
 * {@code range}: the greatest value minus the least. With no entries the result is null.
 *
 * <p>Over longs it is exact, and {@code lower} throws if it exceeds 64 bits. Over doubles it is NaN
 * if a value is NaN. Words: the least and the greatest key; in the identity, the least is above the
 * greatest.
 */
final class Range extends KeyWordsAggregation<Number> {
  Range(ValueType input) {
    super(
        "range",
        input,
        new long[] {Long.MAX_VALUE, Long.MIN_VALUE},
        Property.COMMUTATIVE,
        Property.EXACT);
  }

  @Override
  protected void put(long key, long[] to, int t) {
    to[t] = key;
    to[t + 1] = key;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long min = Math.min(older[o], newer[n]);
    long max = Math.max(older[o + 1], newer[n + 1]);
    to[t] = min;
    to[t + 1] = max;
  }

  @Override
  public Number lower(long[] state, int s) {
    long min = state[s];
    long max = state[s + 1];
    if (min > max) {
      return null;
    }
    if (input() == ValueType.DOUBLE) {
      return DoubleWords.fromKey(max) - DoubleWords.fromKey(min);
    }
    long range = max - min;
    if (range < 0) {
      throw new ArithmeticException(
          "The range from " + min + " to " + max + " exceeds 64 bits. Use range over doubles.");
    }
    return range;
  }
}
