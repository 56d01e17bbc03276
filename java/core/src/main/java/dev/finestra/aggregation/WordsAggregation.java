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
   * to = to ⊗ from[0] ⊗ … ⊗ from[count − 1], of aggregates one behind the other. To be overridden
   * where the aggregate can stay out of memory on the way.
   */
  public void fold(long[] from, int f, int count, long[] to, int t) {
    for (int i = 0; i < count; i++) {
      combine(to, t, from, f + i * words(), to, t);
    }
  }

  /**
   * to[i] = from[i] ⊗ … ⊗ from[count − 1] ⊗ last for each i, of aggregates one behind the other,
   * from the youngest to the oldest; the target may be the source. To be overridden as fold is.
   */
  public void suffixes(long[] from, int f, int count, long[] last, int l, long[] to, int t) {
    for (int i = count - 1; i >= 0; i--) {
      combine(from, f + i * words(), last, l, to, t + i * words());
      last = to;
      l = t + i * words();
    }
  }

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
