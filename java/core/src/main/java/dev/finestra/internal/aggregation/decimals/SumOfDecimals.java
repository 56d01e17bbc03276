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
 * the low word first. Only {@code lower} throws when the sum has more than 38 digits, so an
 * overflow that later values undo does no harm. With no entries the sum is 0.
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
      put(digits.longValue(), digits.shiftRight(64).longValue(), to, t);
    } else {
      lift(((Number) value).longValue(), to, t);
    }
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    long low = older[o] + newer[n];
    long carry = Long.compareUnsigned(low, older[o]) < 0 ? 1 : 0;
    put(low, Math.addExact(Math.addExact(older[o + 1], newer[n + 1]), carry), to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    long low = total[o] - oldest[n];
    long borrow = Long.compareUnsigned(total[o], oldest[n]) < 0 ? 1 : 0;
    put(low, Math.subtractExact(Math.subtractExact(total[o + 1], oldest[n + 1]), borrow), to, t);
  }

  @Override
  public String lower(long[] state, int s) {
    return DecimalDigits.text(Int128.toBigInteger(state, s));
  }

  private static void put(long low, long high, long[] to, int t) {
    to[t] = low;
    to[t + 1] = high;
  }
}
