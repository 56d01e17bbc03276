package dev.finestra.internal.aggregation.decimals;

import java.math.BigInteger;

/**
 * The digits of a decimal as a text. The order of such texts is that of the numbers, so a window
 * over texts holds decimals that 64 bits cannot: 38 digits at most, in 39 characters.
 */
public final class DecimalDigits {
  private static final int LENGTH = 39;
  private static final BigInteger MOST = BigInteger.TEN.pow(LENGTH - 1);

  private DecimalDigits() {}

  /** The text for the digits of a decimal; throws if there are more than 38. */
  public static String text(BigInteger digits) {
    if (digits.abs().compareTo(MOST) >= 0) {
      throw new ArithmeticException(
          "The result has the digits "
              + digits
              + ", more than the 38 of a DECIMAL. Cast the column to DOUBLE.");
    }
    String above = digits.add(MOST).toString();
    return "0".repeat(LENGTH - above.length()) + above;
  }

  /** The digits in a text that {@link #text} made. */
  public static BigInteger of(String text) {
    return new BigInteger(text).subtract(MOST);
  }
}
