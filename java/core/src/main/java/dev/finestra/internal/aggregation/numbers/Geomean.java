package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * {@code geomean}: the geometric mean, by logarithms. Words: the number of values, and the sum of
 * their logarithms. With no entries the result is null.
 *
 * <p>A zero makes the mean 0, as its logarithm is −∞. A negative number makes it NaN, and so do a
 * zero and an infinity together. Such values cannot be removed again: {@code uncombine} throws.
 */
final class Geomean extends NamedWordsAggregation.OverDoubles<Double> {
  Geomean(ValueType input) {
    super("geomean", input, 2, Property.COMMUTATIVE, Property.INVERTIBLE);
  }

  @Override
  protected void put(double value, long[] to, int t) {
    to[t] = 1;
    to[t + 1] = word(Logarithm.of(value));
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    to[t] = older[o] + newer[n];
    to[t + 1] = word(real(older[o + 1]) + real(newer[n + 1]));
  }

  @Override
  public void fold(long[] from, int f, int count, long[] to, int t) {
    long many = to[t];
    double logs = real(to[t + 1]);
    for (int i = f; i < f + 2 * count; i += 2) {
      many += from[i];
      logs += real(from[i + 1]);
    }
    to[t] = many;
    to[t + 1] = word(logs);
  }

  @Override
  public void suffixes(long[] from, int f, int count, long[] last, int l, long[] to, int t) {
    long many = last[l];
    double logs = real(last[l + 1]);
    for (int i = 2 * (count - 1); i >= 0; i -= 2) {
      many += from[f + i];
      logs = real(from[f + i + 1]) + logs;
      to[t + i] = many;
      to[t + i + 1] = word(logs);
    }
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    double logs = real(total[o + 1]);
    double out = real(oldest[n + 1]);
    if (!DoubleWords.isFinite(logs, out)) {
      throw DoubleWords.noInverse(this, given(out), "a product that is " + Math.exp(logs));
    }
    to[t] = total[o] - oldest[n];
    to[t + 1] = word(logs - out);
  }

  /** The value of a logarithm, with as many digits as the logarithm still has. */
  private String given(double log) {
    double value = Math.exp(log);
    if (Double.isNaN(value)) {
      return "a negative number or NaN";
    }
    if (Double.isInfinite(value)) {
      return String.valueOf(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(12)).stripTrailingZeros();
    return input() == ValueType.LONG
        ? rounded.toBigInteger().toString()
        : String.valueOf(rounded.doubleValue());
  }

  @Override
  public Double lower(long[] state, int s) {
    return state[s] == 0 ? null : (Double) lowerDouble(state, s);
  }

  @Override
  public double lowerDouble(long[] state, int s) {
    return Logarithm.inverse(real(state[s + 1]) / state[s]);
  }
}
