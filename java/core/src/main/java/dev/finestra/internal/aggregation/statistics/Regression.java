package dev.finestra.internal.aggregation.statistics;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.TwoColumnAggregation;

/**
 * {@code covar_samp} and {@code corr} of rows (x, y), and {@code regr_slope} of rows (y, x): the
 * relation of two columns. With fewer than two rows the result is null.
 *
 * <p>Paper: Pébay, as for {@link SkewnessAndKurtosis}. Words: the number of rows, the mean of each
 * column, the sum of the products of the distances from the means, and the sum of the squared
 * distances of each column. A row with a null column is skipped.
 *
 * <p>Infinities, NaN, and products beyond the range of doubles make the result NaN. So do squares
 * so close to zero that {@code corr} and {@code regr_slope} would divide by a number that has lost
 * its digits.
 */
final class Regression extends TwoColumnAggregation<Double> {
  private final Answer answer;

  private Regression(String name, ValueType input, String first, String second, Answer answer) {
    super(name, input, 6, first, second, Property.COMMUTATIVE);
    this.answer = answer;
  }

  /**
   * The result for n > 1 rows, from the sums of the products and of the squares of both columns.
   */
  private interface Answer {
    Double of(long n, double products, double first, double second);
  }

  /** The sample covariance. */
  static Regression covarSamp(ValueType input) {
    return new Regression(
        "covar_samp", input, "x", "y", (n, products, first, second) -> products / (n - 1));
  }

  /** Pearson's correlation; null if the values of a column are all equal. */
  static Regression corr(ValueType input) {
    return new Regression(
        "corr",
        input,
        "x",
        "y",
        (n, products, first, second) -> {
          if (first == 0 || second == 0) {
            return null;
          }
          if (first < DoubleWords.FAINT || second < DoubleWords.FAINT) {
            return Double.NaN;
          }
          double corr = products / Math.sqrt(first) / Math.sqrt(second);
          return Math.max(-1, Math.min(1, corr));
        });
  }

  /** The slope of the least-squares line through (x, y); null if all x are equal. */
  static Regression regrSlope(ValueType input) {
    return new Regression(
        "regr_slope",
        input,
        "y",
        "x",
        (n, products, first, second) -> {
          if (second == 0) {
            return null;
          }
          return second < DoubleWords.FAINT ? Double.NaN : products / second;
        });
  }

  @Override
  protected void put(Object a, Object b, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = word(number(a));
    to[t + 2] = word(number(b));
    to[t + 3] = 0;
    to[t + 4] = 0;
    to[t + 5] = 0;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long a = older[o];
    long b = newer[n];
    if (a == 0 || b == 0) {
      System.arraycopy(a == 0 ? newer : older, a == 0 ? n : o, to, t, 6);
      return;
    }
    double part = (double) b / (a + b);
    double x = real(newer[n + 1]) - real(older[o + 1]);
    double y = real(newer[n + 2]) - real(older[o + 2]);
    to[t] = a + b;
    to[t + 1] = word(real(older[o + 1]) + x * part);
    to[t + 2] = word(real(older[o + 2]) + y * part);
    to[t + 3] = word(real(older[o + 3]) + real(newer[n + 3]) + x * y * a * part);
    to[t + 4] = word(real(older[o + 4]) + real(newer[n + 4]) + x * x * a * part);
    to[t + 5] = word(real(older[o + 5]) + real(newer[n + 5]) + y * y * a * part);
  }

  @Override
  public Double lower(long[] state, int s) {
    if (state[s] < 2) {
      return null;
    }
    for (int i = s + 1; i < s + 6; i++) {
      if (!(Math.abs(real(state[i])) <= Double.MAX_VALUE)) {
        return Double.NaN;
      }
    }
    return answer.of(state[s], real(state[s + 3]), real(state[s + 4]), real(state[s + 5]));
  }
}
