package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
import java.util.List;

/**
 * Adds aggregations to the catalog: list the implementing class in {@code
 * META-INF/services/dev.finestra.aggregation.AggregationProvider}.
 */
public interface AggregationProvider {
  /** The names, without parameters. */
  List<String> names();

  /** Makes the aggregation; refuses parameters or an input that do not fit with an {@link IllegalArgumentException}. */
  Aggregation<?> create(Name name, ValueType input);

  /** The form of a name with its parameters, for lists: {@code quantile(q)}. */
  default String form(String name) {
    return name;
  }
}
