package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ValueConversions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * An aggregation of one word with a name, an input type, properties, and lifts of boxed values.
 *
 * <p>Its partial results all have {@link Property#FIXED_SIZE}; constructors take the other
 * properties.
 */
public abstract class NamedLongAggregation<O> extends LongAggregation<O> {
  private final String name;
  private final ValueType input;
  private final long identity;
  private final Set<Property> properties;

  protected NamedLongAggregation(
      String name, ValueType input, long identity, Property... properties) {
    this.name = name;
    this.input = input;
    this.identity = identity;
    this.properties = Collections.unmodifiableSet(EnumSet.of(Property.FIXED_SIZE, properties));
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
  public final Set<Property> properties() {
    return properties;
  }

  @Override
  public final long identity() {
    return identity;
  }

  @Override
  public O empty() {
    return lower(identity);
  }

  @Override
  public long lift(Object value) {
    return input == ValueType.LONG
        ? lift(ValueConversions.toLong(name, value))
        : lift(ValueConversions.toDouble(name, value));
  }

  /**
   * The word is the result. {@code sum_wrapping} and {@code count} override what they could
   * inherit: the JIT makes a tenth faster code of methods in the aggregation's own class.
   */
  public abstract static class LongResult extends NamedLongAggregation<Long> {
    protected LongResult(String name, ValueType input, long identity, Property... properties) {
      super(name, input, identity, properties);
    }

    @Override
    public final Long lower(long state) {
      return lowerLong(state);
    }

    @Override
    public long lowerLong(long state) {
      return state;
    }

    @Override
    public final double lowerDouble(long state) {
      return lowerLong(state);
    }
  }

  /** Over longs, each its own partial result; a double is accepted if it is a whole number. */
  public abstract static class OverLongs extends LongResult {
    protected OverLongs(String name, long identity, Property... properties) {
      super(name, ValueType.LONG, identity, properties);
    }

    @Override
    public long lift(long value) {
      return value;
    }

    @Override
    public final long lift(double value) {
      return ValueConversions.toLong(name(), value);
    }
  }

  /** Over doubles; the partial result is a double's bits. A long becomes the nearest double. */
  public abstract static class OverDoubles extends NamedLongAggregation<Double> {
    protected OverDoubles(String name, long identity, Property... properties) {
      super(name, ValueType.DOUBLE, identity, properties);
    }

    @Override
    public final long lift(long value) {
      return lift((double) value);
    }

    @Override
    public final Double lower(long state) {
      return DoubleWords.real(state);
    }

    @Override
    public final double lowerDouble(long state) {
      return DoubleWords.real(state);
    }
  }
}
