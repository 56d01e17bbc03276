package dev.finestra.internal.aggregation.extremes;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.COUNT;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.SUM;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.VALUE;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Parameters;
import dev.finestra.internal.aggregation.base.AggregationFamily;

/** The least and greatest values, the oldest and newest ones, and results made of them. */
public final class ExtremeAggregations extends AggregationFamily {
  public ExtremeAggregations() {
    add(
        "min",
        ALL,
        VALUE,
        "the least value",
        t -> isText(t) ? ExtremeTexts.min() : new Extremes.Min(t));
    add(
        "max",
        ALL,
        VALUE,
        "the greatest value",
        t -> isText(t) ? ExtremeTexts.max() : new Extremes.Max(t));
    addCount("min_count", "how often the least value occurs", true);
    addCount("max_count", "how often the greatest value occurs", false);
    add("range", NUMBERS, SUM, "the greatest value minus the least", Range::new);
    add("m4", NUMBERS, VALUE, "the first, last, least and greatest value", M4::new);
    addArg("arg_min", "least", true);
    addArg("arg_max", "greatest", false);
    add("first", ALL, VALUE, "the oldest value", ExtremeAggregations::first);
    add("last", ALL, VALUE, "the newest value", ExtremeAggregations::last);
    add(
        new AggregationForm(
                "top_k", "top_k[(k)]", "top_k(10)", ALL, "the k greatest values, falling")
            .in(VALUE),
        1,
        (name, input) -> new TopK(input, (int) name.whole(0, "k", 10, 1, TopK.MOST)));
  }

  private void addCount(String name, String meaning, boolean isMin) {
    add(
        name,
        ALL,
        COUNT,
        meaning,
        t -> {
          if (isText(t)) {
            return new ExtremeTextCounts(name, isMin);
          }
          return isMin ? new ExtremeCounts.Min(t) : new ExtremeCounts.Max(t);
        });
  }

  private void addArg(String name, String which, boolean isMin) {
    add(
        new AggregationForm(
                name,
                name + "[(type of by)]",
                name,
                ALL,
                "of rows (value, by) the value where by is " + which + "; the oldest of equals")
            .in(VALUE),
        1,
        (parameters, input) -> arg(parameters, input, isMin));
  }

  private static boolean isText(ValueType type) {
    return type == ValueType.STRING;
  }

  private static Aggregation<?> first(ValueType type) {
    return switch (type) {
      case LONG -> new FirstAndLast.FirstOfLongs();
      case DOUBLE -> new FirstAndLast.FirstOfDoubles();
      case STRING -> ExtremeTexts.first();
    };
  }

  private static Aggregation<?> last(ValueType type) {
    return switch (type) {
      case LONG -> new FirstAndLast.LastOfLongs();
      case DOUBLE -> new FirstAndLast.LastOfDoubles();
      case STRING -> ExtremeTexts.last();
    };
  }

  private static Aggregation<?> arg(Parameters name, ValueType input, boolean isMin) {
    ValueType usual = input == ValueType.LONG ? ValueType.LONG : ValueType.DOUBLE;
    ValueType by = usual;
    if (name.count() > 0) {
      String type = name.text(0);
      if (!type.equals("long") && !type.equals("double")) {
        throw name.unfit(0, "the type of by must be long or double");
      }
      by = ValueType.named(type);
    }
    String full =
        by == usual ? name.base() : name.base() + (by == ValueType.LONG ? "(long)" : "(double)");
    return isText(input)
        ? new ArgExtremeTexts(full, by, isMin)
        : new ArgExtremes(full, input, by, isMin);
  }
}
