package dev.finestra.spark;

import java.math.BigInteger;

/**
 * The digits of a decimal of up to 38 as a text of 39, whose order is that of the numbers: so a
 * window that knows texts takes decimals that 64 bits do not hold.
 */
final class Digits {
  private static final int LENGTH = 39;
  private static final BigInteger MOST = BigInteger.TEN.pow(LENGTH - 1);

  private Digits() {}

  /** The text of a decimal's digits; an error where there are too many. */
  static String text(BigInteger digits) {
    if (digits.abs().compareTo(MOST) >= 0) {
      throw new ArithmeticException(
          "the sum has the digits "
              + digits
              + ", which are more than the 38 of a DECIMAL; cast the column to DOUBLE");
    }
    String above = digits.add(MOST).toString();
    return "0".repeat(LENGTH - above.length()) + above;
  }

  /** The digits of a text that {@link #text} made. */
  static BigInteger of(String text) {
    return new BigInteger(text).subtract(MOST);
  }
}
