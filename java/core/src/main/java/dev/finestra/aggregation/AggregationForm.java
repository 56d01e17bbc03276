package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * An entry of the catalog: the name of an aggregation, its inputs and its result.
 *
 * @param name the name without parameters
 * @param form the name with its parameters, optional ones in square brackets: {@code top_k[(k)]}
 * @param example a complete name with parameters: {@code top_k(10)}
 * @param inputs the types of values that it accepts
 * @param meaning its result, in one line
 * @param unit the unit of its result
 * @param isNullOfNothingInSql whether the aggregate function of this name in SQL returns null when
 *     there is no value, where this aggregation returns its identity: {@code sum}
 */
public record AggregationForm(
    String name,
    String form,
    String example,
    Set<ValueType> inputs,
    String meaning,
    ResultUnit unit,
    boolean isNullOfNothingInSql) {

  /** The unit of a result, compared with the values that were aggregated. */
  public enum ResultUnit {
    /** Values of the input, or a collection of them: {@code max}, {@code collect}. */
    VALUE,
    /** Sums or differences of values, which may need more digits: {@code sum}, {@code range}. */
    SUM,
    /** Counts, of values of any type: {@code count}, {@code hll}. */
    COUNT,
    /** Any other: {@code mean}, {@code corr}. */
    OTHER
  }

  public AggregationForm {
    inputs = Collections.unmodifiableSet(EnumSet.copyOf(inputs));
    Objects.requireNonNull(unit, "The unit of the result is null; it is OTHER when not known.");
  }

  /** A form whose result has a unit of its own. */
  public AggregationForm(
      String name, String form, String example, Set<ValueType> inputs, String meaning) {
    this(name, form, example, inputs, meaning, ResultUnit.OTHER, false);
  }

  /** The same form with another unit of its result. */
  public AggregationForm in(ResultUnit unit) {
    return new AggregationForm(name, form, example, inputs, meaning, unit, isNullOfNothingInSql);
  }

  /** The same form, where SQL returns null when there is no value. */
  public AggregationForm nullOfNothingInSql() {
    return new AggregationForm(name, form, example, inputs, meaning, unit, true);
  }
}
