package dev.finestra.internal.aggregation.tuples;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.Parameters;
import dev.finestra.internal.aggregation.base.AggregationFamily;
import java.util.ArrayList;
import java.util.List;

/** Several aggregations of the same window as one. */
public final class TupleAggregations extends AggregationFamily {
  public TupleAggregations() {
    add(
        new AggregationForm(
            "tuple",
            "tuple(aggregation,…)",
            "tuple(count,max)",
            ALL,
            "the answers of several aggregations, as a list"),
        Integer.MAX_VALUE,
        TupleAggregations::tuple);
  }

  private static Aggregation<?> tuple(Parameters name, ValueType input) {
    int count = name.count();
    if (count == 0 || count > TupleMembers.MOST) {
      throw new IllegalArgumentException(
          "A tuple has from 1 to %s members, as in tuple(count,max), not %s."
              .formatted(TupleMembers.MOST, count));
    }
    List<Aggregation<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(Aggregations.of(name.text(i), input));
    }
    TupleMembers members = new TupleMembers(all);
    return all.stream().anyMatch(a -> a instanceof ObjectAggregation)
        ? new TupleOfObjects(members)
        : new TupleOfWords(members);
  }
}
