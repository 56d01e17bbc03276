package dev.finestra.testing.monoid;

import dev.finestra.aggregation.LongAggregation;
import java.util.Arrays;
import java.util.Set;

/** Plain sums of longs, counted. */
final class Sum extends LongAggregation<Long> {
  private final Set<Property> properties;
  private final Probe probe;

  Sum(Set<Property> properties, Probe probe) {
    this.properties = properties;
    this.probe = probe;
  }

  static Long naive(long[] values) {
    return Arrays.stream(values).sum();
  }

  @Override
  public String name() {
    return "test_sum";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return properties;
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
    probe.combine();
    return older + newer;
  }

  @Override
  public long uncombine(long total, long oldest) {
    probe.combine();
    return total - oldest;
  }

  @Override
  public long lift(long value) {
    probe.lift();
    return value;
  }

  @Override
  public long lift(double value) {
    return lift((long) value);
  }

  @Override
  public long lift(Object value) {
    return lift(((Number) value).longValue());
  }

  @Override
  public Long lower(long state) {
    return state;
  }
}
