package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ValueConversions;

/** Several words that hold values as their keys, as in {@link KeyLongAggregation}. */
public abstract class KeyWordsAggregation<O> extends NamedWordsAggregation<O> {
  private final long[] identity;
  private final boolean doubles;

  protected KeyWordsAggregation(
      String name, ValueType input, long[] identity, Property... properties) {
    super(name, input, identity.length, properties);
    this.identity = identity;
    this.doubles = input == ValueType.DOUBLE;
  }

  @Override
  public final void identity(long[] to, int t) {
    for (int i = 0; i < identity.length; i++) {
      to[t + i] = identity[i];
    }
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
