package dev.finestra.tools.cli.catalog;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An algorithm's cost in a few characters: one bound, or the usual bound and the worst. */
final class CostSummary {
  /** O(…) with up to two nested pairs of brackets, or n, or a fraction of n. */
  private static final Pattern BOUND =
      Pattern.compile("O\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)|\\bn(?:/[0-9]+)?\\b");

  private CostSummary() {}

  /** The first and the last bound in a text; the whole text if it contains none. */
  static String brief(String cost) {
    List<String> bounds = BOUND.matcher(cost).results().map(MatchResult::group).toList();
    if (bounds.isEmpty()) {
      return cost;
    }
    String first = bounds.get(0);
    String last = bounds.get(bounds.size() - 1);
    return first.equals(last) ? first : first + " to " + last;
  }
}
