package dev.finestra.internal.aggregation.statistics;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code var_samp}, {@code var_pop}, {@code stddev_samp}, {@code stddev_pop} and {@code
 * relative_variation}: how far values are from their mean. With no entries the result is null.
 *
 * <p>Paper: Chan, Golub and LeVeque, <em>Updating Formulae and a Pairwise Algorithm for Computing
 * Sample Variances</em>. Words: the number of values, their mean, and the sum of the squared
 * distances from it. No large sums are subtracted, so a common offset of the values does little
 * harm. There is no inverse, because the rounding errors of evicted values would remain in the
 * sums.
 *
 * <p>Infinities, NaN, and squares beyond the range of doubles make the result NaN.
 */
final class Variances extends NamedWordsAggregation.OverDoubles<Double> {
  private final Answer answer;

  private Variances(String name, ValueType input, Answer answer) {
    super(name, input, 3, Property.COMMUTATIVE);
    this.answer = answer;
  }

  /** The result for n > 0 values with a finite mean and sum of squared distances. */
  private interface Answer {
    Double of(long n, double mean, double squares);
  }

  /** The sample variance; null for a single value. */
  static Variances varSamp(ValueType input) {
    return new Variances(
        "var_samp", input, (n, mean, squares) -> n == 1 ? null : (Double) (squares / (n - 1)));
  }

  /** The population variance. */
  static Variances varPop(ValueType input) {
    return new Variances("var_pop", input, (n, mean, squares) -> squares / n);
  }

  /** The sample standard deviation; null for a single value. */
  static Variances stddevSamp(ValueType input) {
    return new Variances(
        "stddev_samp",
        input,
        (n, mean, squares) -> n == 1 ? null : (Double) Math.sqrt(squares / (n - 1)));
  }

  /** The population standard deviation. */
  static Variances stddevPop(ValueType input) {
    return new Variances("stddev_pop", input, (n, mean, squares) -> Math.sqrt(squares / n));
  }

  /**
   * The sample standard deviation divided by the mean's magnitude; null if the mean is zero. The
   * mean of n longs is zero or at least 1 / n, so a mean nearer to zero counts as zero: the rest is
   * a rounding error, which depends on the grouping.
   */
  static Variances relativeVariation(ValueType input) {
    return new Variances(
        "relative_variation",
        input,
        (n, mean, squares) -> {
          double size = Math.abs(mean);
          boolean zero = mean == 0 || (input == ValueType.LONG && size * n < 0.5);
          return n == 1 || zero ? null : (Double) (Math.sqrt(squares / (n - 1)) / size);
        });
  }

  @Override
  protected void put(double value, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = word(value);
    to[t + 2] = 0;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long a = older[o];
    long b = newer[n];
    if (a == 0 || b == 0) {
      System.arraycopy(a == 0 ? newer : older, a == 0 ? n : o, to, t, 3);
      return;
    }
    join(to, t, a, older, o, b, real(newer[n + 1]), real(newer[n + 2]));
  }

  /** As {@link #combine} with the lifted value. */
  @Override
  public void add(Object value, long[] to, int t) {
    if (to[t] == 0) {
      lift(value, to, t);
    } else {
      join(to, t, to[t], to, t, 1, number(value), 0);
    }
  }

  /** Writes the words of {@code a} values and of {@code b} more. */
  private static void join(
      long[] to, int t, long a, long[] older, int o, long b, double newMean, double newSquares) {
    double part = (double) b / (a + b);
    double delta = newMean - real(older[o + 1]);
    double mean = real(older[o + 1]) + delta * part;
    double squares = real(older[o + 2]) + newSquares + delta * delta * a * part;
    to[t] = a + b;
    to[t + 1] = word(mean);
    to[t + 2] = word(squares);
  }

  @Override
  public Double lower(long[] state, int s) {
    double mean = real(state[s + 1]);
    double squares = real(state[s + 2]);
    if (state[s] == 0) {
      return null;
    }
    Double answer = this.answer.of(state[s], mean, squares);
    boolean finite = Math.abs(mean) <= Double.MAX_VALUE && squares <= Double.MAX_VALUE;
    return finite || answer == null ? answer : (Double) Double.NaN;
  }
}
