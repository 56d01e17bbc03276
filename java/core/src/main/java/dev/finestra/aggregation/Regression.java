package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code covar_samp} and {@code corr} of rows (x, y), and {@code regr_slope} of rows (y, x): how
 * two columns go together.
 *
 * <p>Paper: Pébay, as for {@link Shape}. Words: how many rows, the mean of each column, the sum of
 * the products of the distances from them, and the sums of the squared distances of each column.
 *
 * <p>Infinities and NaN, and products beyond the range of doubles, make the answer NaN, and so do
 * squares so close to zero that {@code corr} and {@code regr_slope} would divide by what has lost
 * digits.
 */
abstract class Regression extends TwoColumns {
  private Regression(String name, ValueType input, String first, String second) {
    super(name, input, 6, first, second, Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  /**
   * The answer for n rows, n above one; with the products' sum and the squares' of both columns.
   */
  abstract Double answer(long n, double products, double first, double second);

  @Override
  final void put(double a, double b, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = word(a);
    to[t + 2] = word(b);
    to[t + 3] = 0;
    to[t + 4] = 0;
    to[t + 5] = 0;
  }

  @Override
  public final void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
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
  public final Double lower(long[] state, int s) {
    if (state[s] < 2) {
      return null;
    }
    for (int i = s + 1; i < s + 6; i++) {
      if (!(Math.abs(real(state[i])) <= Double.MAX_VALUE)) {
        return Double.NaN;
      }
    }
    return answer(state[s], real(state[s + 3]), real(state[s + 4]), real(state[s + 5]));
  }

  /** The sample covariance, of two rows or more. */
  static final class CovarSamp extends Regression {
    CovarSamp(ValueType input) {
      super("covar_samp", input, "x", "y");
    }

    @Override
    Double answer(long n, double products, double first, double second) {
      return products / (n - 1);
    }
  }

  /** Pearson's correlation; none where a column's values are all equal. */
  static final class Corr extends Regression {
    Corr(ValueType input) {
      super("corr", input, "x", "y");
    }

    @Override
    Double answer(long n, double products, double first, double second) {
      if (first == 0 || second == 0) {
        return null;
      }
      if (first < Keys.FAINT || second < Keys.FAINT) {
        return Double.NaN;
      }
      double corr = products / Math.sqrt(first) / Math.sqrt(second);
      return Math.max(-1, Math.min(1, corr));
    }
  }

  /** The slope of the line through (x, y) by least squares; none where all x are equal. */
  static final class RegrSlope extends Regression {
    RegrSlope(ValueType input) {
      super("regr_slope", input, "y", "x");
    }

    @Override
    Double answer(long n, double products, double first, double second) {
      if (second == 0) {
        return null;
      }
      return second < Keys.FAINT ? (Double) Double.NaN : (Double) (products / second);
    }
  }
}
