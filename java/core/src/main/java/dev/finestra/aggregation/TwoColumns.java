package dev.finestra.aggregation;

/**
 * What aggregations over rows of two numbers share: taking rows. A row with a null column adds
 * nothing: it is lifted to the identity, and its time has an entry.
 */
abstract class TwoColumns extends FewWords<Double> {
  private final String first;
  private final String second;

  TwoColumns(
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

  abstract void put(double a, double b, long[] to, int t);

  @Override
  public final int columns() {
    return 2;
  }

  @Override
  public final Double empty() {
    return null;
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    throw Values.noRow(name(), first, second, value);
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    throw Values.noRow(name(), first, second, value);
  }

  @Override
  public final void lift(Object value, long[] to, int t) {
    if (!(value instanceof Object[] row) || row.length != 2) {
      throw Values.noRow(name(), first, second, value);
    }
    if (row[0] == null || row[1] == null) {
      identity(to, t);
    } else {
      put(number(row[0]), number(row[1]), to, t);
    }
  }

  private double number(Object column) {
    return input() == ValueType.LONG
        ? Values.toLong(name(), column)
        : Values.toDouble(name(), column);
  }
}
