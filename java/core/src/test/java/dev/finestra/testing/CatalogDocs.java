package dev.finestra.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** The tables of docs/aggregations.md, as the catalog says they must be. */
public final class CatalogDocs {
  private CatalogDocs() {}

  /** Compares the table between {@code <!-- name -->} and {@code <!-- end -->} with the forms. */
  public static void check(Path file, String name, List<AggregationForm> forms) throws IOException {
    String text = Files.readString(file);
    String begin = "<!-- " + name + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    String found = text.substring(from, text.indexOf("<!-- end -->", from)).strip();
    assertEquals(String.join("\n", table(forms)), found, "the table to put into " + file);
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

  /** Yes or no; where it depends on the input, both with the inputs. */
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
