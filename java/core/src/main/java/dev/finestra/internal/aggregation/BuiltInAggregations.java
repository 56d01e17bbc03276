package dev.finestra.internal.aggregation;

import dev.finestra.internal.aggregation.base.AggregationFamily;
import dev.finestra.internal.aggregation.collections.CollectionAggregations;
import dev.finestra.internal.aggregation.declared.DeclaredAggregations;
import dev.finestra.internal.aggregation.extremes.ExtremeAggregations;
import dev.finestra.internal.aggregation.numbers.NumberAggregations;
import dev.finestra.internal.aggregation.statistics.StatisticAggregations;
import dev.finestra.internal.aggregation.tuples.TupleAggregations;

/**
 * The aggregations of core, of all families. {@link dev.finestra.aggregation.Aggregations} loads
 * this class by its name, before any other provider.
 */
public final class BuiltInAggregations extends AggregationFamily {
  public BuiltInAggregations() {
    addAll(new NumberAggregations());
    addAll(new StatisticAggregations());
    addAll(new ExtremeAggregations());
    addAll(new CollectionAggregations());
    addAll(new TupleAggregations());
    addAll(new DeclaredAggregations());
  }
}
