package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.Int128;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * {@code mean}: the arithmetic mean, from an exact sum over longs, and from a plain sum over
 * doubles. With no entries the result is null.
 */
final class Means {
  private Means() {}

  /** Words: the number of values, and their sum in 128 bits. */
  static final class OfLongs extends NamedWordsAggregation.OverLongs<Double> {
    OfLongs() {
      super("mean", 3, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
    }

    @Override
    public void lift(long value, long[] to, int t) {
      to[t] = 1;
      Int128.put(value, to, t + 1);
    }

    @Override
    public void add(Object value, long[] to, int t) {
      to[t]++;
      Int128.add(ValueConversions.toLong(name(), value), to, t + 1);
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      to[t] = older[o] + newer[n];
      Int128.add(older, o + 1, newer, n + 1, to, t + 1);
    }

    @Override
    public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
      to[t] = total[o] - oldest[n];
      Int128.subtract(total, o + 1, oldest, n + 1, to, t + 1);
    }

    @Override
    public Double lower(long[] state, int s) {
      long n = state[s];
      if (n == 0) {
        return null;
      }
      long sum = state[s + 1];
      if (Int128.isLong(state, s + 1) && Math.abs(sum) <= 1L << 53 && sum != Long.MIN_VALUE) {
        return (double) sum / n;
      }
      return new BigDecimal(Int128.toBigInteger(state, s + 1))
          .divide(BigDecimal.valueOf(n), MathContext.DECIMAL128)
          .doubleValue();
    }
  }

  /** Words: the number of values, and their sum, with the limits of {@link SumOfDoubles}. */
  static final class OfDoubles extends NamedWordsAggregation.OverDoubles<Double> {
    OfDoubles() {
      super("mean", ValueType.DOUBLE, 2, Property.COMMUTATIVE, Property.INVERTIBLE);
    }

    @Override
    protected void put(double value, long[] to, int t) {
      to[t] = 1;
      to[t + 1] = word(value + 0.0);
    }

    @Override
    public void add(Object value, long[] to, int t) {
      to[t]++;
      to[t + 1] = word(real(to[t + 1]) + ValueConversions.toDouble(name(), value));
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
      DoubleWords.requireFinite(this, sum, out);
      to[t] = total[o] - oldest[n];
      to[t + 1] = word(sum - out);
    }

    @Override
    public Double lower(long[] state, int s) {
      return state[s] == 0 ? null : (Double) (real(state[s + 1]) / state[s]);
    }
  }
}
