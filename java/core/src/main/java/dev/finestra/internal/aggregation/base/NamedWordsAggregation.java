package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.aggregation.WordsAggregation;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * An aggregation of several words with a name, an input type, properties, and lifts of boxed
 * values.
 *
 * <p>Its partial results all have {@link Property#FIXED_SIZE}; constructors take the other
 * properties. With no entries the result is null, unless {@link #empty} is overridden.
 */
public abstract class NamedWordsAggregation<O> extends WordsAggregation<O> {
  private final String name;
  private final ValueType input;
  private final int words;
  private final Set<Property> properties;

  protected NamedWordsAggregation(String name, ValueType input, int words, Property... properties) {
    this(name, input, words, EnumSet.of(Property.FIXED_SIZE, properties));
  }

  protected NamedWordsAggregation(
      String name, ValueType input, int words, Set<Property> properties) {
    this.name = name;
    this.input = input;
    this.words = words;
    this.properties = Collections.unmodifiableSet(properties);
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

  @Override
  public O empty() {
    return null;
  }

  /** All words are zero, the identity of most aggregations. */
  @Override
  public void identity(long[] to, int t) {
    for (int i = t; i < t + words; i++) {
      to[i] = 0;
    }
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    if (input == ValueType.LONG) {
      lift(ValueConversions.toLong(name, value), to, t);
    } else {
      lift(ValueConversions.toDouble(name, value), to, t);
    }
  }

  /** Over longs: a double is accepted if it is a whole number. */
  public abstract static class OverLongs<O> extends NamedWordsAggregation<O> {
    protected OverLongs(String name, int words, Property... properties) {
      super(name, ValueType.LONG, words, properties);
    }

    @Override
    public final void lift(double value, long[] to, int t) {
      lift(ValueConversions.toLong(name(), value), to, t);
    }
  }

  /** Over doubles, or over longs that become the nearest doubles. */
  public abstract static class OverDoubles<O> extends NamedWordsAggregation<O> {
    protected OverDoubles(String name, ValueType input, int words, Property... properties) {
      super(name, input, words, properties);
    }

    protected abstract void put(double value, long[] to, int t);

    /** A boxed value as the number that {@link #lift(Object, long[], int)} puts. */
    protected final double number(Object value) {
      return input() == ValueType.DOUBLE
          ? ValueConversions.toDouble(name(), value)
          : ValueConversions.toLong(name(), value);
    }

    @Override
    public final void lift(long value, long[] to, int t) {
      put((double) value, to, t);
    }

    @Override
    public final void lift(double value, long[] to, int t) {
      put(input() == ValueType.DOUBLE ? value : ValueConversions.toLong(name(), value), to, t);
    }
  }
}
