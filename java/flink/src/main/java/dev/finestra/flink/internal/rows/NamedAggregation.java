package dev.finestra.flink.internal.rows;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ResolvedAggregation;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An aggregation by name over the arguments of a SQL function.
 *
 * @param isNullOfNothing whether the result of an empty window is null, as in SQL
 */
public record NamedAggregation(ResultColumn<Object[]> column, boolean isNullOfNothing)
    implements Serializable {

  /**
   * Resolves a name for arguments of these types.
   *
   * @throws IllegalArgumentException when the name is unknown or does not fit the arguments
   */
  public static NamedAggregation of(String aggregation, List<TypeInformation<?>> types) {
    List<InputFields.Typed<Object[]>> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      int at = i;
      String name = "argument " + (i + 2);
      fields.add(InputFields.typed(name, name, row -> row[at], types.get(i)));
    }
    ResolvedAggregation resolved = ResultColumn.resolve(aggregation, fields);
    return new NamedAggregation(
        ResultColumn.of("", resolved, fields), resolved.isNullOfNothingInSql());
  }

  @SuppressWarnings("unchecked")
  public Aggregation<Object> aggregation() {
    return (Aggregation<Object>) column.aggregation().aggregation();
  }

  public TypeInformation<?> resultType() {
    return column.type();
  }

  /** The result of a window. An empty window has the result of SQL's function of that name. */
  public Object result(SlidingWindow<Object> window) {
    return isNullOfNothing && window.isEmpty() ? null : window.query();
  }

  /** The value to lift for a row of arguments; null if the row is skipped. */
  public Object value(Object... row) throws Exception {
    return column.of(row);
  }
}
