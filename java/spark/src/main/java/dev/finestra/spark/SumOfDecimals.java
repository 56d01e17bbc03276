package dev.finestra.spark;

import dev.finestra.aggregation.WordsAggregation;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code decimal_sum}: the sum of decimals by their digits, exact, of 38 digits at most. What
 * {@code sum} is for decimals whose sum 64 bits may not hold.
 *
 * <p>Of longs, or of texts as {@link Digits} has them. The sum is kept in 128 bits, the low word
 * first; {@code lower} throws where it has more than 38 digits, so that an overflow that later
 * values undo does no harm.
 */
final class SumOfDecimals extends WordsAggregation<String> {
  static final String NAME = "decimal_sum";
  private static final BigInteger LOW_WORD = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private final ValueType input;

  SumOfDecimals(ValueType input) {
    this.input = input;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ValueType input() {
    return input;
  }

  @Override
  public Set<Property> properties() {
    return EnumSet.of(
        Property.COMMUTATIVE, Property.INVERTIBLE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public int words() {
    return 2;
  }

  @Override
  public String empty() {
    return Digits.text(BigInteger.ZERO);
  }

  @Override
  public void identity(long[] to, int t) {
    put(0, 0, to, t);
  }

  @Override
  public void lift(long value, long[] to, int t) {
    put(value, value >> 63, to, t);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    throw new IllegalArgumentException(
        NAME + " takes decimals and integers, not the double " + value);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    if (value instanceof String text) {
      BigInteger digits = Digits.of(text);
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
    BigInteger low = BigInteger.valueOf(state[s]).and(LOW_WORD);
    return Digits.text(BigInteger.valueOf(state[s + 1]).shiftLeft(64).or(low));
  }

  private static void put(long low, long high, long[] to, int t) {
    to[t] = low;
    to[t + 1] = high;
  }
}
