package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.KeyWordsAggregation;

/**
 * {@code min_count} and {@code max_count} of numbers: how often the least or greatest value occurs.
 * With no entries the result is 0.
 *
 * <p>Paper: MinCount and MaxCount in <em>General Incremental Sliding-Window Aggregation</em>, table
 * 1. Words: the value's key, and its count. The identity is the end of the range that loses against
 * every value, with a count of 0; a value at that end adds its count to 0. The order of doubles is
 * that of keys: NaN is the greatest.
 */
abstract class ExtremeCounts extends KeyWordsAggregation<Long> {
  private ExtremeCounts(String name, ValueType input, long end) {
    super(name, input, new long[] {end, 0}, Property.COMMUTATIVE, Property.EXACT);
  }

  @Override
  public final Long empty() {
    return 0L;
  }

  @Override
  protected final void put(long key, long[] to, int t) {
    to[t] = key;
    to[t + 1] = 1;
  }

  @Override
  public final Long lower(long[] state, int s) {
    return state[s + 1];
  }

  @Override
  public final long lowerLong(long[] state, int s) {
    return state[s + 1];
  }

  @Override
  public final double lowerDouble(long[] state, int s) {
    return state[s + 1];
  }

  /** How often the least value occurs. */
  static final class Min extends ExtremeCounts {
    Min(ValueType input) {
      super("min_count", input, Long.MAX_VALUE);
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      long a = older[o];
      long b = newer[n];
      long count = (a <= b ? older[o + 1] : 0) + (b <= a ? newer[n + 1] : 0);
      to[t] = Math.min(a, b);
      to[t + 1] = count;
    }
  }

  /** How often the greatest value occurs. */
  static final class Max extends ExtremeCounts {
    Max(ValueType input) {
      super("max_count", input, Long.MIN_VALUE);
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      long a = older[o];
      long b = newer[n];
      long count = (a >= b ? older[o + 1] : 0) + (b >= a ? newer[n + 1] : 0);
      to[t] = Math.max(a, b);
      to[t + 1] = count;
    }
  }
}
