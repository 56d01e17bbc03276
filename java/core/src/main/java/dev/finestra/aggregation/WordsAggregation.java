package dev.finestra.aggregation;

/**
 * An aggregation whose partial aggregate is a fixed number of 64-bit words, at an offset of an
 * array.
 *
 * <p>The target of {@code combine} and {@code uncombine} may be either argument: read all before
 * you write.
 */
public abstract non-sealed class WordsAggregation<O> implements Aggregation<O> {

  /** How many words a partial aggregate takes. */
  public abstract int words();

  public abstract void identity(long[] to, int t);

  public abstract void combine(long[] older, int o, long[] newer, int n, long[] to, int t);

  /**
   * Takes {@code oldest} out of {@code total} = oldest ⊗ rest, giving rest; for {@link
   * Property#INVERTIBLE} ones.
   */
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    throw new UnsupportedOperationException(name() + " has no inverse");
  }

  public abstract void lift(long value, long[] to, int t);

  public abstract void lift(double value, long[] to, int t);

  /** Lifts a boxed value, or a row where there are several columns; never null. */
  public abstract void lift(Object value, long[] to, int t);

  public abstract O lower(long[] state, int s);

  /** {@link #lower} without boxing; refuses where the answer is no long. */
  public long lowerLong(long[] state, int s) {
    return Answers.toLong(this, lower(state, s));
  }

  /** {@link #lower} without boxing; refuses where the answer is no number. */
  public double lowerDouble(long[] state, int s) {
    return Answers.toDouble(this, lower(state, s));
  }

  @Override
  public String toString() {
    return Values.described(this);
  }
}
