package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code var_samp}, {@code var_pop}, {@code stddev_samp}, {@code stddev_pop} and {@code
 * relative_variation}: how far values are from their mean.
 *
 * <p>Paper: Chan, Golub and LeVeque, <em>Updating Formulae and a Pairwise Algorithm for Computing
 * Sample Variances</em>. Words: how many values, their mean, and the sum of the squared distances
 * from it. No large sums are subtracted, so that a common offset of the values does little harm.
 * There is no inverse: it would leave the rounding error of values long gone.
 *
 * <p>Infinities and NaN, and squares beyond the range of doubles, make the answer NaN.
 */
abstract class Spread extends FewWords.OverDoubles<Double> {
  private Spread(String name, ValueType input) {
    super(name, input, 3, Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  /** The answer for n values, n above zero, with a finite mean and sum of squared distances. */
  abstract Double answer(long n, double mean, double squares);

  @Override
  public final Double empty() {
    return null;
  }

  @Override
  final void put(double value, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = word(value);
    to[t + 2] = 0;
  }

  @Override
  public final void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long a = older[o];
    long b = newer[n];
    if (a == 0 || b == 0) {
      System.arraycopy(a == 0 ? newer : older, a == 0 ? n : o, to, t, 3);
      return;
    }
    double part = (double) b / (a + b);
    double delta = real(newer[n + 1]) - real(older[o + 1]);
    double mean = real(older[o + 1]) + delta * part;
    double squares = real(older[o + 2]) + real(newer[n + 2]) + delta * delta * a * part;
    to[t] = a + b;
    to[t + 1] = word(mean);
    to[t + 2] = word(squares);
  }

  @Override
  public final Double lower(long[] state, int s) {
    double mean = real(state[s + 1]);
    double squares = real(state[s + 2]);
    if (state[s] == 0) {
      return null;
    }
    Double answer = answer(state[s], mean, squares);
    boolean finite = Math.abs(mean) <= Double.MAX_VALUE && squares <= Double.MAX_VALUE;
    return finite || answer == null ? answer : (Double) Double.NaN;
  }

  /** The sample variance, of two values or more. */
  static final class VarSamp extends Spread {
    VarSamp(ValueType input) {
      super("var_samp", input);
    }

    @Override
    Double answer(long n, double mean, double squares) {
      return n == 1 ? null : (Double) (squares / (n - 1));
    }
  }

  /** The population variance. */
  static final class VarPop extends Spread {
    VarPop(ValueType input) {
      super("var_pop", input);
    }

    @Override
    Double answer(long n, double mean, double squares) {
      return squares / n;
    }
  }

  /** The sample standard deviation, of two values or more. */
  static final class StddevSamp extends Spread {
    StddevSamp(ValueType input) {
      super("stddev_samp", input);
    }

    @Override
    Double answer(long n, double mean, double squares) {
      return n == 1 ? null : (Double) Math.sqrt(squares / (n - 1));
    }
  }

  /** The population standard deviation. */
  static final class StddevPop extends Spread {
    StddevPop(ValueType input) {
      super("stddev_pop", input);
    }

    @Override
    Double answer(long n, double mean, double squares) {
      return Math.sqrt(squares / n);
    }
  }

  /**
   * The sample standard deviation in parts of the mean's magnitude; none where the mean is zero.
   * The mean of n longs is zero or at least 1 / n, so that one nearer to zero is zero with a
   * rounding error, which depends on the grouping.
   */
  static final class RelativeVariation extends Spread {
    RelativeVariation(ValueType input) {
      super("relative_variation", input);
    }

    @Override
    Double answer(long n, double mean, double squares) {
      boolean zero = mean == 0 || (input() == ValueType.LONG && Math.abs(mean) * n < 0.5);
      return n == 1 || zero ? null : (Double) (Math.sqrt(squares / (n - 1)) / Math.abs(mean));
    }
  }
}
