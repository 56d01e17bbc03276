package dev.finestra.aggregation;

/**
 * {@code min_count} and {@code max_count} of numbers: how often the least, the greatest value
 * occurs.
 *
 * <p>Paper: MinCount and MaxCount in <em>General Incremental Sliding-Window Aggregation</em>, table
 * 1. Words: the value's key, and how often. The identity is the far end, never seen: a value there
 * adds its own count to none.
 */
abstract class ExtremeCounts extends KeyedWords<Long> {
  private ExtremeCounts(String name, ValueType input) {
    super(name, input, 2, Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public final Long empty() {
    return 0L;
  }

  @Override
  final void put(long key, long[] to, int t) {
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

  /** How often the least occurs. */
  static final class Min extends ExtremeCounts {
    Min(ValueType input) {
      super("min_count", input);
    }

    @Override
    public void identity(long[] to, int t) {
      to[t] = Long.MAX_VALUE;
      to[t + 1] = 0;
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

  /** How often the greatest occurs. */
  static final class Max extends ExtremeCounts {
    Max(ValueType input) {
      super("max_count", input);
    }

    @Override
    public void identity(long[] to, int t) {
      to[t] = Long.MIN_VALUE;
      to[t + 1] = 0;
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
