package dev.finestra.flink.internal.rows;

import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ResolvedAggregation;
import dev.finestra.aggregation.ResolvedAggregation.InputColumn;
import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.decimals.DecimalResults;
import dev.finestra.internal.aggregation.decimals.Decimals;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A column of the result: an aggregation by name, over fields of the elements.
 *
 * @param output the column's name
 * @param aggregation the aggregation, resolved for the types of the fields
 * @param isNullOfNothing whether SQL expects null where there is no value
 * @param decimals converts results to decimals; null if they are none
 * @param fields the fields that it aggregates; empty if it counts rows
 */
public record ResultColumn<T>(
    String output,
    TypedAggregation aggregation,
    boolean isNullOfNothing,
    DecimalResults decimals,
    List<InputFields.Typed<T>> fields)
    implements Serializable {

  public ResultColumn {
    fields = List.copyOf(fields);
  }

  /** The default name of a result: the aggregation's, without parameters. */
  public static String outputName(String aggregation) {
    int bracket = aggregation.indexOf('(');
    return (bracket < 0 ? aggregation : aggregation.substring(0, bracket)).strip();
  }

  /**
   * A column of an aggregation and its fields.
   *
   * @param what a list of the aggregation's name and its fields, or a name alone
   */
  public static <T> ResultColumn<T> of(TypeInformation<T> type, String output, Object what) {
    List<?> parts = what instanceof List<?> list ? list : List.of(what);
    List<InputFields.Typed<T>> fields = new ArrayList<>();
    for (Object field : parts.subList(Math.min(1, parts.size()), parts.size())) {
      fields.add(InputFields.of(type, String.valueOf(field)));
    }
    if (parts.isEmpty() || !(parts.get(0) instanceof String name)) {
      throw new IllegalArgumentException(
          ("The aggregation for '%s' is %s; give a name and its fields, such as List.of(\"max\","
                  + " \"price\"), or a name alone, such as \"count\"")
              .formatted(output, what));
    }
    return of(output, name, fields);
  }

  /**
   * A column of an aggregation by its name in the catalog. Decimals are aggregated by their digits,
   * unless a part of the aggregation needs doubles.
   *
   * @throws IllegalArgumentException when the name is unknown or does not fit the fields
   */
  public static <T> ResultColumn<T> of(
      String output, String aggregation, List<InputFields.Typed<T>> fields) {
    boolean hasOrder = fields.size() == 2 && aggregation.strip().startsWith("arg_");
    List<InputFields.Typed<T>> all = new ArrayList<>(fields);
    if (hasOrder) {
      all.set(1, fields.get(1).exactIfLong());
    }
    Decimals decimals = fields.isEmpty() ? null : fields.get(0).decimals();
    if (decimals != null && (hasOrder || fields.size() == 1)) {
      Optional<String> held = DecimalResults.overHeld(aggregation, decimals);
      if (held.isPresent()) {
        all.set(0, fields.get(0).exact());
        ResolvedAggregation resolved = resolve(held.get(), all);
        return of(
            output,
            resolved,
            new DecimalResults(resolved.name(), resolved.result(), decimals),
            all);
      }
    }
    return of(output, resolve(aggregation, all), null, all);
  }

  private static <T> ResolvedAggregation resolve(
      String aggregation, List<InputFields.Typed<T>> fields) {
    return Aggregations.resolve(
        aggregation,
        fields.stream().map(f -> new InputColumn(f.description(), f.values())).toList());
  }

  private static <T> ResultColumn<T> of(
      String output,
      ResolvedAggregation resolved,
      DecimalResults decimals,
      List<InputFields.Typed<T>> fields) {
    TypedAggregation aggregation = new TypedAggregation(resolved.name(), resolved.input());
    return new ResultColumn<>(
        output, aggregation, resolved.isNullOfNothingInSql(), decimals, fields);
  }

  /** The type of the results. */
  public ResultType type() {
    return decimals == null ? aggregation.aggregation().result() : decimals.type();
  }

  /** A result of the aggregation as a user sees it. */
  public Object shown(Object result) {
    return decimals == null ? result : decimals.of(result);
  }

  /** The value that an element adds to this column; null if the column skips the element. */
  public Object of(T element) throws Exception {
    int count = fields.size();
    if (count == 1) {
      return fields.get(0).field().of(element);
    }
    if (count == 0) {
      return 1L;
    }
    Object[] row = new Object[count];
    boolean some = false;
    for (int i = 0; i < count; i++) {
      row[i] = fields.get(i).field().of(element);
      some |= row[i] != null;
    }
    return some ? row : null;
  }
}
