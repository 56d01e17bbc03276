package dev.finestra.aggregation;

/**
 * {@code first} and {@code last} of numbers: the oldest value, and the newest.
 *
 * <p>Doubles take one word, whose spare keys mark the identity. Longs use up all of theirs and take
 * a second one that says whether there is a value.
 */
final class Ends {
  private Ends() {}

  /** The oldest double. */
  static final class FirstOfDoubles extends KeyedWord {
    FirstOfDoubles() {
      super("first", ValueType.DOUBLE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public long identity() {
      return Long.MIN_VALUE;
    }

    @Override
    public long combine(long older, long newer) {
      return older == Long.MIN_VALUE ? newer : older;
    }
  }

  /** The newest double. */
  static final class LastOfDoubles extends KeyedWord {
    LastOfDoubles() {
      super("last", ValueType.DOUBLE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public long identity() {
      return Long.MIN_VALUE;
    }

    @Override
    public long combine(long older, long newer) {
      return newer == Long.MIN_VALUE ? older : newer;
    }
  }

  /** Words: 1 when there is a value, and the value. */
  private abstract static class OfLongs extends FewWords.OverLongs<Long> {
    OfLongs(String name) {
      super(name, 2, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public final Long empty() {
      return null;
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
