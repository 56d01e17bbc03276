package dev.finestra.cli;

import java.lang.reflect.Array;
import java.util.Iterator;
import java.util.Map;

/**
 * Answers as text: scalars plain, structures as one line of JSON.
 *
 * <p>A string that would be mistaken, because it holds characters that control or end a line, is
 * the word null, or begins with a quote, is printed as its JSON string.
 *
 * <p>JSON has no NaN and no infinities: inside a structure they are strings. Numbers print as
 * {@code toString} does, which is JSON for all others.
 */
final class Json {
  private Json() {}

  /** One answer: null, numbers, booleans and strings as they are, everything else as JSON. */
  static String answer(Object value) {
    return isStructure(value) || (value instanceof String text && isMistakable(text))
        ? of(value)
        : String.valueOf(value);
  }

  private static boolean isMistakable(String text) {
    return text.equals("null") || text.startsWith("\"") || text.chars().anyMatch(Json::isControl);
  }

  /** Any value as JSON on one line. */
  static String of(Object value) {
    StringBuilder to = new StringBuilder();
    write(value, to);
    return to.toString();
  }

  private static boolean isStructure(Object value) {
    return value instanceof Iterable
        || value instanceof Map
        || (value != null && value.getClass().isArray());
  }

  private static void write(Object value, StringBuilder to) {
    if (value instanceof Map<?, ?> map) {
      writeMap(map, to);
    } else if (value instanceof Iterable<?> many) {
      writeAll(many.iterator(), to);
    } else if (value != null && value.getClass().isArray()) {
      writeAll(elements(value), to);
    } else if (value == null
        || value instanceof Boolean
        || (value instanceof Number number && isFinite(number))) {
      to.append(value);
    } else {
      writeString(value.toString(), to);
    }
  }

  private static boolean isFinite(Number number) {
    return !(number instanceof Double || number instanceof Float)
        || Double.isFinite(number.doubleValue());
  }

  private static void writeMap(Map<?, ?> map, StringBuilder to) {
    to.append('{');
    String between = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      to.append(between);
      writeString(String.valueOf(entry.getKey()), to);
      to.append(':');
      write(entry.getValue(), to);
      between = ",";
    }
    to.append('}');
  }

  private static void writeAll(Iterator<?> elements, StringBuilder to) {
    to.append('[');
    String between = "";
    while (elements.hasNext()) {
      to.append(between);
      write(elements.next(), to);
      between = ",";
    }
    to.append(']');
  }

  private static Iterator<?> elements(Object array) {
    return java.util.stream.IntStream.range(0, Array.getLength(array))
        .mapToObj(i -> Array.get(array, i))
        .iterator();
  }

  private static void writeString(String text, StringBuilder to) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> to.append("\\\"");
        case '\\' -> to.append("\\\\");
        case '\n' -> to.append("\\n");
        case '\r' -> to.append("\\r");
        case '\t' -> to.append("\\t");
        default -> {
          if (Character.isSurrogate(c) ? !isPaired(text, i) : isControl(c)) {
            to.append(String.format("\\u%04x", (int) c));
          } else {
            to.append(c);
          }
        }
      }
    }
    to.append('"');
  }

  /** Whether a character controls a terminal or ends a line for some who read lines. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
