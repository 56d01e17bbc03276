package dev.finestra.aggregation;

/**
 * One word that holds a value by its key: a long as it is, a double as {@link Keys#toKey} orders
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
    return doubles ? Keys.toKey((double) value) : value;
  }

  @Override
  public final long lift(double value) {
    return doubles ? Keys.toKey(value) : Values.toLong(name(), value);
  }

  /** The value; null for the identity where values cannot reach it, which is so for doubles. */
  @Override
  public final Number lower(long state) {
    if (doubles) {
      return state == identity() ? null : (Number) Keys.fromKey(state);
    }
    return state;
  }

  @Override
  public final long lowerLong(long state) {
    if (doubles) {
      throw Answers.noLong(this, lower(state));
    }
    return state;
  }

  @Override
  public final double lowerDouble(long state) {
    return doubles ? Keys.fromKey(state) : state;
  }
}
