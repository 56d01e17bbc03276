package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code sum} over doubles, in plain floating point: its rounding depends on the grouping, and an
 * intermediate sum beyond the range is infinite. −0.0 counts as 0.0.
 *
 * <p>Taking out the oldest leaves the rounding error of both; infinities and NaN cannot be taken
 * out, and are refused rather than answered wrongly.
 */
final class SumOfDoubles extends OneWord.OverDoubles<Double> {
  SumOfDoubles() {
    super("sum", Property.COMMUTATIVE, Property.INVERTIBLE, Property.FIXED_SIZE);
  }

  @Override
  public Double empty() {
    return 0.0;
  }

  @Override
  public long identity() {
    return 0;
  }

  @Override
  public long combine(long older, long newer) {
    return word(real(older) + real(newer));
  }

  @Override
  public long uncombine(long total, long oldest) {
    Keys.requireFinite(this, real(total), real(oldest));
    return word(real(total) - real(oldest));
  }

  @Override
  public long lift(double value) {
    return word(value + 0.0);
  }

  @Override
  public Double lower(long state) {
    return real(state);
  }

  @Override
  public double lowerDouble(long state) {
    return real(state);
  }
}
