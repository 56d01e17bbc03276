package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code sum_kahan}: the sum of doubles with compensation for rounding. With no entries it is 0.
 *
 * <p>A partial sum is a pair high + low of about 106 bits, added as double-doubles: Kahan's idea,
 * in the form that also combines two partial sums. The error is about 2^−104 of the sum of the
 * magnitudes. −0.0 counts as 0.0.
 *
 * <p>Infinities and NaN are held in the high word alone. They cannot be removed again: {@code
 * uncombine} throws.
 */
final class SumKahan extends NamedWordsAggregation.OverDoubles<Double> {
  SumKahan() {
    super("sum_kahan", ValueType.DOUBLE, 2, Property.COMMUTATIVE, Property.INVERTIBLE);
  }

  @Override
  public Double empty() {
    return 0.0;
  }

  @Override
  protected void put(double value, long[] to, int t) {
    to[t] = word(value + 0.0);
    to[t + 1] = 0;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    add(real(older[o]), real(older[o + 1]), real(newer[n]), real(newer[n + 1]), to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    DoubleWords.requireFinite(this, real(total[o]), real(oldest[n]));
    add(real(total[o]), real(total[o + 1]), -real(oldest[n]), -real(oldest[n + 1]), to, t);
  }

  /** The sum of two pairs: the exact error of each rounded addition goes to the low word. */
  private static void add(double a, double aLow, double b, double bLow, long[] to, int t) {
    double high = a + b;
    if (!(Math.abs(high) <= Double.MAX_VALUE)) {
      to[t] = word(high);
      to[t + 1] = 0;
      return;
    }
    double lows = aLow + bLow;
    double low = error(a, b, high) + lows;
    double sum = high + low;
    if (!(Math.abs(sum) <= Double.MAX_VALUE)) {
      to[t] = word(sum);
      to[t + 1] = 0;
      return;
    }
    low = low - (sum - high) + error(aLow, bLow, lows);
    high = sum + low;
    to[t] = word(high);
    to[t + 1] = word(low - (high - sum));
  }

  /** The exact error of rounding a + b to sum. */
  private static double error(double a, double b, double sum) {
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
  }

  @Override
  public Double lower(long[] state, int s) {
    return real(state[s]);
  }
}
