package dev.finestra.sketches;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.COUNT;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.VALUE;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Parameters;
import dev.finestra.internal.aggregation.base.AggregationFamily;

/** Adds the sketches to the catalog. */
public final class Sketches extends AggregationFamily {
  public Sketches() {
    add(
        new AggregationForm(
                "theta",
                "theta[(lgk)]",
                "theta(14)",
                ALL,
                "how many different values, exact up to 2^lgk")
            .in(COUNT),
        1,
        (name, input) ->
            new Theta(input, (int) name.whole(0, "lgk", Theta.USUAL, Theta.LEAST, Theta.MOST)));
    add(
        new AggregationForm("hll", "hll[(lgk)]", "hll(12)", ALL, "about how many different values")
            .in(COUNT),
        1,
        (name, input) ->
            new Hll(input, (int) name.whole(0, "lgk", Hll.USUAL, Hll.LEAST, Hll.MOST)));
    add(
        new AggregationForm(
                "quantile",
                "quantile(q[,k])",
                "quantile(0.99)",
                NUMBERS,
                "the value that about a part q of the values does not exceed")
            .in(VALUE),
        2,
        Sketches::quantile);
    add(
        new AggregationForm(
                "frequent_items",
                "frequent_items[(k[,map])]",
                "frequent_items(10)",
                ALL,
                "about the k most frequent values, with their counts")
            .in(VALUE),
        2,
        Sketches::frequentItems);
    add(
        new AggregationForm(
                "bloom",
                "bloom[(expected[,rate])]",
                "bloom(1000,0.01)",
                ALL,
                "a Bloom filter: whether a value was there, with false alarms at a rate")
            .in(COUNT),
        2,
        Sketches::bloom);
  }

  private static Aggregation<?> quantile(Parameters name, ValueType input) {
    if (name.count() == 0) {
      throw new IllegalArgumentException(
          "'quantile' needs a part of all values from 0 to 1, as in quantile(0.99).");
    }
    double q = part(name, 0, "q", 0.5, 0, 1);
    int k = (int) name.whole(1, "k", Quantile.USUAL, Quantile.LEAST, Quantile.MOST);
    return new Quantile(input, q, k);
  }

  private static Aggregation<?> frequentItems(Parameters name, ValueType input) {
    int k = (int) name.whole(0, "k", FrequentItems.USUAL_ITEMS, 1, FrequentItems.MOST_ITEMS);
    int map =
        (int)
            name.whole(
                1,
                "the map's size",
                FrequentItems.USUAL_MAP,
                FrequentItems.LEAST_MAP,
                FrequentItems.MOST_MAP);
    if (Integer.bitCount(map) != 1) {
      throw name.unfit(1, "the map's size must be a power of two");
    }
    return new FrequentItems(input, k, map);
  }

  private static Aggregation<?> bloom(Parameters name, ValueType input) {
    long expected = name.whole(0, "expected", Bloom.USUAL_EXPECTED, 1, Bloom.MOST_BITS);
    double rate = part(name, 1, "the rate", Bloom.USUAL_RATE, 1e-9, 0.5);
    return new Bloom(input, expected, rate);
  }

  private static double part(
      Parameters name, int index, String what, double usual, double least, double most) {
    double part = name.real(index, what, usual);
    if (part < least || part > most) {
      throw name.unfit(index, what + " must be from " + least + " to " + most);
    }
    return part;
  }
}
