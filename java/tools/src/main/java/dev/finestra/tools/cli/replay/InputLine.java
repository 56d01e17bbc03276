package dev.finestra.tools.cli.replay;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.common.BadInputException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One line of input, read word by word.
 *
 * <p>Blanks and tabs separate words, commas separate the columns of a value. A JSON string in
 * double quotes may contain both.
 */
final class InputLine {
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|Infinity)|NaN");

  private final Aggregation<?> aggregation;
  private final String otherTypes;
  private final String text;
  private int at;

  /** A line with values for an aggregation; errors about a value end with {@code otherTypes}. */
  InputLine(String text, Aggregation<?> aggregation, String otherTypes) {
    this.text = text;
    this.aggregation = aggregation;
    this.otherTypes = otherTypes;
  }

  /** Whether there is another word; skips the blanks before it. */
  boolean hasMore() {
    while (at < text.length() && isBlank(at)) {
      at++;
    }
    return at < text.length();
  }

  /** Whether the line is blank or a comment. */
  boolean isEmpty() {
    return !hasMore() || text.charAt(at) == '#';
  }

  /** Takes the next word. */
  String takeWord() {
    int from = at;
    while (at < text.length() && !isBlank(at)) {
      at++;
    }
    return text.substring(from, at);
  }

  /** Takes a time. */
  long takeTime() throws BadInputException {
    return integer(takeWord(), "time", "");
  }

  /** Takes a value: null, a scalar, or a row of columns. */
  Object takeValue() throws BadInputException {
    ValueType type = aggregation.input();
    boolean isOneColumn = aggregation.columns() == 1;
    if (isOneColumn && type == ValueType.STRING && text.charAt(at) != '"') {
      return scalar(takeWord(), type); // commas belong to the string
    }
    List<String> columns = takeColumns();
    if (columns.size() == 1 && (isOneColumn || columns.get(0).equals("null"))) {
      return scalar(columns.get(0), type);
    }
    List<ValueType> types = aggregation.row(columns.size());
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = scalar(columns.get(i), types.get(i));
    }
    return row;
  }

  private List<String> takeColumns() throws BadInputException {
    List<String> columns = new ArrayList<>();
    do {
      int from = at;
      if (from < text.length() && text.charAt(from) == '"') {
        skipQuoted();
      } else {
        while (!isColumnEnd()) {
          at++;
        }
      }
      columns.add(text.substring(from, at));
    } while (at < text.length() && text.charAt(at) == ',' && ++at > 0);
    return columns;
  }

  private void skipQuoted() throws BadInputException {
    int from = at++;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= text.length()) {
      throw new BadInputException(
          "the string " + Shown.quoted(text.substring(from)) + " has no closing quote");
    }
    at++;
    if (!isColumnEnd()) {
      throw new BadInputException(
          "after the closing quote of "
              + Shown.quoted(text.substring(from, at))
              + " a blank must follow, not "
              + Shown.quoted(takeWord()));
    }
  }

  private boolean isColumnEnd() {
    return at >= text.length() || isBlank(at) || text.charAt(at) == ',';
  }

  private Object scalar(String word, ValueType type) throws BadInputException {
    if (word.equals("null")) {
      return null;
    }
    return switch (type) {
      case LONG -> (Object) integer(word, "value", otherTypes);
      case DOUBLE -> decimal(word);
      case STRING -> word.startsWith("\"") ? jsonString(word) : word;
    };
  }

  private static long integer(String word, String what, String hint) throws BadInputException {
    if (!INTEGER.matcher(word).matches()) {
      throw bad(word, " is not a " + what + "; it must be an integer" + hint);
    }
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException beyond) {
      String range = "from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
      throw bad(word, " is not a " + what + "; it must be an integer " + range + hint);
    }
  }

  private double decimal(String word) throws BadInputException {
    if (!DECIMAL.matcher(word).matches()) {
      throw bad(
          word,
          " is not a value; it must be a decimal number, NaN, Infinity or -Infinity" + otherTypes);
    }
    double value = Double.parseDouble(word);
    if (Double.isInfinite(value) && !word.endsWith("Infinity")) {
      String range = "from " + -Double.MAX_VALUE + " to " + Double.MAX_VALUE;
      throw bad(word, " is not a value; it must be " + range + ", Infinity or -Infinity");
    }
    return value;
  }

  private static String jsonString(String quoted) throws BadInputException {
    String text;
    try (JsonReader reader = new JsonReader(new StringReader(quoted))) {
      reader.setStrictness(Strictness.STRICT);
      text = reader.nextString();
    } catch (IOException malformed) {
      throw bad(
          quoted,
          " is not a JSON string; write \\\\ for a backslash, and \\u with four hexadecimal digits"
              + " for a control character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw bad(
          quoted, " contains half of a character; write both halves, as in \"\\ud83d\\ude00\"");
    }
    return text;
  }

  private static BadInputException bad(String word, String what) {
    return new BadInputException(Shown.quoted(word) + what);
  }

  private boolean isBlank(int index) {
    return text.charAt(index) == ' ' || text.charAt(index) == '\t';
  }
}
