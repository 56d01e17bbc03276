package dev.finestra.cli;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.Finestra;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code finestra list}: the catalogs, as tables for people or as JSON for machines. */
final class Listing {
  static final String HELP =
      """
      finestra list [--wide | --json]

      Prints the algorithms and the aggregations: as tables in a few words, with --wide with all that is known of
      each, or with --json the same as one line of JSON.
      n is the window's size, m the size of a bulk, d how far out of order an entry comes. A cost from one bound to
      another is the usual one and the worst.
      """;

  private static final String NAMES =
      """

      An arity at the end of a name may be any from 2 to 64: b_fiba7.
      subwindow(width) rounds every time down to a slice of that width, in range queries too: query 5..12 of
      subwindow(10) includes an entry of time 1. Without a width it is 1, and every time stands for itself.
      fiba stands for b_fiba16, the arity that serves best.
      reorder(A,bound) puts an in-order algorithm A behind disorder down to the bound.
      slicing(A,width) rounds the times of inserts down to panes of a width, before any algorithm A; of both,
      slicing comes first: slicing(reorder(A,bound),width).
      """;

  private static final String MORE =
      """
      All costs, spaces, papers and properties: finestra list --wide

      """;

  private Listing() {}

  static void run(List<String> given, OutputStream out) throws BadInput, IOException {
    Arguments arguments = Arguments.read("list", given, Set.of(), Set.of("--wide", "--json"));
    if (arguments.has("--wide") && arguments.has("--json")) {
      throw new BadInput("list takes --wide or --json, not both");
    }
    Main.print(
        out, arguments.has("--json") ? Json.of(data()) + "\n" : text(arguments.has("--wide")));
  }

  private static String text(boolean wide) {
    return "Algorithms\n\n"
        + (wide ? wide() : narrow())
        + NAMES
        + "\nAggregations\n\n"
        + (wide ? AggregationListing.wide() : AggregationListing.narrow())
        + (wide ? "\n" : "\n" + AggregationListing.FLAGS + MORE);
  }

  private static String narrow() {
    Table table =
        new Table(
            "name", "order", "native bulk", "range queries", "needs", "insert", "evict", "query");
    for (Algorithm algorithm : Finestra.algorithms()) {
      table.row(
          algorithm.name(),
          order(algorithm),
          joined(nativeBulk(algorithm)),
          yes(algorithm, Trait.RANGE_QUERY),
          joined(needs(algorithm)),
          Costs.brief(algorithm.insert()),
          Costs.brief(algorithm.evict()),
          Costs.brief(algorithm.query()));
    }
    return table.toString();
  }

  private static String wide() {
    Table table =
        new Table(
            "name",
            "order",
            "native bulk",
            "range queries",
            "keeps entries",
            "needs",
            "insert",
            "evict",
            "bulk insert",
            "bulk evict",
            "query",
            "space",
            "paper");
    for (Algorithm algorithm : Finestra.algorithms()) {
      table.row(
          algorithm.name(),
          order(algorithm),
          joined(nativeBulk(algorithm)),
          yes(algorithm, Trait.RANGE_QUERY),
          yes(algorithm, Trait.KEEPS_ENTRIES),
          joined(needs(algorithm)),
          algorithm.insert(),
          algorithm.evict(),
          algorithm.bulkInsert(),
          algorithm.bulkEvict(),
          algorithm.query(),
          algorithm.space(),
          algorithm.paper());
    }
    return table.toString();
  }

  private static Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("algorithms", Finestra.algorithms().stream().map(Listing::data).toList());
    data.put("aggregations", AggregationListing.data());
    return data;
  }

  private static Map<String, Object> data(Algorithm algorithm) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", algorithm.name());
    data.put("order", order(algorithm));
    data.put("native_bulk_evict", algorithm.is(Trait.NATIVE_BULK_EVICT));
    data.put("native_bulk_insert", algorithm.is(Trait.NATIVE_BULK_INSERT));
    data.put("range_queries", algorithm.is(Trait.RANGE_QUERY));
    data.put("keeps_entries", algorithm.is(Trait.KEEPS_ENTRIES));
    data.put("needs", needs(algorithm));
    Map<String, Object> costs = new LinkedHashMap<>();
    costs.put("insert", algorithm.insert());
    costs.put("evict", algorithm.evict());
    costs.put("bulk_insert", algorithm.bulkInsert());
    costs.put("bulk_evict", algorithm.bulkEvict());
    costs.put("query", algorithm.query());
    data.put("costs", costs);
    data.put("space", algorithm.space());
    data.put("paper", algorithm.paper());
    return data;
  }

  private static String order(Algorithm algorithm) {
    return algorithm.is(Trait.OUT_OF_ORDER) ? "any" : "in order";
  }

  private static List<String> nativeBulk(Algorithm algorithm) {
    return words(algorithm, Trait.NATIVE_BULK_INSERT, "insert", Trait.NATIVE_BULK_EVICT, "evict");
  }

  private static List<String> needs(Algorithm algorithm) {
    return words(algorithm, Trait.NEEDS_INVERSE, "inverse", Trait.NEEDS_COMMUTATIVE, "commutative");
  }

  /** The words for those of two traits that an algorithm has. */
  private static List<String> words(
      Algorithm algorithm, Trait one, String first, Trait other, String second) {
    List<String> words = new ArrayList<>();
    if (algorithm.is(one)) {
      words.add(first);
    }
    if (algorithm.is(other)) {
      words.add(second);
    }
    return words;
  }

  private static String yes(Algorithm algorithm, Trait trait) {
    return algorithm.is(trait) ? "yes" : "no";
  }

  private static String joined(List<String> words) {
    return words.isEmpty() ? "-" : String.join(", ", words);
  }
}
