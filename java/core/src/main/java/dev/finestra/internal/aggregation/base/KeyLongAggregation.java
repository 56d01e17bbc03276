package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.NumericResults;
import dev.finestra.aggregation.ValueConversions;

/**
 * One word that holds a value as its key: a long is its own key, and {@link DoubleWords#toKey}
 * makes that of a double.
 */
public abstract class KeyLongAggregation extends NamedLongAggregation<Number> {
  private final boolean doubles;

  protected KeyLongAggregation(
      String name, ValueType input, long identity, Property... properties) {
    super(name, input, identity, properties);
    this.doubles = input == ValueType.DOUBLE;
  }

  @Override
  public final Number empty() {
    return null;
  }

  @Override
  public final long lift(long value) {
    return doubles ? DoubleWords.toKey((double) value) : value;
  }

  @Override
  public final long lift(double value) {
    return doubles ? DoubleWords.toKey(value) : ValueConversions.toLong(name(), value);
  }

  /** The value; null for the identity of doubles, which is no double's key. */
  @Override
  public final Number lower(long state) {
    if (doubles) {
      return state == identity() ? null : (Number) DoubleWords.fromKey(state);
    }
    return state;
  }

  @Override
  public final long lowerLong(long state) {
    if (doubles) {
      throw NumericResults.noLong(this, lower(state));
    }
    return state;
  }

  @Override
  public final double lowerDouble(long state) {
    return doubles ? DoubleWords.fromKey(state) : state;
  }
}
