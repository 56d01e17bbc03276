package dev.finestra.internal.aggregation.declared;

import dev.finestra.aggregation.NumericResults;
import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.util.List;

/**
 * The base of the classes that {@link DeclaredClass} makes. A partial result has a word for each
 * field. If no identity is declared, a word before them is 1 if there are values, so that combine
 * never sees a partial result without values. Then the result of no values is null.
 *
 * <p>A row with a null column is lifted to the identity.
 */
public abstract class DeclaredWords extends NamedWordsAggregation<Object> {
  private final long[] identity;
  private final int columns;
  private final ResultType result;

  /**
   * 1 if the first word says whether there are values, otherwise 0; then put overwrites that word.
   */
  private final int flag;

  /**
   * The parts that need no code.
   *
   * @param identity the words of the identity; null if none is declared
   */
  record Shape(Declaration declaration, String name, List<Long> identity, ResultType result) {}

  protected DeclaredWords(Object given, ValueType input) {
    this((Shape) given, input);
  }

  private DeclaredWords(Shape shape, ValueType input) {
    super(
        shape.name,
        input,
        shape.declaration.state().size() + (shape.identity == null ? 1 : 0),
        shape.declaration.properties());
    this.flag = shape.identity == null ? 1 : 0;
    this.identity =
        shape.identity == null
            ? new long[words()]
            : shape.identity.stream().mapToLong(word -> word).toArray();
    this.columns = shape.declaration.columns().size();
    this.result = shape.result;
  }

  // Generated classes override those that they need, and uncombine if there is an inverse.

  /** Writes the fields of a value, for one column of longs. */
  public void put(long value, long[] to, int t) {
    throw new AssertionError();
  }

  public void put(double value, long[] to, int t) {
    throw new AssertionError();
  }

  public void put(Object[] row, long[] to, int t) {
    throw new AssertionError();
  }

  /** Combines two partial results that have values. */
  public abstract void join(long[] older, int o, long[] newer, int n, long[] to, int t);

  /** Whether the result is not null. */
  public boolean isKnown(long[] state, int s) {
    return true;
  }

  /** The result of a partial result that has one. */
  public abstract Object answer(long[] state, int s);

  /** The result as a double, without boxing. */
  public double number(long[] state, int s) {
    return NumericResults.toDouble(this, answer(state, s));
  }

  public final long whole(Object column) {
    return ValueConversions.toLong(name(), column);
  }

  public final double real(Object column) {
    return ValueConversions.toDouble(name(), column);
  }

  @Override
  public final int columns() {
    return columns;
  }

  @Override
  public final ResultType result() {
    return result;
  }

  @Override
  public final Object empty() {
    return lower(identity, 0);
  }

  @Override
  public final void identity(long[] to, int t) {
    System.arraycopy(identity, 0, to, t, identity.length);
  }

  @Override
  public final void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    if (flag == 1) {
      if (older[o] == 0 || newer[n] == 0) {
        System.arraycopy(
            older[o] == 0 ? newer : older, older[o] == 0 ? n : o, to, t, identity.length);
        return;
      }
      to[t] = 1;
    }
    join(older, o + flag, newer, n + flag, to, t + flag);
  }

  @Override
  public final void lift(long value, long[] to, int t) {
    requireColumns(1, value);
    to[t] = 1;
    if (input() == ValueType.LONG) {
      put(value, to, t + flag);
    } else {
      put((double) value, to, t + flag);
    }
  }

  @Override
  public final void lift(double value, long[] to, int t) {
    requireColumns(1, value);
    to[t] = 1;
    if (input() == ValueType.LONG) {
      put(ValueConversions.toLong(name(), value), to, t + flag);
    } else {
      put(value, to, t + flag);
    }
  }

  @Override
  public final void lift(Object value, long[] to, int t) {
    if (columns == 1) {
      super.lift(value, to, t);
      return;
    }
    Object[] row = value instanceof Object[] array ? array : new Object[] {value};
    requireColumns(row.length, value);
    for (Object column : row) {
      if (column == null) {
        identity(to, t);
        return;
      }
    }
    to[t] = 1;
    put(row, to, t + flag);
  }

  private void requireColumns(int given, Object value) {
    if (given != columns) {
      throw new IllegalArgumentException(
          "'%s' aggregates values of %s and cannot accept %s."
              .formatted(name(), ValueConversions.columns(columns), ValueConversions.shown(value)));
    }
  }

  @Override
  public final Object lower(long[] state, int s) {
    return hasResult(state, s) ? answer(state, s + flag) : null;
  }

  @Override
  public final double lowerDouble(long[] state, int s) {
    return hasResult(state, s) ? number(state, s + flag) : NumericResults.toDouble(this, null);
  }

  private boolean hasResult(long[] state, int s) {
    return (flag == 0 || state[s] != 0) && isKnown(state, s + flag);
  }
}
