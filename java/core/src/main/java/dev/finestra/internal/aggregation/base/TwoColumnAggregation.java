package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ValueConversions;

/**
 * An aggregation over rows of two columns. A row with a null column is lifted to the identity: it
 * makes an entry at its time, but adds no value.
 */
public abstract class TwoColumnAggregation<O> extends NamedWordsAggregation<O> {
  private final String first;
  private final String second;

  protected TwoColumnAggregation(
      String name,
      ValueType input,
      int words,
      String first,
      String second,
      Property... properties) {
    super(name, input, words, properties);
    this.first = first;
    this.second = second;
  }

  /** Lifts a row without nulls. */
  protected abstract void put(Object a, Object b, long[] to, int t);

  @Override
  public final int columns() {
    return 2;
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    throw ValueConversions.noRow(name(), first, second, value);
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    throw ValueConversions.noRow(name(), first, second, value);
  }

  @Override
  public final void lift(Object value, long[] to, int t) {
    if (!(value instanceof Object[] row) || row.length != 2) {
      throw ValueConversions.noRow(name(), first, second, value);
    }
    if (row[0] == null || row[1] == null) {
      identity(to, t);
    } else {
      put(row[0], row[1], to, t);
    }
  }

  /** A column of the input type as a double. */
  protected final double number(Object column) {
    return input() == ValueType.LONG
        ? ValueConversions.toLong(name(), column)
        : ValueConversions.toDouble(name(), column);
  }
}
