package dev.finestra.internal.name;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The names nearest to a mistyped one, for error messages. */
public final class Nearest {
  /** Characters of a mistyped name that are compared. */
  private static final int MOST = 64;

  /** Names of other systems, with Finestra's names for the same things. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("avg", "mean"),
          Map.entry("average", "mean"),
          Map.entry("stddev", "stddev_samp"),
          Map.entry("stdev", "stddev_samp"),
          Map.entry("std", "stddev_samp"),
          Map.entry("var", "var_samp"),
          Map.entry("variance", "var_samp"),
          Map.entry("cov", "covar_samp"),
          Map.entry("covariance", "covar_samp"),
          Map.entry("correlation", "corr"),
          Map.entry("slope", "regr_slope"),
          Map.entry("median", "quantile"),
          Map.entry("percentile", "quantile"),
          Map.entry("percentile_approx", "quantile"),
          Map.entry("approx_percentile", "quantile"),
          Map.entry("mode", "frequent_items"),
          Map.entry("approx_count_distinct", "hll"),
          Map.entry("max_by", "arg_max"),
          Map.entry("min_by", "arg_min"),
          Map.entry("first_value", "first"),
          Map.entry("last_value", "last"),
          Map.entry("every", "bool_and"),
          Map.entry("any", "bool_or"),
          Map.entry("some", "bool_or"),
          Map.entry("array_agg", "collect"),
          Map.entry("collect_list", "collect"),
          Map.entry("collect_set", "collect_distinct"),
          Map.entry("string_agg", "concat"),
          Map.entry("group_concat", "concat"),
          Map.entry("listagg", "concat"),
          Map.entry("flatfat", "reactive"),
          Map.entry("naive", "recalculate"));

  private Nearest() {}

  /** The end of an error message: {@code Did you mean 'max', 'last' or 'm4'?}. */
  public static String question(String name, Collection<String> names) {
    List<String> nearest = to(name, names).stream().map(n -> "'" + n + "'").toList();
    int last = nearest.size() - 1;
    return "Did you mean "
        + (last < 1
            ? nearest.get(0)
            : String.join(", ", nearest.subList(0, last)) + " or " + nearest.get(last))
        + "?";
  }

  /**
   * At most three names, the nearest first: Finestra's name for one of another system, then by edit
   * distance, ignoring case. A name that begins with the mistyped one counts as near.
   */
  public static List<String> to(String name, Collection<String> names) {
    String lower = name.substring(0, Math.min(name.length(), MOST)).toLowerCase(Locale.ROOT);
    String here = ELSEWHERE.get(lower);
    return names.stream()
        .map(n -> new Candidate(n, n.equals(here) ? -1 : nearness(lower, n)))
        .sorted(Comparator.comparingInt(Candidate::nearness).thenComparing(Candidate::name))
        .limit(3)
        .map(Candidate::name)
        .toList();
  }

  /** A name with its nearness, which is computed once and not in each comparison of the sort. */
  private record Candidate(String name, int nearness) {}

  private static int nearness(String lower, String name) {
    return name.equals(lower) ? 0 : name.startsWith(lower) ? 1 : distance(lower, name);
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
