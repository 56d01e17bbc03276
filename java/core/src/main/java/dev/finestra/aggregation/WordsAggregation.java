package dev.finestra.aggregation;

/**
 * An aggregation whose partial result is a fixed number of 64-bit words, at an offset of an array.
 *
 * <p>The target of {@code combine} and {@code uncombine} may be either argument, so read all words
 * before you write one. The target of {@code identity} and {@code lift} may contain any words, so
 * write all of them. The array that {@code lower} reads changes later, so the result must not refer
 * to it.
 */
public abstract non-sealed class WordsAggregation<O> implements Aggregation<O> {

  /** The number of words of a partial result. */
  public abstract int words();

  public abstract void identity(long[] to, int t);

  public abstract void combine(long[] older, int o, long[] newer, int n, long[] to, int t);

  /**
   * to = to ⊗ from[0] ⊗ … ⊗ from[count − 1], for aggregates one after the other. Override it if the
   * running aggregate can stay in registers.
   */
  public void fold(long[] from, int f, int count, long[] to, int t) {
    for (int i = 0; i < count; i++) {
      combine(to, t, from, f + i * words(), to, t);
    }
  }

  /**
   * to[i] = from[i] ⊗ … ⊗ from[count − 1] ⊗ last for each i, for aggregates one after the other,
   * from the youngest to the oldest. The target may be the source. Override it as {@link #fold}.
   */
  public void suffixes(long[] from, int f, int count, long[] last, int l, long[] to, int t) {
    for (int i = count - 1; i >= 0; i--) {
      combine(from, f + i * words(), last, l, to, t + i * words());
      last = to;
      l = t + i * words();
    }
  }

  /**
   * Removes {@code oldest} from {@code total} = oldest ⊗ rest and writes rest; to be overridden if
   * the aggregation is {@link Property#INVERTIBLE}.
   */
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    throw new UnsupportedOperationException("'" + name() + "' has no inverse.");
  }

  public abstract void lift(long value, long[] to, int t);

  public abstract void lift(double value, long[] to, int t);

  /** Lifts a boxed value, or a row of several columns; never called with null. */
  public abstract void lift(Object value, long[] to, int t);

  /**
   * to = to ⊗ the lifted value. Override it to add without a lift. If it throws, the words of
   * {@code to} are invalid.
   */
  public void add(Object value, long[] to, int t) {
    long[] lifted = new long[words()];
    lift(value, lifted, 0);
    combine(to, t, lifted, 0, to, t);
  }

  public abstract O lower(long[] state, int s);

  /** {@link #lower} without boxing; throws if the result is no long. */
  public long lowerLong(long[] state, int s) {
    return NumericResults.toLong(this, lower(state, s));
  }

  /** {@link #lower} without boxing; throws if the result is no number. */
  public double lowerDouble(long[] state, int s) {
    return NumericResults.toDouble(this, lower(state, s));
  }

  @Override
  public String toString() {
    return ValueConversions.described(this);
  }
}
