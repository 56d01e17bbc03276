package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.TwoColumnAggregation;
import java.util.List;

/**
 * {@code arg_min} and {@code arg_max} of rows (value, by): the number in the row whose {@code by}
 * is least or greatest; of equal rows, the oldest. With no entries the result is null.
 *
 * <p>Paper: ArgMin and ArgMax in <em>General Incremental Sliding-Window Aggregation</em>, table 1.
 * Words: 1 if there is a row, the key of {@code by}, the key of the value. A row with a null column
 * is lifted to the identity. NaN is the greatest {@code by}; −0.0 is less than 0.0.
 */
final class ArgExtremes extends TwoColumnAggregation<Number> {
  private final ValueType by;
  private final boolean isMin;

  ArgExtremes(String name, ValueType input, ValueType by, boolean isMin) {
    super(name, input, 3, "value", "by", Property.SELECTIVE, Property.EXACT);
    this.by = by;
    this.isMin = isMin;
  }

  @Override
  public List<ValueType> row(int columns) {
    return columns == 2 ? List.of(input(), by) : super.row(columns);
  }

  @Override
  protected void put(Object value, Object by, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = DoubleWords.of(name(), this.by, by);
    to[t + 2] = DoubleWords.of(name(), input(), value);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long a = older[o + 1];
    long b = newer[n + 1];
    boolean first = older[o] != 0 && (newer[n] == 0 || (isMin ? a <= b : a >= b));
    System.arraycopy(first ? older : newer, first ? o : n, to, t, 3);
  }

  @Override
  public Number lower(long[] state, int s) {
    if (state[s] == 0) {
      return null;
    }
    return input() == ValueType.DOUBLE
        ? (Number) DoubleWords.fromKey(state[s + 2])
        : (Number) state[s + 2];
  }
}
