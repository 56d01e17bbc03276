package dev.finestra.internal.aggregation.numbers;

import dev.finestra.internal.aggregation.base.Int128;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code sum} over longs: exact. With no entries it is 0.
 *
 * <p>The sum is held in 128 bits. Only {@code lower} throws if it exceeds 64 bits, so an overflow
 * that later values undo does no harm.
 */
final class SumOfLongs extends NamedWordsAggregation.OverLongs<Long> {
  SumOfLongs() {
    super("sum", 2, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public void lift(long value, long[] to, int t) {
    Int128.put(value, to, t);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    Int128.add(older, o, newer, n, to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    Int128.subtract(total, o, oldest, n, to, t);
  }

  @Override
  public Long lower(long[] state, int s) {
    return lowerLong(state, s);
  }

  @Override
  public long lowerLong(long[] state, int s) {
    if (!Int128.isLong(state, s)) {
      throw new ArithmeticException(
          "The sum is "
              + Int128.toBigInteger(state, s)
              + ", which exceeds 64 bits. Use sum over doubles, or sum_wrapping.");
    }
    return state[s];
  }

  @Override
  public double lowerDouble(long[] state, int s) {
    return lowerLong(state, s);
  }
}
