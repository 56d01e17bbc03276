package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.io.Serializable;

/** An aggregation by name, over values of a type. */
record Member(String name, ValueType type) implements Serializable {

  Aggregation<?> aggregation() {
    return Aggregations.of(name, type);
  }

  @Override
  public String toString() {
    return name + " over " + type.name().toLowerCase(java.util.Locale.ROOT) + "s";
  }
}
