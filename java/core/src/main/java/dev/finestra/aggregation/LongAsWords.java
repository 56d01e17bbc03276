package dev.finestra.aggregation;

import java.util.Set;

/** Adapts an aggregation of one word to the shape of several words. */
final class LongAsWords<O> extends WordsAggregation<O> {
  private final LongAggregation<O> one;

  LongAsWords(LongAggregation<O> one) {
    this.one = one;
  }

  @Override
  public String name() {
    return one.name();
  }

  @Override
  public ValueType input() {
    return one.input();
  }

  @Override
  public int words() {
    return 1;
  }

  @Override
  public Set<Property> properties() {
    return one.properties();
  }

  @Override
  public int columns() {
    return one.columns();
  }

  @Override
  public O empty() {
    return one.empty();
  }

  @Override
  public void identity(long[] to, int t) {
    to[t] = one.identity();
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    to[t] = one.combine(older[o], newer[n]);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    to[t] = one.uncombine(total[o], oldest[n]);
  }

  @Override
  public void lift(long value, long[] to, int t) {
    to[t] = one.lift(value);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    to[t] = one.lift(value);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    to[t] = one.lift(value);
  }

  @Override
  public void add(Object value, long[] to, int t) {
    to[t] = one.combine(to[t], one.lift(value));
  }

  @Override
  public O lower(long[] state, int s) {
    return one.lower(state[s]);
  }
}
