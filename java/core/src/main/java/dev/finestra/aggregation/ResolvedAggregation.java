package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.List;

/**
 * The meaning of an aggregation's name for columns of certain types; made by {@link
 * Aggregations#resolve}.
 *
 * <p>A row whose columns are all null adds nothing. If only some of its columns are null, the
 * aggregation decides.
 *
 * @param name the complete name: for {@code arg_min} with the type of its second column
 * @param input the type of the aggregation, after widening
 * @param columns the type that each column is converted to: its own, or double for a long
 * @param isNullOfNothingInSql whether SQL expects null when there is no value, though the
 *     aggregation returns its identity
 */
public record ResolvedAggregation(
    String name, ValueType input, List<ValueType> columns, boolean isNullOfNothingInSql) {

  /**
   * A column that is aggregated.
   *
   * @param description how an error message names it, as {@code field 'price'}
   * @param type the type of its values
   */
  public record InputColumn(String description, ValueType type) {}

  public ResolvedAggregation {
    columns = List.copyOf(columns);
  }

  /** The aggregation. */
  public Aggregation<?> aggregation() {
    return Aggregations.of(name, input);
  }

  /** The type of its results. */
  public ResultType result() {
    return aggregation().result();
  }

  /** Whether the result is null when there is no value. */
  public boolean isNullOfNothing() {
    return isNullOfNothingInSql || aggregation().empty() == null;
  }
}
