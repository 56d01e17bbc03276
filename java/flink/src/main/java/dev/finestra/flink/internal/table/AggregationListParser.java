package dev.finestra.flink.internal.table;

import dev.finestra.aggregation.Aggregations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a list of aggregations, such as {@code max(price) AS top, quantile(0.99)(latency) AS p99,
 * count()}: for each a name, optional parameters in brackets, and columns in brackets.
 */
final class AggregationListParser {
  private static final Pattern ONE =
      Pattern.compile(
          "(\\w+.*)\\(([^()]*)\\)\\s*(?:AS\\s+(?:`([^`]+)`|(\\w+)))?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL | Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern COLUMN =
      Pattern.compile("[\\w.*$]+|`[^`]+`", Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern FILTER =
      Pattern.compile(".*\\)\\s*FILTER\\s*\\(.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern DISTINCT =
      Pattern.compile("DISTINCT\\s+(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private AggregationListParser() {}

  /** For each aggregation the name of its result, its own name and its columns. */
  public static List<List<String>> parse(String text) {
    List<List<String>> all = new ArrayList<>();
    for (String part : split(text)) {
      if (FILTER.matcher(part).matches()) {
        throw new IllegalArgumentException(
            "'%s' has a FILTER, which finestra_window does not support; filter the input: input =>"
                    .formatted(part.strip())
                + " (SELECT … WHERE …) PARTITION BY …, or add a column that is null in other rows");
      }
      Matcher one = ONE.matcher(part.strip());
      if (!one.matches()) {
        throw new IllegalArgumentException(
            ("'%s' is not an aggregation; write it as max(price) AS top, quantile(0.99)(latency)"
                    + " AS p99 or count()")
                .formatted(part.strip()));
      }
      String written = one.group(1).strip();
      String base = written.split("\\W", 2)[0];
      String aggregation = inCatalog(base) + written.substring(base.length());
      List<String> each = new ArrayList<>();
      String quoted = one.group(3);
      each.add(quoted != null ? quoted : one.group(4) != null ? one.group(4) : base);
      each.add(aggregation);
      for (String column : one.group(2).split(",")) {
        if (!column.isBlank()) {
          checkColumn(base, column.strip());
          each.add(column.strip().replace("`", ""));
        }
      }
      if (each.subList(1, each.size()).equals(List.of("count", "*"))) {
        each.remove(2); // count(*) is SQL for count()
      }
      all.add(each);
    }
    return all;
  }

  /** A name as it is if it is known, otherwise in lower case, because SQL writes SUM. */
  private static String inCatalog(String name) {
    return Aggregations.names().contains(name) ? name : name.toLowerCase(Locale.ROOT);
  }

  private static void checkColumn(String aggregation, String column) {
    Matcher distinct = DISTINCT.matcher(column);
    if (distinct.matches()) {
      throw new IllegalArgumentException(
          "%s(%s) has DISTINCT, which finestra_window does not support; count_distinct(%s) counts"
                  .formatted(aggregation, column, distinct.group(1))
              + " distinct values");
    }
    if (!COLUMN.matcher(column).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a column name; quote it with `, or compute it in the input: input => (SELECT *, %s AS x FROM …)"
                  .formatted(column, column)
              + " PARTITION BY …");
    }
  }

  /** Splits at commas outside brackets and quotes. */
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
