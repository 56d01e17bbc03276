package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ResultType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The decimals of a column, and how a window holds them: as longs in their smallest unit if they
 * have at most 18 digits, otherwise as texts of {@link DecimalDigits}.
 */
public record Decimals(int precision, int scale) implements Serializable {
  /** The most digits that always fit 64 bits. */
  private static final int MOST_IN_LONG = 18;

  public Decimals {
    if (precision < 1
        || precision > ResultType.Decimal.MOST_DIGITS
        || scale < 0
        || scale > precision) {
      throw new IllegalArgumentException(
          "DECIMAL(%s,%s) is no type; it has from 1 to %s digits, and at most as many of them after the point."
              .formatted(precision, scale, ResultType.Decimal.MOST_DIGITS));
    }
  }

  /** The type of the window's values. */
  public ValueType held() {
    return precision <= MOST_IN_LONG ? ValueType.LONG : ValueType.STRING;
  }

  /**
   * The window's value for a decimal, which is rounded to the scale if it has more digits after the
   * point.
   */
  public Object toHeld(BigDecimal value) {
    BigInteger digits = value.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
    if (digits.abs().compareTo(BigInteger.TEN.pow(precision)) >= 0) {
      throw new IllegalArgumentException(
          "The value %s has more than the %s digits before the point of %s; use a wider type, or convert it to a double."
              .formatted(value, precision - scale, this));
    }
    return held() == ValueType.LONG ? (Object) digits.longValue() : DecimalDigits.text(digits);
  }

  @Override
  public String toString() {
    return "DECIMAL(" + precision + "," + scale + ")";
  }
}
