package dev.finestra.cli;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An algorithm's costs in a few words: a bound, or the usual one and the worst. */
final class Costs {
  /** A bound with up to two pairs of brackets inside its own, or a part of the entries. */
  private static final Pattern BOUND =
      Pattern.compile("O\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)|\\bn(?:/[0-9]+)?\\b");

  private Costs() {}

  /** The first and the last bound that a cost names; the whole text where it names none. */
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
