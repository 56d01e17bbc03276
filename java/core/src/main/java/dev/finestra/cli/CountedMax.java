package dev.finestra.cli;

import dev.finestra.aggregation.LongAggregation;
import java.util.EnumSet;
import java.util.Set;

/**
 * A maximum that counts its combines: the demo's own aggregation, made as anyone would make one.
 */
final class CountedMax extends LongAggregation<Long> {
  private long combines;

  long combines() {
    return combines;
  }

  @Override
  public String name() {
    return "counted_max";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return EnumSet.of(
        Property.COMMUTATIVE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Long empty() {
    return null;
  }

  @Override
  public long identity() {
    return Long.MIN_VALUE;
  }

  @Override
  public long combine(long older, long newer) {
    combines++;
    return Math.max(older, newer);
  }

  @Override
  public long lift(long value) {
    return value;
  }

  @Override
  public long lift(double value) {
    throw new IllegalArgumentException("counted_max takes longs, not the double " + value);
  }

  @Override
  public long lift(Object value) {
    return ((Number) value).longValue();
  }

  @Override
  public Long lower(long state) {
    return state;
  }
}
