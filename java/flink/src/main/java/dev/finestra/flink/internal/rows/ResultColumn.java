package dev.finestra.flink.internal.rows;

import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ResolvedAggregation;
import dev.finestra.aggregation.ResolvedAggregation.InputColumn;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A column of the result: an aggregation by name, over fields of the elements.
 *
 * @param output the column's name
 * @param aggregation the aggregation, resolved for the types of the fields
 * @param type the type of the column
 * @param fields the fields that it aggregates; empty if it counts rows
 */
public record ResultColumn<T>(
    String output,
    TypedAggregation aggregation,
    TypeInformation<?> type,
    List<InputFields.Typed<T>> fields)
    implements Serializable {

  public ResultColumn {
    fields = List.copyOf(fields);
  }

  /**
   * A column of an aggregation by its name in the catalog.
   *
   * @throws IllegalArgumentException when the name is unknown or does not fit the fields
   */
  public static <T> ResultColumn<T> of(
      String output, String aggregation, List<InputFields.Typed<T>> fields) {
    return of(output, resolve(aggregation, fields), fields);
  }

  static <T> ResolvedAggregation resolve(String aggregation, List<InputFields.Typed<T>> fields) {
    return Aggregations.resolve(
        aggregation,
        fields.stream().map(f -> new InputColumn(f.description(), f.values())).toList());
  }

  static <T> ResultColumn<T> of(
      String output, ResolvedAggregation resolved, List<InputFields.Typed<T>> fields) {
    return new ResultColumn<>(
        output,
        new TypedAggregation(resolved.name(), resolved.input()),
        ResultTypes.of(resolved.result()),
        fields);
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
