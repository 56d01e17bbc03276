package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * {@code mean}: the arithmetic mean; over longs from an exact sum, over doubles from a plain one.
 */
final class Means {
  private Means() {}

  /** Words: how many, and their sum in 128 bits. */
  static final class OfLongs extends FewWords.OverLongs<Double> {
    OfLongs() {
      super(
          "mean",
          3,
          Property.COMMUTATIVE,
          Property.INVERTIBLE,
          Property.FIXED_SIZE,
          Property.EXACT);
    }

    @Override
    public Double empty() {
      return null;
    }

    @Override
    public void lift(long value, long[] to, int t) {
      to[t] = 1;
      Wide.put(value, to, t + 1);
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      to[t] = older[o] + newer[n];
      Wide.add(older, o + 1, newer, n + 1, to, t + 1);
    }

    @Override
    public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
      to[t] = total[o] - oldest[n];
      Wide.subtract(total, o + 1, oldest, n + 1, to, t + 1);
    }

    @Override
    public Double lower(long[] state, int s) {
      long n = state[s];
      if (n == 0) {
        return null;
      }
      long sum = state[s + 1];
      if (Wide.isLong(state, s + 1) && Math.abs(sum) <= 1L << 53 && sum != Long.MIN_VALUE) {
        return (double) sum / n;
      }
      return new BigDecimal(Wide.toBigInteger(state, s + 1))
          .divide(BigDecimal.valueOf(n), MathContext.DECIMAL128)
          .doubleValue();
    }
  }

  /** Words: how many, and their sum; what holds for {@link SumOfDoubles} holds here. */
  static final class OfDoubles extends FewWords.OverDoubles<Double> {
    OfDoubles() {
      super(
          "mean",
          ValueType.DOUBLE,
          2,
          Property.COMMUTATIVE,
          Property.INVERTIBLE,
          Property.FIXED_SIZE);
    }

    @Override
    public Double empty() {
      return null;
    }

    @Override
    void put(double value, long[] to, int t) {
      to[t] = 1;
      to[t + 1] = word(value + 0.0);
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      to[t] = older[o] + newer[n];
      to[t + 1] = word(real(older[o + 1]) + real(newer[n + 1]));
    }

    @Override
    public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
      double sum = real(total[o + 1]);
      double out = real(oldest[n + 1]);
      Keys.requireFinite(this, sum, out);
      to[t] = total[o] - oldest[n];
      to[t + 1] = word(sum - out);
    }

    @Override
    public Double lower(long[] state, int s) {
      return state[s] == 0 ? null : (Double) (real(state[s + 1]) / state[s]);
    }
  }
}
