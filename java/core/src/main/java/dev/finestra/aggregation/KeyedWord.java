package dev.finestra.aggregation;

/**
 * One word that holds a value by its key: a long as it is, a double as {@link Numbers#toKey} orders
 * it.
 */
abstract class KeyedWord extends OneWord<Number> {
  private final boolean doubles;

  KeyedWord(String name, ValueType input, Property... properties) {
    super(name, input, properties);
    this.doubles = input == ValueType.DOUBLE;
  }

  @Override
  public final Number empty() {
    return null;
  }

  @Override
  public final long lift(long value) {
    return doubles ? Numbers.toKey(value) : value;
  }

  @Override
  public final long lift(double value) {
    return doubles ? Numbers.toKey(value) : Numbers.toLong(name(), value);
  }

  /** The value; null for the identity where values cannot reach it, which is so for doubles. */
  @Override
  public final Number lower(long state) {
    if (doubles) {
      return state == identity() ? null : (Number) Numbers.fromKey(state);
    }
    return state;
  }

  @Override
  public final long lowerLong(long state) {
    return doubles ? (long) Numbers.fromKey(state) : state;
  }

  @Override
  public final double lowerDouble(long state) {
    return doubles ? Numbers.fromKey(state) : state;
  }
}
