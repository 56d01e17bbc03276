package dev.finestra.aggregation;

/** An aggregation whose partial aggregate is one 64-bit word: a long, or a double's raw bits. */
public abstract non-sealed class LongAggregation<O> implements Aggregation<O> {

  public abstract long identity();

  public abstract long combine(long older, long newer);

  /**
   * Takes {@code oldest} out of {@code total} = oldest ⊗ rest, giving rest; for {@link
   * Property#INVERTIBLE} ones.
   */
  public long uncombine(long total, long oldest) {
    throw new UnsupportedOperationException(name() + " has no inverse");
  }

  public abstract long lift(long value);

  public abstract long lift(double value);

  /** Lifts a boxed value, or a row where there are several columns; never null. */
  public abstract long lift(Object value);

  public abstract O lower(long state);

  /** {@link #lower} without boxing; refuses where the answer is no long. */
  public long lowerLong(long state) {
    return Answers.toLong(this, lower(state));
  }

  /** {@link #lower} without boxing; refuses where the answer is no number. */
  public double lowerDouble(long state) {
    return Answers.toDouble(this, lower(state));
  }

  @Override
  public String toString() {
    return Values.described(this);
  }
}
