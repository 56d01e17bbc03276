package dev.finestra.name;

import java.util.regex.Pattern;

/**
 * Numbers as people write them, without what Java takes beside: suffixes, hexadecimal fractions,
 * digits of other scripts.
 */
public final class Numbers {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");

  private Numbers() {}

  /**
   * A whole number written in its one way: no plus, no leading zeros, so that one window has one
   * name.
   */
  public static long whole(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new NumberFormatException("no whole number");
    }
    return Long.parseLong(text);
  }

  /**
   * Whether the text holds nothing that a decimal number does not; it may still be malformed, which
   * {@link Double#parseDouble} tells.
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
