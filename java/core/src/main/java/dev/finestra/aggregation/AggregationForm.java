package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * An entry of the catalog: how an aggregation is written, what it takes, what it answers.
 *
 * @param name the name without parameters
 * @param form the name with its parameters, those in square brackets optional: {@code top_k[(k)]}
 * @param example a name that can be made, with parameters: {@code top_k(10)}
 * @param inputs the types of values that it takes
 * @param meaning what it answers, in one line
 */
public record AggregationForm(
    String name, String form, String example, Set<ValueType> inputs, String meaning) {
  public AggregationForm {
    inputs = Collections.unmodifiableSet(EnumSet.copyOf(inputs));
  }
}
