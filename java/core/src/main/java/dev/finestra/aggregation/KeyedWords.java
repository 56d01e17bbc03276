package dev.finestra.aggregation;

/** A few words that hold values by their keys: longs as they are, doubles as {@link Keys} does. */
abstract class KeyedWords<O> extends FewWords<O> {
  private final boolean doubles;

  KeyedWords(String name, ValueType input, int words, Property... properties) {
    super(name, input, words, properties);
    this.doubles = input == ValueType.DOUBLE;
  }

  abstract void put(long key, long[] to, int t);

  /** The value of a key. */
  final Number value(long key) {
    return doubles ? (Number) Keys.fromKey(key) : (Number) key;
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    put(doubles ? Keys.toKey((double) value) : value, to, t);
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    put(doubles ? Keys.toKey(value) : Values.toLong(name(), value), to, t);
  }
}
