package dev.finestra.bench;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, collections, numbers, booleans and text as JSON, indented down to a given depth. */
public final class Json {
  private final StringBuilder out = new StringBuilder();
  private final int deep;

  private Json(int deep) {
    this.deep = deep;
  }

  /** On one line. */
  static String line(Object value) {
    return new Json(0).value(value, 0).out.toString();
  }

  /** Indented, with what lies deeper than this on one line. */
  public static String indented(Object value, int deep) {
    return new Json(deep).value(value, 0).out.append('\n').toString();
  }

  private Json value(Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      out.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> entry = i.next();
        newLine(depth + 1);
        text(entry.getKey().toString());
        out.append(": ");
        value(entry.getValue(), depth + 1);
        out.append(i.hasNext() ? "," + space(depth + 1) : "");
      }
      endLine(depth);
      out.append('}');
    } else if (value instanceof Collection<?> all) {
      out.append('[');
      for (Iterator<?> i = all.iterator(); i.hasNext(); ) {
        newLine(depth + 1);
        value(i.next(), depth + 1);
        out.append(i.hasNext() ? "," + space(depth + 1) : "");
      }
      endLine(depth);
      out.append(']');
    } else if (value instanceof Double number) {
      number(number);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      text(value.toString());
    }
    return this;
  }

  private String space(int depth) {
    return depth > deep ? " " : "";
  }

  private void newLine(int depth) {
    if (depth <= deep && deep > 0) {
      out.append('\n').append("  ".repeat(depth));
    }
  }

  private void endLine(int depth) {
    if (depth < deep) {
      out.append('\n').append("  ".repeat(depth));
    }
  }

  /** Six digits say more than a benchmark knows. */
  private void number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new IllegalArgumentException(number + " is no figure");
    }
    String text =
        new java.math.BigDecimal(number).round(new java.math.MathContext(6)).toPlainString();
    out.append(text.contains(".") ? text.replaceAll("\\.?0+$", "") : text);
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
