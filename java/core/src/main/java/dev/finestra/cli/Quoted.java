package dev.finestra.cli;

import dev.finestra.name.Shown;

/** Reads what stands between the quotes of a JSON string. */
final class Quoted {
  private Quoted() {}

  static String read(String text) throws BadInput {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder to = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        to.append(c);
        continue;
      }
      c = text.charAt(++i);
      switch (c) {
        case '"', '\\', '/' -> to.append(c);
        case 'b' -> to.append('\b');
        case 'f' -> to.append('\f');
        case 'n' -> to.append('\n');
        case 'r' -> to.append('\r');
        case 't' -> to.append('\t');
        case 'u' -> {
          to.append(unit(text, i + 1));
          i += 4;
        }
        default ->
            throw new BadInput(
                Shown.quoted("\\" + c) + " means nothing in a quoted string; \\\\ is a backslash");
      }
    }
    return whole(to);
  }

  /** Refuses half of a character, which no output could hold. */
  private static String whole(CharSequence text) throws BadInput {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      throw new BadInput(
          String.format(
              "'\\u%04x' is half of a character; both halves stand together, as in"
                  + " \"\\ud83d\\ude00\"",
              (int) c));
    }
    return text.toString();
  }

  private static char unit(String text, int at) throws BadInput {
    int unit = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        throw new BadInput("'\\u' needs four hexadecimal digits behind it in a quoted string");
      }
      unit = 16 * unit + digit;
    }
    return (char) unit;
  }
}
