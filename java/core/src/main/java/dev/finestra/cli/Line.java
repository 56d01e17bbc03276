package dev.finestra.cli;

import dev.finestra.name.Numbers;
import dev.finestra.name.Shown;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * One line of input, read word by word by hand, without objects for numbers.
 *
 * <p>Words stand between blanks and tabs. A word may be a JSON string in double quotes, which may
 * hold blanks.
 */
final class Line {
  /** The most bytes that an error shows the beginning of: more than it has characters. */
  private static final int SHOWN = 1024;

  private final String otherTypes;
  private byte[] bytes;
  private int at;
  private int end;

  /** A line whose values might be of other types, which the sentence in brackets tells. */
  Line(String otherTypes) {
    this.otherTypes = otherTypes;
  }

  void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Whether there is a word left; stands at its beginning then. */
  boolean hasMore() {
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at < end;
  }

  /** Whether the line says nothing: empty, or a comment. */
  boolean isIdle() {
    return !hasMore() || bytes[at] == '#';
  }

  /** Takes the next word, whatever it is. */
  String takeWord() {
    int from = at;
    at = partEnd(false);
    return textOf(from, at);
  }

  /** Takes the word {@code null}; false when the next part is another. */
  boolean takeNull(boolean untilComma) {
    int to = partEnd(untilComma);
    if (to - at == 4
        && bytes[at] == 'n'
        && bytes[at + 1] == 'u'
        && bytes[at + 2] == 'l'
        && bytes[at + 3] == 'l') {
      at = to;
      return true;
    }
    return false;
  }

  /**
   * Whether the next word is one number, as far as a glance tells: no comma in it, and not the word
   * null.
   */
  boolean isPlain() {
    if (at < end && bytes[at] == 'n') {
      return false;
    }
    for (int i = at; i < end && !isBlank(bytes[i]); i++) {
      if (bytes[i] == ',') {
        return false;
      }
    }
    return true;
  }

  /** Whether the next word begins with a JSON string. */
  boolean isQuoted() {
    return at < end && bytes[at] == '"';
  }

  /** How many parts the next word has, joined by commas. */
  int countParts() {
    int parts = 1;
    boolean fresh = true;
    for (int i = at; i < end && !isBlank(bytes[i]); i++) {
      int close = fresh && bytes[i] == '"' ? quotedEnd(i) : -1;
      fresh = false;
      if (close > 0) {
        i = close - 1;
      } else if (bytes[i] == ',') {
        parts++;
        fresh = true;
      }
    }
    return parts;
  }

  /** Takes a comma when one is next. */
  boolean takeComma() {
    if (at < end && bytes[at] == ',') {
      at++;
      return true;
    }
    return false;
  }

  /** Takes a 64-bit whole number. */
  long takeLong(String what, boolean untilComma) throws BadInput {
    int to = partEnd(untilComma);
    int i = at;
    boolean negative = i < to && bytes[i] == '-';
    if (negative || (i < to && bytes[i] == '+')) {
      i++;
    }
    if (i == to) {
      throw notWhole(what, to);
    }
    // Negative numbers reach one further, so the digits are gathered below zero.
    long value = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notWhole(what, to);
      }
      if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
        throw outOfRange(what, to);
      }
      value = value * 10 - digit;
    }
    if (!negative && value == Long.MIN_VALUE) {
      throw outOfRange(what, to);
    }
    at = to;
    return negative ? value : -value;
  }

  private BadInput notWhole(String what, int to) {
    return new BadInput(shown(to) + " is no " + what + ": it must be a whole number" + hint(what));
  }

  private BadInput outOfRange(String what, int to) {
    return new BadInput(
        shown(to)
            + " is no "
            + what
            + ": a whole number goes from "
            + Long.MIN_VALUE
            + " to "
            + Long.MAX_VALUE
            + hint(what));
  }

  private String hint(String what) {
    return what.equals("value") ? otherTypes : "";
  }

  /** Takes a decimal number, rounded to the nearest double, NaN, or an infinity by its name. */
  double takeDouble(boolean untilComma) throws BadInput {
    int to = partEnd(untilComma);
    double value = doubleOf(textOf(at, to), to);
    at = to;
    return value;
  }

  private double doubleOf(String text, int to) throws BadInput {
    switch (text) {
      case "NaN" -> {
        return Double.NaN;
      }
      case "Infinity", "+Infinity" -> {
        return Double.POSITIVE_INFINITY;
      }
      case "-Infinity" -> {
        return Double.NEGATIVE_INFINITY;
      }
      default -> {
        double value = decimal(text);
        if (Double.isInfinite(value)) {
          throw new BadInput(
              shown(to)
                  + " is no value: doubles go from "
                  + -Double.MAX_VALUE
                  + " to "
                  + Double.MAX_VALUE
                  + ", and to Infinity and -Infinity by these names");
        }
        if (Double.isNaN(value)) {
          throw new BadInput(
              shown(to)
                  + " is no value: it must be a decimal number, NaN, Infinity or -Infinity"
                  + otherTypes);
        }
        return value;
      }
    }
  }

  /** NaN where the text is no decimal number. */
  private static double decimal(String text) {
    try {
      return Numbers.isDecimal(text) ? Double.parseDouble(text) : Double.NaN;
    } catch (NumberFormatException malformed) {
      return Double.NaN;
    }
  }

  /** Takes a word as it is, or a JSON string. */
  String takeString(boolean untilComma) throws BadInput {
    if (at < end && bytes[at] == '"') {
      return takeQuoted(untilComma);
    }
    int to = partEnd(untilComma);
    String text = strictly(at, to, to);
    at = to;
    return text;
  }

  /** A text of which no byte may be lost; the part up to an end is shown when one would be. */
  private String strictly(int from, int to, int partEnd) throws BadInput {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException notUtf8) {
      throw new BadInput(shown(partEnd) + " is not UTF-8");
    }
  }

  private String takeQuoted(boolean untilComma) throws BadInput {
    int to = quotedEnd(at);
    if (to < 0) {
      throw new BadInput("the string " + shown(end) + " has no closing quote");
    }
    if (to < end && !isBlank(bytes[to]) && !(untilComma && bytes[to] == ',')) {
      throw new BadInput(
          "after the closing quote of "
              + shown(to)
              + " a blank was expected, not "
              + shown(to, partEndFrom(to, untilComma)));
    }
    String text = Quoted.read(strictly(at + 1, to - 1, to));
    at = to;
    return text;
  }

  private int quotedEnd(int from) {
    for (int i = from + 1; i < end; i++) {
      if (bytes[i] == '\\') {
        i++;
      } else if (bytes[i] == '"') {
        return i + 1;
      }
    }
    return -1;
  }

  private int partEnd(boolean untilComma) {
    return partEndFrom(at, untilComma);
  }

  private int partEndFrom(int from, boolean untilComma) {
    int i = from;
    while (i < end && !isBlank(bytes[i]) && !(untilComma && bytes[i] == ',')) {
      i++;
    }
    return i;
  }

  private String shown(int to) {
    return shown(at, to);
  }

  private String shown(int from, int to) {
    return Shown.quoted(textOf(from, Math.min(to, from + SHOWN)));
  }

  private String textOf(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }
}
