package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.KeyLongAggregation;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code first} and {@code last} of numbers: the oldest value, and the newest. With no entries the
 * result is null.
 *
 * <p>A double needs one word: the identity is a key that no double has. A long may have any bits,
 * so a second word says whether there is a value.
 */
final class FirstAndLast {
  private FirstAndLast() {}

  /** The oldest double. */
  static final class FirstOfDoubles extends KeyLongAggregation {
    FirstOfDoubles() {
      super("first", ValueType.DOUBLE, Long.MIN_VALUE, Property.SELECTIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return older == Long.MIN_VALUE ? newer : older;
    }
  }

  /** The newest double. */
  static final class LastOfDoubles extends KeyLongAggregation {
    LastOfDoubles() {
      super("last", ValueType.DOUBLE, Long.MIN_VALUE, Property.SELECTIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return newer == Long.MIN_VALUE ? older : newer;
    }
  }

  /** Words: 1 if there is a value, and the value. */
  private abstract static class OfLongs extends NamedWordsAggregation.OverLongs<Long> {
    OfLongs(String name) {
      super(name, 2, Property.SELECTIVE, Property.EXACT);
    }

    @Override
    public final void lift(long value, long[] to, int t) {
      to[t] = 1;
      to[t + 1] = value;
    }

    @Override
    public final Long lower(long[] state, int s) {
      return state[s] == 0 ? null : (Long) state[s + 1];
    }

    @Override
    public final long lowerLong(long[] state, int s) {
      return state[s + 1];
    }

    @Override
    public final double lowerDouble(long[] state, int s) {
      return state[s + 1];
    }
  }

  /** The oldest long. */
  static final class FirstOfLongs extends OfLongs {
    FirstOfLongs() {
      super("first");
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      boolean has = older[o] != 0;
      long value = has ? older[o + 1] : newer[n + 1];
      to[t] = older[o] | newer[n];
      to[t + 1] = value;
    }
  }

  /** The newest long. */
  static final class LastOfLongs extends OfLongs {
    LastOfLongs() {
      super("last");
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      boolean has = newer[n] != 0;
      long value = has ? newer[n + 1] : older[o + 1];
      to[t] = older[o] | newer[n];
      to[t + 1] = value;
    }
  }
}
