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
      finestra list [--json]

      Prints the algorithms and the aggregations with their properties: as tables, or with --json as one line of JSON.
      An arity in an algorithm's name may be any from 2 to 64 (b_fiba7).
      n is the window's size, m the size of a bulk, d how far out of order an entry comes.
      """;

  private static final String WRAPPERS =
      """

      fiba stands for the arity of b_fiba that suits the aggregation best.
      reorder(A,bound) puts an in-order algorithm A behind disorder down to the bound.
      slicing(A,width) rounds times down to panes of a width, before any algorithm A.
      """;

  private Listing() {}

  static void run(List<String> given, OutputStream out) throws BadInput, IOException {
    Arguments arguments = Arguments.read("list", given, Set.of(), Set.of("--json"));
    Main.print(out, arguments.has("--json") ? Json.of(data()) + "\n" : text());
  }

  private static String text() {
    return "Algorithms\n\n"
        + algorithms()
        + WRAPPERS
        + "\nAggregations\n\n"
        + AggregationListing.table()
        + "\n";
  }

  private static String algorithms() {
    Table table =
        new Table(
            "name",
            "order",
            "native bulk",
            "range queries",
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
          algorithm.is(Trait.RANGE_QUERY) ? "yes" : "no",
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
    List<String> bulk = new ArrayList<>();
    if (algorithm.is(Trait.NATIVE_BULK_INSERT)) {
      bulk.add("insert");
    }
    if (algorithm.is(Trait.NATIVE_BULK_EVICT)) {
      bulk.add("evict");
    }
    return bulk;
  }

  private static List<String> needs(Algorithm algorithm) {
    List<String> needs = new ArrayList<>();
    if (algorithm.is(Trait.NEEDS_INVERSE)) {
      needs.add("inverse");
    }
    if (algorithm.is(Trait.NEEDS_COMMUTATIVE)) {
      needs.add("commutative");
    }
    return needs;
  }

  private static String joined(List<String> words) {
    return words.isEmpty() ? "-" : String.join(", ", words);
  }
}
