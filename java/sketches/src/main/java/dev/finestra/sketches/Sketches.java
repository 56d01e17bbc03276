package dev.finestra.sketches;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.AggregationProvider;
import dev.finestra.aggregation.Parameters;
import dev.finestra.name.Name;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Adds the sketches to the catalog. */
public final class Sketches implements AggregationProvider {
  private static final Set<ValueType> ALL = EnumSet.allOf(ValueType.class);
  private static final List<AggregationForm> FORMS =
      List.of(
          new AggregationForm(
              "theta",
              "theta[(lgk)]",
              "theta(14)",
              ALL,
              "how many different values, exact up to 2^lgk"),
          new AggregationForm(
              "hll", "hll[(lgk)]", "hll(12)", ALL, "about how many different values"),
          new AggregationForm(
              "quantile",
              "quantile(q[,k])",
              "quantile(0.99)",
              EnumSet.of(ValueType.LONG, ValueType.DOUBLE),
              "about the least value not below a part q of all"),
          new AggregationForm(
              "frequent_items",
              "frequent_items[(k[,map])]",
              "frequent_items(10)",
              ALL,
              "about the k most frequent values, with their counts"),
          new AggregationForm(
              "bloom",
              "bloom[(expected[,rate])]",
              "bloom(1000,0.01)",
              ALL,
              "whether a value was there, false alarms at a rate"));

  @Override
  public List<AggregationForm> forms() {
    return FORMS;
  }

  @Override
  public Aggregation<?> create(Name name, ValueType input) {
    AggregationForm form =
        FORMS.stream().filter(f -> f.name().equals(name.base())).findFirst().orElseThrow();
    boolean one = form.name().equals("theta") || form.name().equals("hll");
    Parameters.atMost(one ? 1 : 2, name, form.form());
    return switch (name.base()) {
      case "theta" ->
          new Theta(
              input, (int) Parameters.whole(name, 0, "lgk", Theta.USUAL, Theta.LEAST, Theta.MOST));
      case "hll" ->
          new Hll(input, (int) Parameters.whole(name, 0, "lgk", Hll.USUAL, Hll.LEAST, Hll.MOST));
      case "quantile" -> quantile(name, input);
      case "frequent_items" -> frequentItems(name, input);
      default -> bloom(name, input);
    };
  }

  private static Aggregation<?> quantile(Name name, ValueType input) {
    if (name.parameters().isEmpty()) {
      throw new IllegalArgumentException(
          "quantile needs a part of all values from 0 to 1, as in quantile(0.99)");
    }
    double q = part(name, 0, "q", 0.5, 0, 1);
    int k = (int) Parameters.whole(name, 1, "k", Quantile.USUAL, Quantile.LEAST, Quantile.MOST);
    return new Quantile(input, q, k);
  }

  private static Aggregation<?> frequentItems(Name name, ValueType input) {
    int k =
        (int)
            Parameters.whole(name, 0, "k", FrequentItems.USUAL_ITEMS, 1, FrequentItems.MOST_ITEMS);
    int map =
        (int)
            Parameters.whole(
                name,
                1,
                "the map's size",
                FrequentItems.USUAL_MAP,
                FrequentItems.LEAST_MAP,
                FrequentItems.MOST_MAP);
    if (Integer.bitCount(map) != 1) {
      throw new IllegalArgumentException(
          "in '" + name + "' the map's size is a power of two, not " + map);
    }
    return new FrequentItems(input, k, map);
  }

  private static Aggregation<?> bloom(Name name, ValueType input) {
    long expected = Parameters.whole(name, 0, "expected", Bloom.USUAL_EXPECTED, 1, Bloom.MOST_BITS);
    double rate = part(name, 1, "the rate", Bloom.USUAL_RATE, 1e-9, 0.5);
    return new Bloom(input, expected, rate);
  }

  private static double part(
      Name name, int index, String what, double usual, double least, double most) {
    double part = Parameters.real(name, index, what, usual);
    if (part < least || part > most) {
      throw new IllegalArgumentException(
          "in '" + name + "' " + what + " is from " + least + " to " + most + ", not " + part);
    }
    return part;
  }
}
