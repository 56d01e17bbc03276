package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ValueConversions;

/** Several words that hold values as their keys, as in {@link KeyLongAggregation}. */
public abstract class KeyWordsAggregation<O> extends NamedWordsAggregation<O> {
  private final boolean doubles;

  protected KeyWordsAggregation(String name, ValueType input, int words, Property... properties) {
    super(name, input, words, properties);
    this.doubles = input == ValueType.DOUBLE;
  }

  protected abstract void put(long key, long[] to, int t);

  /** The value of a key. */
  protected final Number value(long key) {
    return doubles ? (Number) DoubleWords.fromKey(key) : (Number) key;
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    put(doubles ? DoubleWords.toKey((double) value) : value, to, t);
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    put(doubles ? DoubleWords.toKey(value) : ValueConversions.toLong(name(), value), to, t);
  }
}
