package dev.finestra.internal.name;

/**
 * A user's text in a message: cut if it is long, and with an escape for every control character and
 * every invisible one.
 */
public final class Shown {
  /** The most characters that a message repeats. */
  private static final int MOST = 60;

  private Shown() {}

  /** The text in single quotes, cut and escaped. */
  public static String quoted(String text) {
    return "'" + cut(text) + "'";
  }

  /** The beginning of the text, escaped; an ellipsis stands for the rest. */
  public static String cut(String text) {
    if (text.length() <= MOST) {
      return escaped(text);
    }
    int end = Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
    return escaped(text.substring(0, end)) + "…";
  }

  /** The text with each unprintable character as a backslash, u and four digits. */
  public static String escaped(String text) {
    StringBuilder to = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isHidden(c)) {
                for (char unit : Character.toChars(c)) {
                  to.append(String.format("\\u%04x", (int) unit));
                }
              } else {
                to.appendCodePoint(c);
              }
            });
    return to.toString();
  }

  /** Whether a character ends a line, moves a cursor, or cannot be seen. */
  public static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
