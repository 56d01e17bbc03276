package dev.finestra.internal.aggregation.collections;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.COUNT;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.OTHER;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.VALUE;

import dev.finestra.internal.aggregation.base.AggregationFamily;

/** Aggregations that hold all values, or all different ones; their memory grows with the window. */
public final class CollectionAggregations extends AggregationFamily {
  public CollectionAggregations() {
    add("concat", ALL, OTHER, "the texts of all, in order", Concat::new);
    add("collect", ALL, VALUE, "all values in order, as a list", Collect::new);
    add("collect_distinct", ALL, VALUE, "the different values, rising", t -> Distinct.of(false, t));
    add(
        "count_distinct",
        ALL,
        COUNT,
        "how many different values, exactly",
        t -> Distinct.of(true, t));
  }
}
