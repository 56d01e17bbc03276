package dev.finestra.aggregation;

import java.util.Set;

/** What the built-in aggregations of a few words share: their description, and boxed values. */
abstract class FewWords<O> extends WordsAggregation<O> {
  private final String name;
  private final ValueType input;
  private final int words;
  private final Set<Property> properties;

  FewWords(String name, ValueType input, int words, Property... properties) {
    this.name = name;
    this.input = input;
    this.words = words;
    this.properties = Properties.of(properties);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final ValueType input() {
    return input;
  }

  @Override
  public final int words() {
    return words;
  }

  @Override
  public final Set<Property> properties() {
    return properties;
  }

  /** All words zero, which is the identity of most. */
  @Override
  public void identity(long[] to, int t) {
    for (int i = t; i < t + words; i++) {
      to[i] = 0;
    }
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    if (input == ValueType.LONG) {
      lift(Values.toLong(name, value), to, t);
    } else {
      lift(Values.toDouble(name, value), to, t);
    }
  }

  /** Over longs: a double is taken where it is a whole number. */
  abstract static class OverLongs<O> extends FewWords<O> {
    OverLongs(String name, int words, Property... properties) {
      super(name, ValueType.LONG, words, properties);
    }

    @Override
    public final void lift(double value, long[] to, int t) {
      lift(Values.toLong(name(), value), to, t);
    }
  }

  /** Over doubles, or over longs that are computed with as the nearest doubles. */
  abstract static class OverDoubles<O> extends FewWords<O> {
    OverDoubles(String name, ValueType input, int words, Property... properties) {
      super(name, input, words, properties);
    }

    abstract void put(double value, long[] to, int t);

    @Override
    public final void lift(long value, long[] to, int t) {
      put((double) value, to, t);
    }

    @Override
    public final void lift(double value, long[] to, int t) {
      put(input() == ValueType.DOUBLE ? value : Values.toLong(name(), value), to, t);
    }
  }
}
