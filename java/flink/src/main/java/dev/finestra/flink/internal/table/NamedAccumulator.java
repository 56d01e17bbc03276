package dev.finestra.flink.internal.table;

import dev.finestra.flink.internal.rows.NamedAggregation;

/** The accumulator of an aggregate function by name. */
public abstract class NamedAccumulator<A extends NamedAccumulator<A>> {
  /** The aggregation's name; null before the first row. */
  String name;

  abstract void add(String name, NamedAggregation byName, Object value);

  /** Adds the values of another one as later values. */
  abstract void merge(NamedAggregation byName, A other);

  abstract Object result(NamedAggregation byName);

  abstract void clear();

  abstract A copy();
}
