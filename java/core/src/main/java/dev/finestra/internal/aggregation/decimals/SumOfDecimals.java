package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.base.Int128;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.math.BigInteger;

/**
 * {@code decimal_sum}: the exact sum of decimals of at most 38 digits. Engines use it for {@code
 * sum} over decimals whose sum may not fit into 64 bits.
 *
 * <p>Values are longs, or texts as {@link DecimalDigits} makes them. The sum is held in 128 bits,
 * the low word first. If it has more than 38 digits, {@code lower} throws, so an overflow that
 * later values undo does no harm. If it needs more than 128 bits, {@code combine} throws. With no
 * entries the sum is 0.
 */
public final class SumOfDecimals extends NamedWordsAggregation<String> {
  public static final String NAME = "decimal_sum";

  SumOfDecimals(ValueType input) {
    super(NAME, input, 2, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public ResultType result() {
    return ResultType.Single.STRING;
  }

  @Override
  public String empty() {
    return DecimalDigits.text(BigInteger.ZERO);
  }

  @Override
  public void lift(long value, long[] to, int t) {
    Int128.put(value, to, t);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    throw new IllegalArgumentException(
        "'" + NAME + "' accepts decimals and integers, not the double " + value + "; use 'sum'.");
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    if (value instanceof String text) {
      BigInteger digits = DecimalDigits.of(text);
      to[t] = digits.longValue();
      to[t + 1] = digits.shiftRight(64).longValue();
    } else {
      lift(((Number) value).longValue(), to, t);
    }
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long a = older[o + 1];
    long b = newer[n + 1];
    Int128.add(older, o, newer, n, to, t);
    check((a ^ to[t + 1]) & (b ^ to[t + 1]));
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    long a = total[o + 1];
    long b = oldest[n + 1];
    Int128.subtract(total, o, oldest, n, to, t);
    check((a ^ b) & (a ^ to[t + 1]));
  }

  /**
   * Throws if a sum needs more than 128 bits.
   *
   * @param sign negative if the sum has the wrong sign
   */
  private static void check(long sign) {
    if (sign < 0) {
      throw new ArithmeticException(
          "The sum of some values has more than the 38 digits of a DECIMAL. Cast the column to"
              + " DOUBLE.");
    }
  }

  @Override
  public String lower(long[] state, int s) {
    return DecimalDigits.text(Int128.toBigInteger(state, s));
  }
}
