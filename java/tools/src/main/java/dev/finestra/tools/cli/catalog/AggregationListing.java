package dev.finestra.tools.cli.catalog;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.tools.cli.common.TextColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The aggregations in {@code finestra list}. Properties can differ by the type of the values, so
 * they are read from an example of each aggregation for each type.
 */
final class AggregationListing {
  static final String FLAGS =
      "Flags: c commutative, i invertible, s selective, f fixed_size, e exact."
          + " A capital letter: for some types only.\n";

  private AggregationListing() {}

  static String table(boolean wide) {
    TextColumns table =
        wide
            ? new TextColumns("name", "inputs", "columns", "properties", "meaning")
            : new TextColumns("name", "over", "flags", "result");
    for (AggregationForm form : Aggregations.forms()) {
      Map<ValueType, Aggregation<?>> examples = examples(form);
      String inputs = String.join(", ", inputs(form));
      if (wide) {
        String columns = Integer.toString(columns(examples));
        table.row(form.form(), inputs, columns, properties(examples), form.meaning());
      } else {
        String over = form.inputs().size() == ValueType.values().length ? "all types" : inputs;
        table.row(form.form(), over, flags(examples), form.meaning());
      }
    }
    return table.toString();
  }

  static List<Object> data() {
    List<Object> all = new ArrayList<>();
    for (AggregationForm form : Aggregations.forms()) {
      Map<ValueType, Aggregation<?>> examples = examples(form);
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("name", form.name());
      data.put("form", form.form());
      data.put("example", form.example());
      data.put("inputs", inputs(form));
      data.put("columns", columns(examples));
      Map<String, Object> properties = new LinkedHashMap<>();
      examples.forEach((type, example) -> properties.put(lower(type), properties(example)));
      data.put("properties", properties);
      data.put("meaning", form.meaning());
      all.add(data);
    }
    return all;
  }

  private static Map<ValueType, Aggregation<?>> examples(AggregationForm form) {
    Map<ValueType, Aggregation<?>> examples = new EnumMap<>(ValueType.class);
    for (ValueType type : form.inputs()) {
      try {
        examples.put(type, Aggregations.of(form.example(), type));
      } catch (IllegalArgumentException otherExample) {
        // The form accepts the type, but only with other parameters than the example's.
      }
    }
    return examples;
  }

  private static List<String> inputs(AggregationForm form) {
    return form.inputs().stream().map(AggregationListing::lower).toList();
  }

  private static int columns(Map<ValueType, Aggregation<?>> examples) {
    return examples.values().iterator().next().columns();
  }

  private static List<String> properties(Aggregation<?> example) {
    return Arrays.stream(Property.values())
        .filter(example::is)
        .map(AggregationListing::lower)
        .toList();
  }

  /** One letter for each property, or a hyphen; a capital if only some types have it. */
  private static String flags(Map<ValueType, Aggregation<?>> examples) {
    StringBuilder flags = new StringBuilder();
    for (Property property : Property.values()) {
      int with = types(examples, property).size();
      String letter = lower(property).substring(0, 1);
      flags.append(
          with == 0 ? "-" : with == examples.size() ? letter : letter.toUpperCase(Locale.ROOT));
    }
    return flags.toString();
  }

  private static List<String> types(Map<ValueType, Aggregation<?>> examples, Property property) {
    return examples.entrySet().stream()
        .filter(e -> e.getValue().is(property))
        .map(e -> lower(e.getKey()))
        .toList();
  }

  /** The properties by name; a property of only some types is followed by these types. */
  private static String properties(Map<ValueType, Aggregation<?>> examples) {
    List<String> texts = new ArrayList<>();
    for (Property property : Property.values()) {
      List<String> types = types(examples, property);
      if (types.size() == examples.size()) {
        texts.add(lower(property));
      } else if (!types.isEmpty()) {
        texts.add(lower(property) + " (" + String.join(", ", types) + ")");
      }
    }
    return texts.isEmpty() ? "-" : String.join(", ", texts);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
