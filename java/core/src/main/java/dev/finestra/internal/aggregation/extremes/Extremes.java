package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.KeyLongAggregation;

/**
 * {@code min} and {@code max} of numbers, in the order of {@link DoubleWords}: NaN is the greatest
 * double, −0.0 is less than 0.0. With no entries the result is null.
 *
 * <p>The identity is the end of the range of longs. No double's key equals it. A long may equal it,
 * which does no harm: it combines alike, and a window without entries returns {@code empty()}.
 */
final class Extremes {
  private Extremes() {}

  /** The least value. */
  static final class Min extends KeyLongAggregation {
    Min(ValueType input) {
      super("min", input, Long.MAX_VALUE, Property.COMMUTATIVE, Property.SELECTIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return Math.min(older, newer);
    }
  }

  /** The greatest value. */
  static final class Max extends KeyLongAggregation {
    Max(ValueType input) {
      super("max", input, Long.MIN_VALUE, Property.COMMUTATIVE, Property.SELECTIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return Math.max(older, newer);
    }
  }
}
