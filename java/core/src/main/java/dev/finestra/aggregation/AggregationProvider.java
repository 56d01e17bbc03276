package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
import java.util.List;

/**
 * Adds aggregations to the catalog: list the implementing class in {@code
 * META-INF/services/dev.finestra.aggregation.AggregationProvider}.
 *
 * <p>A name that Finestra has itself cannot be taken; of two providers with one name, the first
 * that {@link java.util.ServiceLoader} finds has it. {@link Aggregations#broken()} names what was
 * left out.
 */
public interface AggregationProvider {
  /** What it adds. */
  List<AggregationForm> forms();

  /**
   * Makes the aggregation of one of the forms, over one of its inputs; refuses parameters that do
   * not fit with an {@link IllegalArgumentException}.
   */
  Aggregation<?> create(Name name, ValueType input);
}
