package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.base.Int128;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * {@code decimal_mean(digits)}: the mean of decimals, with this many digits more after the point
 * than the values have; half is rounded up, as in SQL.
 *
 * <p>It holds the sum, as {@link SumOfDecimals} does, and the count. With no entries the mean is
 * null.
 */
final class MeanOfDecimals extends NamedWordsAggregation<String> {
  static final String NAME = "decimal_mean";

  /** The fewest digits after the point of a mean, in Flink's SQL. */
  private static final int FEWEST_DIGITS = 6;

  private final SumOfDecimals sum;
  private final int digits;

  MeanOfDecimals(int digits, ValueType input) {
    super(
        NAME + "(" + digits + ")",
        input,
        3,
        Property.COMMUTATIVE,
        Property.INVERTIBLE,
        Property.EXACT);
    this.sum = new SumOfDecimals(input);
    this.digits = digits;
  }

  /** The digits after the point of the mean of these decimals. */
  static int scale(Decimals of) {
    return Math.max(FEWEST_DIGITS, of.scale());
  }

  @Override
  public ResultType result() {
    return ResultType.Single.STRING;
  }

  @Override
  public void lift(long value, long[] to, int t) {
    sum.lift(value, to, t);
    to[t + 2] = 1;
  }

  @Override
  public void lift(double value, long[] to, int t) {
    sum.lift(value, to, t);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    sum.lift(value, to, t);
    to[t + 2] = 1;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long count = older[o + 2] + newer[n + 2];
    sum.combine(older, o, newer, n, to, t);
    to[t + 2] = count;
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    long count = total[o + 2] - oldest[n + 2];
    sum.uncombine(total, o, oldest, n, to, t);
    to[t + 2] = count;
  }

  @Override
  public String lower(long[] state, int s) {
    long count = state[s + 2];
    if (count == 0) {
      return null;
    }
    BigInteger scaled = Int128.toBigInteger(state, s).multiply(BigInteger.TEN.pow(digits));
    return DecimalDigits.text(
        new BigDecimal(scaled)
            .divide(BigDecimal.valueOf(count), 0, RoundingMode.HALF_UP)
            .unscaledValue());
  }
}
