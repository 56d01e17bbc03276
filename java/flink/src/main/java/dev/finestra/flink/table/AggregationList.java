package dev.finestra.flink.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of aggregations, as {@code max(price) AS top, quantile(0.99)(latency) AS p99, count()}:
 * each a name, its parameters in brackets where it has any, and its columns in brackets.
 */
final class AggregationList {
  private static final Pattern ONE =
      Pattern.compile(
          "(\\w+.*)\\(([^()]*)\\)\\s*(?:AS\\s+(?:`([^`]+)`|(\\w+)))?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL | Pattern.UNICODE_CHARACTER_CLASS);

  private AggregationList() {}

  /** For each its name, the aggregation and its columns. */
  static List<List<String>> parse(String text) {
    List<List<String>> all = new ArrayList<>();
    for (String part : split(text)) {
      Matcher one = ONE.matcher(part.strip());
      if (!one.matches()) {
        throw new IllegalArgumentException(
            "'"
                + part.strip()
                + "' is no aggregation; write it as max(price) AS top, quantile(0.99)(latency) AS"
                + " p99 or count()");
      }
      String aggregation = one.group(1).strip();
      String base = aggregation.split("\\W", 2)[0];
      List<String> each = new ArrayList<>();
      String quoted = one.group(3);
      each.add(quoted != null ? quoted : one.group(4) != null ? one.group(4) : base);
      each.add(aggregation);
      for (String column : one.group(2).split(",")) {
        if (!column.isBlank()) {
          each.add(column.strip().replace("`", ""));
        }
      }
      if (base.equalsIgnoreCase("count")
          && each.subList(1, each.size()).equals(List.of(aggregation, "*"))) {
        each.set(1, "count");
        each.remove(2); // SQL's word for each row
      }
      all.add(each);
    }
    return all;
  }

  /** The parts between the commas that are in no brackets and no quotes. */
  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      isQuoted ^= c == '`';
      depth += isQuoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0 && !isQuoted) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }
}
