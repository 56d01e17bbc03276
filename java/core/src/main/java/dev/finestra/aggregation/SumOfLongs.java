package dev.finestra.aggregation;

/**
 * {@code sum} over longs: exact. The sum is kept in 128 bits, and {@code lower} throws where it is
 * beyond 64, so that an overflow that later values undo does no harm.
 */
final class SumOfLongs extends FewWords.OverLongs<Long> {
  SumOfLongs() {
    super("sum", 2, Property.COMMUTATIVE, Property.INVERTIBLE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public void lift(long value, long[] to, int t) {
    Wide.put(value, to, t);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    Wide.add(older, o, newer, n, to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    Wide.subtract(total, o, oldest, n, to, t);
  }

  @Override
  public Long lower(long[] state, int s) {
    return lowerLong(state, s);
  }

  @Override
  public long lowerLong(long[] state, int s) {
    if (!Wide.isLong(state, s)) {
      throw new ArithmeticException(
          "the sum is "
              + Wide.toBigInteger(state, s)
              + ", which is beyond 64 bits; sum over doubles or sum_wrapping would take it");
    }
    return state[s];
  }

  @Override
  public double lowerDouble(long[] state, int s) {
    return lowerLong(state, s);
  }
}
