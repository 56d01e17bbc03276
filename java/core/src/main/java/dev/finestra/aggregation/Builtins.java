package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The aggregations that core has itself: the catalog's entries, each with what makes it. */
final class Builtins implements AggregationProvider {
  private static final Set<ValueType> LONGS = EnumSet.of(ValueType.LONG);
  private static final Set<ValueType> DOUBLES = EnumSet.of(ValueType.DOUBLE);
  private static final Set<ValueType> NUMBERS = EnumSet.of(ValueType.LONG, ValueType.DOUBLE);
  private static final Set<ValueType> ALL = EnumSet.allOf(ValueType.class);

  private final Map<String, Maker> makers = new LinkedHashMap<>();
  private final List<AggregationForm> forms = new ArrayList<>();

  Builtins() {
    add("count", ALL, "how many values", Count::new);
    add("sum", NUMBERS, "the sum; of longs exact, or an error beyond 64 bits", Builtins::sum);
    add("sum_wrapping", LONGS, "the sum in 64 bits, wrapping around", t -> new SumWrapping());
    add("sum_kahan", DOUBLES, "the sum, with compensation for rounding", t -> new SumKahan());
    add("mean", NUMBERS, "the arithmetic mean", Builtins::mean);
    add("geomean", NUMBERS, "the geometric mean", Geomean::new);
    add("product", NUMBERS, "the product; of longs exact, or an error beyond", Builtins::product);
    add("min", ALL, "the least value", t -> isText(t) ? new Texts.Min() : new Extremes.Min(t));
    add("max", ALL, "the greatest value", t -> isText(t) ? new Texts.Max() : new Extremes.Max(t));
    add("first", ALL, "the oldest value", Builtins::first);
    add("last", ALL, "the newest value", Builtins::last);
    add("bool_and", LONGS, "whether all are true (not zero)", t -> new Bools.And());
    add("bool_or", LONGS, "whether any is true (not zero)", t -> new Bools.Or());
    add("bit_and", LONGS, "the bits that all have", t -> new Bits.And());
    add("bit_or", LONGS, "the bits that any has", t -> new Bits.Or());
    add("bit_xor", LONGS, "the bits that an odd number have", t -> new Bits.Xor());
    add("concat", ALL, "the texts of all, in order", Concat::new);
    add("collect", ALL, "all values in order, as a list", Collect::new);
  }

  /** Makes an aggregation; refuses parameters that do not fit. */
  @FunctionalInterface
  private interface Maker {
    Aggregation<?> make(Name name, ValueType input);
  }

  private void add(
      String name, Set<ValueType> inputs, String meaning, Function<ValueType, Aggregation<?>> of) {
    add(
        new AggregationForm(name, name, name, inputs, meaning),
        (parsed, input) -> {
          if (!parsed.parameters().isEmpty()) {
            throw new IllegalArgumentException(
                "'" + name + "' takes no parameters, '" + parsed + "' has some");
          }
          return of.apply(input);
        });
  }

  private void add(AggregationForm form, Maker maker) {
    forms.add(form);
    makers.put(form.name(), maker);
  }

  private static boolean isText(ValueType type) {
    return type == ValueType.STRING;
  }

  private static Aggregation<?> sum(ValueType type) {
    return type == ValueType.LONG ? new SumOfLongs() : new SumOfDoubles();
  }

  private static Aggregation<?> mean(ValueType type) {
    return type == ValueType.LONG ? new Means.OfLongs() : new Means.OfDoubles();
  }

  private static Aggregation<?> product(ValueType type) {
    return type == ValueType.LONG ? new Products.OfLongs() : new Products.OfDoubles();
  }

  private static Aggregation<?> first(ValueType type) {
    return switch (type) {
      case LONG -> new Ends.FirstOfLongs();
      case DOUBLE -> new Ends.FirstOfDoubles();
      case STRING -> new Texts.First();
    };
  }

  private static Aggregation<?> last(ValueType type) {
    return switch (type) {
      case LONG -> new Ends.LastOfLongs();
      case DOUBLE -> new Ends.LastOfDoubles();
      case STRING -> new Texts.Last();
    };
  }

  @Override
  public List<AggregationForm> forms() {
    return forms;
  }

  @Override
  public Aggregation<?> create(Name name, ValueType input) {
    return makers.get(name.base()).make(name, input);
  }
}
