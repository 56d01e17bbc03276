package dev.finestra.flink.internal.rows;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ResultType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** An aggregation by name over the arguments of a SQL function. */
public record NamedAggregation(ResultColumn<Object[]> column) implements Serializable {

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
    return new NamedAggregation(ResultColumn.of("", aggregation, fields));
  }

  @SuppressWarnings("unchecked")
  public Aggregation<Object> aggregation() {
    return (Aggregation<Object>) column.aggregation().aggregation();
  }

  public ResultType resultType() {
    return column.type();
  }

  /** The result of a window. An empty window has the result of SQL's function of that name. */
  public Object result(SlidingWindow<Object> window) {
    return column.isNullOfNothing() && window.isEmpty() ? null : column.shown(window.query());
  }

  /** The value to lift for a row of arguments; null if the row is skipped. */
  public Object value(Object... row) throws Exception {
    return column.of(row);
  }
}
