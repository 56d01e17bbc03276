package dev.finestra.cli;

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
                "'\\" + c + "' means nothing in a quoted string; \\\\ is a backslash");
      }
    }
    return to.toString();
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
