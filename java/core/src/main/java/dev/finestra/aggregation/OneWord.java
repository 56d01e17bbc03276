package dev.finestra.aggregation;

import java.util.Set;

/** What the built-in aggregations of one word share: their description, and boxed values. */
abstract class OneWord<O> extends LongAggregation<O> {
  private final String name;
  private final ValueType input;
  private final Set<Property> properties;

  OneWord(String name, ValueType input, Property... properties) {
    this.name = name;
    this.input = input;
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
  public final Set<Property> properties() {
    return properties;
  }

  @Override
  public long lift(Object value) {
    return input == ValueType.LONG
        ? lift(Values.toLong(name, value))
        : lift(Values.toDouble(name, value));
  }

  /** Over longs: a double is taken where it is a whole number. */
  abstract static class OverLongs<O> extends OneWord<O> {
    OverLongs(String name, Property... properties) {
      super(name, ValueType.LONG, properties);
    }

    @Override
    public final long lift(double value) {
      return lift(Values.toLong(name(), value));
    }
  }

  /** Over doubles: a long is taken as the nearest double. */
  abstract static class OverDoubles<O> extends OneWord<O> {
    OverDoubles(String name, Property... properties) {
      super(name, ValueType.DOUBLE, properties);
    }

    @Override
    public final long lift(long value) {
      return lift((double) value);
    }
  }
}
