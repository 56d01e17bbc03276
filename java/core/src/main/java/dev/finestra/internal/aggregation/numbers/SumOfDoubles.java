package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/**
 * {@code sum} over doubles, in plain floating point. With no entries it is 0.
 *
 * <p>The rounding depends on the grouping, and a partial sum beyond the range of doubles is
 * infinite. −0.0 counts as 0.0. Removing the oldest value leaves its rounding errors in the sum.
 * Infinities and NaN cannot be removed: {@code uncombine} throws.
 */
final class SumOfDoubles extends NamedLongAggregation.OverDoubles {
  SumOfDoubles() {
    super("sum", 0, Property.COMMUTATIVE, Property.INVERTIBLE);
  }

  @Override
  public long combine(long older, long newer) {
    return word(real(older) + real(newer));
  }

  @Override
  public long uncombine(long total, long oldest) {
    DoubleWords.requireFinite(this, real(total), real(oldest));
    return word(real(total) - real(oldest));
  }

  @Override
  public long lift(double value) {
    return word(value + 0.0);
  }
}
