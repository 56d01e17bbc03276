package dev.finestra.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Compares the tables of docs/aggregations.md and docs/algorithms.md with the catalogs. */
public final class CatalogDocs {
  private CatalogDocs() {}

  /** Compares the table between {@code <!-- name -->} and {@code <!-- end -->} with the forms. */
  public static void check(Path file, String name, List<AggregationForm> forms) throws IOException {
    check(file, name, String.join("\n", table(forms)));
  }

  private static void check(Path file, String name, String expected) throws IOException {
    String text = Files.readString(file);
    String begin = "<!-- " + name + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    String found = text.substring(from, text.indexOf("<!-- end -->", from)).strip();
    assertEquals(expected, found, "the table to put into " + file);
  }

  /**
   * Compares the two tables of algorithms with the catalog: one for single events, one for bulks.
   */
  public static void checkAlgorithms(Path file, List<Algorithm> algorithms) throws IOException {
    List<String> events = new ArrayList<>();
    events.add(row("name", "order", "operator", "insert", "evict", "query", "space", "paper"));
    events.add("|---|---|---|---|---|---|---|---|");
    List<String> bulks = new ArrayList<>();
    bulks.add(row("name", "bulk insert", "bulk evict", "range queries", "keeps entries"));
    bulks.add("|---|---|---|---|---|");
    for (Algorithm a : algorithms) {
      String name = "`" + a.name() + "`";
      String order = a.is(Trait.OUT_OF_ORDER) ? "any" : "in order";
      events.add(
          row(name, order, operator(a), a.insert(), a.evict(), a.query(), a.space(), a.paper()));
      bulks.add(
          row(
              name,
              natively(a, Trait.NATIVE_BULK_INSERT) + a.bulkInsert(),
              natively(a, Trait.NATIVE_BULK_EVICT) + a.bulkEvict(),
              a.is(Trait.RANGE_QUERY) ? "yes" : "no",
              a.is(Trait.KEEPS_ENTRIES) ? "yes" : "no"));
    }
    check(file, "algorithms", String.join("\n", events));
    check(file, "bulks", String.join("\n", bulks));
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /** The properties that the algorithm needs of an aggregation's combine. */
  private static String operator(Algorithm algorithm) {
    return algorithm.is(Trait.NEEDS_INVERSE)
        ? "associative, invertible"
        : algorithm.is(Trait.NEEDS_COMMUTATIVE) ? "associative, commutative" : "associative";
  }

  private static String natively(Algorithm algorithm, Trait bulk) {
    return algorithm.is(bulk) ? "**native**: " : "";
  }

  static List<String> table(List<AggregationForm> forms) {
    List<String> rows = new ArrayList<>();
    rows.add("| name | over | commutative | inverse | selective | size | exact | answers |");
    rows.add("|---|---|---|---|---|---|---|---|");
    for (AggregationForm form : forms) {
      rows.add(
          "| `"
              + form.form()
              + "` | "
              + words(form.inputs())
              + " | "
              + property(form, Property.COMMUTATIVE, "yes", "no")
              + " | "
              + property(form, Property.INVERTIBLE, "yes", "no")
              + " | "
              + property(form, Property.SELECTIVE, "yes", "no")
              + " | "
              + property(form, Property.FIXED_SIZE, "fixed", "grows")
              + " | "
              + property(form, Property.EXACT, "yes", "no")
              + " | "
              + form.meaning()
              + " |");
    }
    return rows;
  }

  /** Yes or no; if it depends on the input, yes with these inputs. */
  private static String property(AggregationForm form, Property property, String yes, String no) {
    if (form.name().equals("tuple")) {
      return property == Property.SELECTIVE ? no : "as all";
    }
    Set<ValueType> with = new TreeSet<>();
    for (ValueType input : form.inputs()) {
      if (Aggregations.of(form.example(), input).is(property)) {
        with.add(input);
      }
    }
    return with.equals(form.inputs()) ? yes : with.isEmpty() ? no : yes + " (" + words(with) + ")";
  }

  private static String words(Set<ValueType> types) {
    return String.join(
        ", ", types.stream().map(type -> type.name().toLowerCase(Locale.ROOT)).toList());
  }
}
