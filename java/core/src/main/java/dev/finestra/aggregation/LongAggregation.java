package dev.finestra.aggregation;

/** An aggregation whose partial result is one 64-bit word: a long, or a double's raw bits. */
public abstract non-sealed class LongAggregation<O> implements Aggregation<O> {

  public abstract long identity();

  public abstract long combine(long older, long newer);

  /**
   * Removes {@code oldest} from {@code total} = oldest ⊗ rest and returns rest; to be overridden if
   * the aggregation is {@link Property#INVERTIBLE}.
   */
  public long uncombine(long total, long oldest) {
    throw new UnsupportedOperationException("'" + name() + "' has no inverse.");
  }

  public abstract long lift(long value);

  public abstract long lift(double value);

  /** Lifts a boxed value, or a row of several columns; never called with null. */
  public abstract long lift(Object value);

  public abstract O lower(long state);

  /** {@link #lower} without boxing; throws if the result is no long. */
  public long lowerLong(long state) {
    return NumericResults.toLong(this, lower(state));
  }

  /** {@link #lower} without boxing; throws if the result is no number. */
  public double lowerDouble(long state) {
    return NumericResults.toDouble(this, lower(state));
  }

  /** The same aggregation in the shape of several words. */
  public final WordsAggregation<O> asWords() {
    return new LongAsWords<>(this);
  }

  @Override
  public String toString() {
    return ValueConversions.described(this);
  }
}
