package dev.finestra.internal.name;

import java.util.regex.Pattern;

/**
 * Numbers as people write them. Forms that only Java accepts are rejected: suffixes, hexadecimal
 * fractions, digits of other scripts.
 */
public final class Numbers {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");

  private Numbers() {}

  /**
   * A whole number without a plus sign or leading zeros. Each number can be written in one way
   * only, so one window has one name.
   */
  public static long whole(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new NumberFormatException("Not a whole number.");
    }
    return Long.parseLong(text);
  }

  /**
   * Whether the text has only characters of decimal numbers. It may still be malformed; {@link
   * Double#parseDouble} detects that.
   */
  public static boolean isDecimal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return false;
      }
    }
    return true;
  }
}
