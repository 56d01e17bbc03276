package dev.finestra.aggregation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A law that an aggregation breaks, and where.
 *
 * @param law the law, in symbols: {@code (a ⊗ b) ⊗ c = a ⊗ (b ⊗ c)}
 * @param values the values that a, b and c were lifted and combined from
 * @param left what the left side lowers to, or the exception that it threw
 * @param right what the right side lowers to, or the exception that it threw
 */
public record Violation(String law, List<List<Object>> values, Object left, Object right) {
  @Override
  public String toString() {
    String names = "abc";
    StringBuilder where = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      where.append(i == 0 ? "" : ", ").append(names.charAt(i)).append(" = ");
      where.append(values.get(i).stream().map(Violation::text).collect(Collectors.joining("⊗")));
      where.append(values.get(i).isEmpty() ? "identity" : "");
    }
    return law + " does not hold for " + where + ": " + text(left) + " is not " + text(right);
  }

  private static String text(Object value) {
    return value instanceof Object[] row ? Arrays.toString(row) : String.valueOf(value);
  }
}
