package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.List;

/**
 * Adds aggregations to the catalog: list the implementing class in {@code
 * META-INF/services/dev.finestra.aggregation.AggregationProvider}.
 *
 * <p>A provider cannot replace an aggregation of Finestra's own. If two providers have the same
 * name, the first that {@link java.util.ServiceLoader} finds wins. {@link Aggregations#broken()}
 * lists what was left out.
 */
public interface AggregationProvider {
  /** The entries that it adds. */
  List<AggregationForm> forms();

  /**
   * Makes the aggregation of one of the forms, over one of its input types. Throws an {@link
   * IllegalArgumentException} for parameters that do not fit.
   */
  Aggregation<?> create(Parameters name, ValueType input);
}
