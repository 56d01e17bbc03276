package dev.finestra.tools.cli.catalog;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.tools.cli.common.JsonText;
import dev.finestra.tools.cli.common.TextColumns;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code finestra list}: the catalog as tables for people, or as JSON for programs. */
@Command(
    name = "list",
    description = {
      "",
      "Without an option, prints two tables with the essentials.",
      "",
      "In the columns of costs, n is the window's size, m the size of a bulk, and d how far out of"
          + " order an entry arrives. 'O(1) to O(n)' is the usual cost and the worst.",
      ""
    },
    footer = {"", "Example:", "  finestra list --json"})
public final class ListCommand implements Callable<Integer> {
  private static final String NAMES =
      """

      The number at the end of a tree's name is its arity, from 2 to 64: b_fiba7.
      fiba means b_fiba16, the fastest arity.
      subwindow(width) rounds all times down to multiples of the width, also those of range queries: on
      subwindow(10), query 5 12 includes an entry at time 1. Without a width, it is 1.
      reorder(A,bound) lets an in-order algorithm A accept events that are late by up to the bound.
      slicing(A,width) rounds the times of inserted entries down to multiples of the width, for any algorithm A.
      To use both, write slicing first: slicing(reorder(A,bound),width).
      """;

  private static final String MORE =
      "'finestra list --wide' adds all costs, space, papers and properties.\n\n";

  private final OutputStream out;

  @ArgGroup private Format format = new Format();

  /** The two formats exclude each other. */
  private static final class Format {
    @Option(names = "--wide", description = "Print all costs, space, papers and properties.")
    private boolean wide;

    @Option(names = "--json", description = "Print everything as one line of JSON.")
    private boolean json;
  }

  public ListCommand(OutputStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    String text = format.json ? JsonText.of(data()) + "\n" : text(format.wide);
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return 0;
  }

  private static String text(boolean wide) {
    return "Algorithms\n\n"
        + table(wide)
        + NAMES
        + "\nAggregations\n\n"
        + AggregationListing.table(wide)
        + (wide ? "\n" : "\n" + AggregationListing.FLAGS + MORE);
  }

  /**
   * The table of algorithms; the narrow one has fewer columns, and shows only the bounds of each
   * cost.
   */
  private static String table(boolean wide) {
    UnaryOperator<String> cost = wide ? UnaryOperator.identity() : CostSummary::brief;
    Map<String, Function<Algorithm, String>> columns = new LinkedHashMap<>();
    columns.put("name", Algorithm::name);
    columns.put("order", ListCommand::order);
    columns.put("native bulk", a -> joined(nativeBulk(a)));
    columns.put("range queries", a -> a.is(Trait.RANGE_QUERY) ? "yes" : "no");
    if (wide) {
      columns.put("keeps entries", a -> a.is(Trait.KEEPS_ENTRIES) ? "yes" : "no");
    }
    columns.put("needs", a -> joined(needs(a)));
    columns.put("insert", a -> cost.apply(a.insert()));
    columns.put("evict", a -> cost.apply(a.evict()));
    if (wide) {
      columns.put("bulk insert", Algorithm::bulkInsert);
      columns.put("bulk evict", Algorithm::bulkEvict);
    }
    columns.put("query", a -> cost.apply(a.query()));
    if (wide) {
      columns.put("space", Algorithm::space);
      columns.put("paper", Algorithm::paper);
    }
    TextColumns table = new TextColumns(columns.keySet().toArray(String[]::new));
    for (Algorithm algorithm : SlidingWindows.algorithms()) {
      table.row(columns.values().stream().map(c -> c.apply(algorithm)).toArray(String[]::new));
    }
    return table.toString();
  }

  private static Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("algorithms", SlidingWindows.algorithms().stream().map(ListCommand::data).toList());
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
    return lastWords(algorithm, Trait.NATIVE_BULK_INSERT, Trait.NATIVE_BULK_EVICT);
  }

  private static List<String> needs(Algorithm algorithm) {
    return lastWords(algorithm, Trait.NEEDS_INVERSE, Trait.NEEDS_COMMUTATIVE);
  }

  /** The last word of each of these traits that the algorithm has. */
  private static List<String> lastWords(Algorithm algorithm, Trait... traits) {
    return Arrays.stream(traits)
        .filter(algorithm::is)
        .map(trait -> trait.name().replaceFirst(".*_", "").toLowerCase(Locale.ROOT))
        .toList();
  }

  private static String joined(List<String> words) {
    return words.isEmpty() ? "-" : String.join(", ", words);
  }
}
