package dev.finestra.aggregation;

import java.util.EnumSet;
import java.util.Set;

/** {@code sum_wrapping}: the sum of longs in 64-bit arithmetic, wrapping around on overflow. */
final class SumWrapping extends LongAggregation<Long> {
  @Override
  public String name() {
    return "sum_wrapping";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return EnumSet.of(Property.COMMUTATIVE, Property.INVERTIBLE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public long identity() {
    return 0;
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
  public long lift(long value) {
    return value;
  }

  @Override
  public long lift(double value) {
    throw new IllegalArgumentException("sum_wrapping takes longs, not the double " + value);
  }

  @Override
  public long lift(Object value) {
    return ((Number) value).longValue();
  }

  @Override
  public Long lower(long state) {
    return state;
  }

  @Override
  public long lowerLong(long state) {
    return state;
  }
}
