package dev.finestra.internal.aggregation.statistics;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code skewness} and {@code kurtosis} of a population; the latter minus 3, so that it is 0 for a
 * normal distribution. With no entries, and if all values are equal, the result is null.
 *
 * <p>Paper: Pébay, <em>Formulas for Robust, One-Pass Parallel Computation of Covariances and
 * Arbitrary-Order Statistical Moments</em>. Words: the number of values, their mean, and the sums
 * of the second, third (and fourth) powers of the distances from it.
 *
 * <p>Infinities and NaN make the result NaN. So do powers beyond the range of doubles, or so close
 * to zero that they have lost digits.
 */
final class SkewnessAndKurtosis extends NamedWordsAggregation.OverDoubles<Double> {
  private final boolean isKurtosis;

  private SkewnessAndKurtosis(String name, ValueType input, boolean isKurtosis) {
    super(name, input, isKurtosis ? 5 : 4, Property.COMMUTATIVE);
    this.isKurtosis = isKurtosis;
  }

  /** The asymmetry; above zero if the right tail is longer. */
  static SkewnessAndKurtosis skewness(ValueType input) {
    return new SkewnessAndKurtosis("skewness", input, false);
  }

  /** The weight of the tails; 0 for a normal distribution. */
  static SkewnessAndKurtosis kurtosis(ValueType input) {
    return new SkewnessAndKurtosis("kurtosis", input, true);
  }

  @Override
  protected void put(double value, long[] to, int t) {
    identity(to, t);
    to[t] = 1;
    to[t + 1] = word(value);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    if (older[o] == 0 || newer[n] == 0) {
      boolean first = older[o] != 0;
      System.arraycopy(first ? older : newer, first ? o : n, to, t, words());
      return;
    }
    double a = older[o];
    double b = newer[n];
    double all = a + b;
    double delta = real(newer[n + 1]) - real(older[o + 1]);
    double step = delta / all;
    double mean = real(older[o + 1]) + step * b;
    double square = delta * step * a * b;
    double a2 = real(older[o + 2]);
    double b2 = real(newer[n + 2]);
    double a3 = real(older[o + 3]);
    double b3 = real(newer[n + 3]);
    if (isKurtosis) {
      double fourth =
          real(older[o + 4])
              + real(newer[n + 4])
              + square * step * step * (a * a - a * b + b * b)
              + 6 * step * step * (a * a * b2 + b * b * a2)
              + 4 * step * (a * b3 - b * a3);
      to[t + 4] = word(fourth);
    }
    to[t] = (long) all;
    to[t + 1] = word(mean);
    to[t + 2] = word(a2 + b2 + square);
    to[t + 3] = word(a3 + b3 + square * step * (a - b) + 3 * step * (a * b2 - b * a2));
  }

  @Override
  public Double lower(long[] state, int s) {
    if (state[s] < 2) {
      return null;
    }
    double last = real(state[s + words() - 1]);
    if (!(Math.abs(last) <= Double.MAX_VALUE && Math.abs(real(state[s + 1])) <= Double.MAX_VALUE)) {
      return Double.NaN;
    }
    double variance = real(state[s + 2]) / state[s];
    if (real(state[s + 2]) == 0) {
      return null;
    }
    double perVariance = last / state[s] / variance;
    double root = Math.sqrt(variance);
    double power = variance * (isKurtosis ? variance : root);
    if (power < DoubleWords.FAINT) {
      return Double.NaN;
    }
    return isKurtosis ? perVariance / variance - 3 : perVariance / root;
  }
}
