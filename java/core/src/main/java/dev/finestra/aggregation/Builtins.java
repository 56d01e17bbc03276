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
    add("var_samp", NUMBERS, "the sample variance", Spread.VarSamp::new);
    add("var_pop", NUMBERS, "the population variance", Spread.VarPop::new);
    add("stddev_samp", NUMBERS, "the sample standard deviation", Spread.StddevSamp::new);
    add("stddev_pop", NUMBERS, "the population standard deviation", Spread.StddevPop::new);
    add(
        "relative_variation",
        NUMBERS,
        "stddev_samp in parts of the mean's magnitude",
        Spread.RelativeVariation::new);
    add("skewness", NUMBERS, "the population skewness", Shape.Skewness::new);
    add("kurtosis", NUMBERS, "the population kurtosis in excess of 3", Shape.Kurtosis::new);
    add("covar_samp", NUMBERS, "the sample covariance of rows (x, y)", Regression.CovarSamp::new);
    add("corr", NUMBERS, "the correlation of rows (x, y)", Regression.Corr::new);
    add("regr_slope", NUMBERS, "the slope of rows (y, x)", Regression.RegrSlope::new);
    add("weighted_mean", NUMBERS, "the mean of rows (value, weight)", WeightedMean::new);
    add("product", NUMBERS, "the product; of longs exact, or an error beyond", Builtins::product);
    add("min", ALL, "the least value", t -> isText(t) ? new Texts.Min() : new Extremes.Min(t));
    add("max", ALL, "the greatest value", t -> isText(t) ? new Texts.Max() : new Extremes.Max(t));
    add("min_count", ALL, "how often the least value occurs", Builtins::minCount);
    add("max_count", ALL, "how often the greatest value occurs", Builtins::maxCount);
    add("range", NUMBERS, "the greatest value minus the least", Range::new);
    add("m4", NUMBERS, "the first, last, least and greatest value", M4::new);
    add(
        new AggregationForm(
            "arg_min",
            "arg_min[(type of by)]",
            "arg_min",
            ALL,
            "of rows (value, by) the value where by is least; the oldest of equals"),
        (name, input) -> arg(name, input, true));
    add(
        new AggregationForm(
            "arg_max",
            "arg_max[(type of by)]",
            "arg_max",
            ALL,
            "of rows (value, by) the value where by is greatest; the oldest of equals"),
        (name, input) -> arg(name, input, false));
    add("first", ALL, "the oldest value", Builtins::first);
    add("last", ALL, "the newest value", Builtins::last);
    add("bool_and", LONGS, "whether all are true (not zero)", t -> new Bools.And());
    add("bool_or", LONGS, "whether any is true (not zero)", t -> new Bools.Or());
    add("bit_and", LONGS, "the bits that all have", t -> new Bits.And());
    add("bit_or", LONGS, "the bits that any has", t -> new Bits.Or());
    add("bit_xor", LONGS, "the bits that an odd number have", t -> new Bits.Xor());
    add("concat", ALL, "the texts of all, in order", Concat::new);
    add("collect", ALL, "all values in order, as a list", Collect::new);
    add("collect_distinct", ALL, "the different values, rising", Builtins::collectDistinct);
    add("count_distinct", ALL, "how many different values, exactly", Builtins::countDistinct);
    add(
        new AggregationForm(
            "top_k", "top_k[(k)]", "top_k(10)", ALL, "the k greatest values, falling"),
        Builtins::topK);
    add(
        new AggregationForm(
            "histogram",
            "histogram(low,high,bins)",
            "histogram(0,100,10)",
            NUMBERS,
            "how many values in each of the bins of equal width from low to high"),
        Builtins::histogram);
    add(
        new AggregationForm(
            "tuple",
            "tuple(aggregation,…)",
            "tuple(count,max)",
            ALL,
            "the answers of several aggregations, as a list"),
        Builtins::tuple);
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
          Parameters.atMost(0, parsed, name);
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

  private static Aggregation<?> minCount(ValueType type) {
    return isText(type) ? new TextCounts.Min() : new ExtremeCounts.Min(type);
  }

  private static Aggregation<?> maxCount(ValueType type) {
    return isText(type) ? new TextCounts.Max() : new ExtremeCounts.Max(type);
  }

  private static Aggregation<?> collectDistinct(ValueType type) {
    return isText(type) ? new Distinct.CollectOfTexts() : new Distinct.CollectOfNumbers(type);
  }

  private static Aggregation<?> countDistinct(ValueType type) {
    return isText(type) ? new Distinct.CountOfTexts() : new Distinct.CountOfNumbers(type);
  }

  private static Aggregation<?> arg(Name name, ValueType input, boolean min) {
    Parameters.atMost(1, name, name.base() + "(long) or " + name.base() + "(double)");
    ValueType usual = input == ValueType.LONG ? ValueType.LONG : ValueType.DOUBLE;
    ValueType by = usual;
    if (!name.parameters().isEmpty()) {
      String type = name.parameters().get(0).toString();
      if (!type.equals("long") && !type.equals("double")) {
        throw new IllegalArgumentException(
            "in '" + name + "' the type of by is long or double, not " + type);
      }
      by = type.equals("long") ? ValueType.LONG : ValueType.DOUBLE;
    }
    String canonical =
        by == usual ? name.base() : name.base() + (by == ValueType.LONG ? "(long)" : "(double)");
    if (isText(input)) {
      return min ? new ArgTexts.Min(canonical, by) : new ArgTexts.Max(canonical, by);
    }
    return min
        ? new ArgExtremes.Min(canonical, input, by)
        : new ArgExtremes.Max(canonical, input, by);
  }

  private static Aggregation<?> topK(Name name, ValueType input) {
    Parameters.atMost(1, name, "top_k(k)");
    return new TopK(input, (int) Parameters.whole(name, 0, "k", 10, 1, TopK.MOST));
  }

  private static Aggregation<?> histogram(Name name, ValueType input) {
    String form = "histogram(low,high,bins), as histogram(0,100,10)";
    Parameters.atMost(3, name, form);
    if (name.parameters().size() < 3) {
      throw new IllegalArgumentException("'" + name + "' lacks parameters; it is written " + form);
    }
    double low = Parameters.real(name, 0, "low", 0);
    double high = Parameters.real(name, 1, "high", 0);
    int bins = (int) Parameters.whole(name, 2, "the number of bins", 0, 1, Histogram.MOST);
    if (!(low < high)) {
      throw new IllegalArgumentException("in '" + name + "' low must be below high");
    }
    if (!((high - low) * (bins - 1) <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "in '" + name + "' low and high are so far apart that the bins' edges overflow");
    }
    return new Histogram(name.toString(), input, low, high, bins);
  }

  private static Aggregation<?> tuple(Name name, ValueType input) {
    int members = name.parameters().size();
    if (members == 0 || members > Members.MOST) {
      throw new IllegalArgumentException(
          "a tuple has from 1 to "
              + Members.MOST
              + " members, as tuple(count,max), not "
              + members);
    }
    List<Aggregation<?>> all = new ArrayList<>();
    for (Name member : name.parameters()) {
      all.add(Aggregations.of(member, input));
    }
    return all.stream().anyMatch(a -> a instanceof ObjectAggregation)
        ? new TupleOfObjects(all)
        : new TupleOfWords(all);
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
