package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code skewness} and {@code kurtosis} of a population, the latter in excess of a normal one's 3;
 * none where all values are equal.
 *
 * <p>Paper: Pébay, <em>Formulas for Robust, One-Pass Parallel Computation of Covariances and
 * Arbitrary-Order Statistical Moments</em>. Words: how many values, their mean, and the sums of the
 * second, third (and fourth) powers of the distances from it.
 *
 * <p>Infinities and NaN make the answer NaN, and so do powers beyond the range of doubles or so
 * close to zero that they have lost digits.
 */
abstract class Shape extends FewWords.OverDoubles<Double> {
  private Shape(String name, ValueType input, int words) {
    super(name, input, words, Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  @Override
  public final Double empty() {
    return null;
  }

  @Override
  final void put(double value, long[] to, int t) {
    identity(to, t);
    to[t] = 1;
    to[t + 1] = word(value);
  }

  @Override
  public final void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
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
    if (words() == 5) {
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

  abstract double answer(double n, double variance, long[] state, int s);

  /** What the variance comes to in the power that is answered. */
  abstract double power(double variance);

  @Override
  public final Double lower(long[] state, int s) {
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
    double answer = answer((double) state[s], variance, state, s);
    return power(variance) < Keys.FAINT ? (Double) Double.NaN : (Double) answer;
  }

  /** How far to one side; above zero with a long tail to the right. */
  static final class Skewness extends Shape {
    Skewness(ValueType input) {
      super("skewness", input, 4);
    }

    @Override
    double power(double variance) {
      return variance * Math.sqrt(variance);
    }

    @Override
    double answer(double n, double variance, long[] state, int s) {
      return real(state[s + 3]) / n / variance / Math.sqrt(variance);
    }
  }

  /** How much in the tails; 0 for a normal distribution. */
  static final class Kurtosis extends Shape {
    Kurtosis(ValueType input) {
      super("kurtosis", input, 5);
    }

    @Override
    double power(double variance) {
      return variance * variance;
    }

    @Override
    double answer(double n, double variance, long[] state, int s) {
      return real(state[s + 4]) / n / variance / variance - 3;
    }
  }
}
