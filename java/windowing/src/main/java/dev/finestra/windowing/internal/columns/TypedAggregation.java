package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.io.Serializable;

/** One column: an aggregation by name, over values of a type. */
public record TypedAggregation(String name, ValueType type) implements Serializable {

  public Aggregation<?> aggregation() {
    return Aggregations.of(name, type);
  }

  @Override
  public String toString() {
    return name + " over " + type.name().toLowerCase(java.util.Locale.ROOT) + "s";
  }
}
