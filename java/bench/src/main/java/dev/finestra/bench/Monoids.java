package dev.finestra.bench;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.name.Name;
import java.util.List;
import java.util.Set;

/** The measured aggregations: those of the catalog, and {@code bloom_bits(b)}. */
final class Monoids {
  /** The aggregations for {@link Company}: of one column, with states of one word or several. */
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
          "declared",
          "relative_variation");

  private Monoids() {}

  /** The aggregation of this name; throws if it is unknown. */
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
      // Reported below.
    }
    throw new IllegalArgumentException(
        "'" + name + "' needs a number of bits, as in bloom_bits(4096)");
  }

  /** The reason why the aggregation cannot be measured; null if it can. */
  static String missing(String name) {
    try {
      Aggregation<?> found = of(name);
      return found.name().equals(name)
          ? null
          : "the catalog returns " + found.name() + " for " + name;
    } catch (IllegalArgumentException unknown) {
      return unknown.getMessage();
    }
  }

  /** An upper estimate of the bytes of a window of n entries. */
  static long room(String name, long n) {
    Aggregation<?> f = of(name);
    long words =
        f instanceof WordsAggregation<?> w ? w.words() : f instanceof LongAggregation<?> ? 1 : 16;
    return n * (96 + 8 * 3 * words);
  }
}
