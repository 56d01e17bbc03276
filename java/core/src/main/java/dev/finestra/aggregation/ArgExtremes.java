package dev.finestra.aggregation;

import java.util.List;

/**
 * {@code arg_min} and {@code arg_max} of rows (value, by): the number whose {@code by} is least,
 * greatest; the oldest of equal ones.
 *
 * <p>Paper: ArgMin and ArgMax in <em>General Incremental Sliding-Window Aggregation</em>, table 1.
 * Words: 1 when there is a row, the key of {@code by}, the key of the value. A row with a null
 * column is lifted to the identity.
 */
abstract class ArgExtremes extends FewWords<Number> {
  private final ValueType by;

  private ArgExtremes(String name, ValueType input, ValueType by) {
    super(name, input, 3, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    this.by = by;
  }

  abstract boolean keepsOlder(long older, long newer);

  @Override
  public final int columns() {
    return 2;
  }

  @Override
  public final List<ValueType> row(int columns) {
    return columns == 2 ? List.of(input(), by) : super.row(columns);
  }

  @Override
  public final Number empty() {
    return null;
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    throw Values.noRow(name(), "value", "by", value);
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    throw Values.noRow(name(), "value", "by", value);
  }

  @Override
  public final void lift(Object value, long[] to, int t) {
    if (!(value instanceof Object[] row) || row.length != 2) {
      throw Values.noRow(name(), "value", "by", value);
    }
    if (row[0] == null || row[1] == null) {
      identity(to, t);
      return;
    }
    to[t] = 1;
    to[t + 1] = Keys.of(name(), by, row[1]);
    to[t + 2] = Keys.of(name(), input(), row[0]);
  }

  @Override
  public final void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    boolean first = older[o] != 0 && (newer[n] == 0 || keepsOlder(older[o + 1], newer[n + 1]));
    System.arraycopy(first ? older : newer, first ? o : n, to, t, 3);
  }

  @Override
  public final Number lower(long[] state, int s) {
    if (state[s] == 0) {
      return null;
    }
    return input() == ValueType.DOUBLE
        ? (Number) Keys.fromKey(state[s + 2])
        : (Number) state[s + 2];
  }

  /** Where {@code by} is least. */
  static final class Min extends ArgExtremes {
    Min(String name, ValueType input, ValueType by) {
      super(name, input, by);
    }

    @Override
    boolean keepsOlder(long older, long newer) {
      return older <= newer;
    }
  }

  /** Where {@code by} is greatest. */
  static final class Max extends ArgExtremes {
    Max(String name, ValueType input, ValueType by) {
      super(name, input, by);
    }

    @Override
    boolean keepsOlder(long older, long newer) {
      return older >= newer;
    }
  }
}
