package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code sum_kahan}: the sum of doubles with compensation. A partial sum is an unevaluated pair
 * high + low (about 106 bits), added as double-doubles are; Kahan's idea, in the form that also
 * combines two partial sums. The error is about 2^−104 of the sum of the magnitudes.
 *
 * <p>Infinities and NaN stand alone in the high word; they cannot be taken out, and are refused.
 */
final class SumKahan extends FewWords.OverDoubles<Double> {
  SumKahan() {
    super(
        "sum_kahan",
        ValueType.DOUBLE,
        2,
        Property.COMMUTATIVE,
        Property.INVERTIBLE,
        Property.FIXED_SIZE);
  }

  @Override
  public Double empty() {
    return 0.0;
  }

  @Override
  void put(double value, long[] to, int t) {
    to[t] = word(value + 0.0);
    to[t + 1] = 0;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    add(real(older[o]), real(older[o + 1]), real(newer[n]), real(newer[n + 1]), to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    Keys.requireFinite(this, real(total[o]), real(oldest[n]));
    add(real(total[o]), real(total[o + 1]), -real(oldest[n]), -real(oldest[n + 1]), to, t);
  }

  /** The pairs' sum: the exact error of each rounded addition goes to the low word. */
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

  /** What rounding a + b to sum has lost, exactly. */
  private static double error(double a, double b, double sum) {
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
  }

  @Override
  public Double lower(long[] state, int s) {
    return real(state[s]);
  }
}
