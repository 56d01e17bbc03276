package dev.finestra.internal.aggregation.numbers;

import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/**
 * {@code sum_wrapping}: the sum of longs in 64 bits, which wraps around. With no entries it is 0.
 */
final class SumWrapping extends NamedLongAggregation.OverLongs {
  SumWrapping() {
    super("sum_wrapping", 0, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public long lift(long value) {
    return value;
  }

  @Override
  public long combine(long older, long newer) {
    return older + newer;
  }

  @Override
  public long uncombine(long total, long oldest) {
    return total - oldest;
  }

  @Override
  public long lowerLong(long state) {
    return state;
  }
}
