package dev.finestra.bench;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.name.Name;
import java.util.List;
import java.util.Set;

/** The aggregations that are measured: the catalog's, and {@code bloom_bits(b)}. */
final class Monoids {
  /**
   * What other aggregations a program may have used before: of one column, with cells of one word
   * and of several.
   */
  static final List<String> OTHERS =
      List.of(
          "count",
          "sum",
          "min",
          "max",
          "mean",
          "last",
          "first",
          "bit_or",
          "bit_and",
          "bit_xor",
          "geomean",
          "sum_wrapping",
          "bloom_bits(1024)");

  private static final Set<String> OF_DOUBLES =
      Set.of(
          "geomean",
          "sum_kahan",
          "mean",
          "var_samp",
          "stddev_samp",
          "stddev_pop",
          "relative_variation");

  private Monoids() {}

  /** The aggregation of this name; refuses what is unknown. */
  static Aggregation<?> of(String name) {
    Name parsed = Name.parse(name);
    if (parsed.base().equals("bloom_bits")) {
      return new BloomBits(bits(parsed));
    }
    return Aggregations.of(
        name, OF_DOUBLES.contains(parsed.base()) ? ValueType.DOUBLE : ValueType.LONG);
  }

  private static int bits(Name name) {
    try {
      if (name.parameters().size() == 1) {
        return Integer.parseInt(name.parameters().get(0).toString());
      }
    } catch (NumberFormatException notANumber) {
      // refused below
    }
    throw new IllegalArgumentException(
        "'" + name + "' needs its number of bits, as in bloom_bits(4096)");
  }

  /** Why the aggregation cannot be measured; null when it can. */
  static String missing(String name) {
    try {
      Aggregation<?> found = of(name);
      return found.name().equals(name)
          ? null
          : "the catalog answers " + found.name() + " for " + name;
    } catch (IllegalArgumentException unknown) {
      return unknown.getMessage();
    }
  }

  /** About how many bytes a window of n entries takes at the most, everything counted. */
  static long room(String name, long n) {
    Aggregation<?> f = of(name);
    long words =
        f instanceof WordsAggregation<?> w ? w.words() : f instanceof LongAggregation<?> ? 1 : 16;
    return n * (96 + 8 * 3 * words);
  }
}
