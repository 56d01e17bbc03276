package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ResultType;
import java.util.Set;

/**
 * An aggregation of one word over {@link Decimals}: only its results differ from the inner one's.
 */
final class DecimalLongs extends LongAggregation<Object> {
  private final String name;
  private final LongAggregation<?> inner;
  private final DecimalResults results;

  DecimalLongs(String name, LongAggregation<?> inner, DecimalResults results) {
    this.name = name;
    this.inner = inner;
    this.results = results;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ValueType input() {
    return inner.input();
  }

  @Override
  public Set<Property> properties() {
    return inner.properties();
  }

  @Override
  public ResultType result() {
    return results.type();
  }

  @Override
  public Object empty() {
    return results.of(inner.empty());
  }

  @Override
  public long identity() {
    return inner.identity();
  }

  @Override
  public long combine(long older, long newer) {
    return inner.combine(older, newer);
  }

  @Override
  public long uncombine(long total, long oldest) {
    return inner.uncombine(total, oldest);
  }

  @Override
  public long lift(long value) {
    return inner.lift(value);
  }

  @Override
  public long lift(double value) {
    return inner.lift(value);
  }

  @Override
  public long lift(Object value) {
    return inner.lift(value);
  }

  @Override
  public Object lower(long state) {
    return results.of(inner.lower(state));
  }
}
