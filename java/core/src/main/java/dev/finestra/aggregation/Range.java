package dev.finestra.aggregation;

/**
 * {@code range}: the greatest value minus the least; NaN where one is NaN. Of longs it is exact, or
 * an error beyond 64 bits. Words: the least and the greatest key, the other way round when there is
 * none.
 */
final class Range extends KeyedWords<Number> {
  Range(ValueType input) {
    super("range", input, 2, Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Number empty() {
    return null;
  }

  @Override
  public void identity(long[] to, int t) {
    to[t] = Long.MAX_VALUE;
    to[t + 1] = Long.MIN_VALUE;
  }

  @Override
  void put(long key, long[] to, int t) {
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
      return Keys.fromKey(max) - Keys.fromKey(min);
    }
    long range = max - min;
    if (range < 0) {
      throw new ArithmeticException(
          "the range from "
              + min
              + " to "
              + max
              + " is beyond 64 bits; range over doubles would take it");
    }
    return range;
  }
}
