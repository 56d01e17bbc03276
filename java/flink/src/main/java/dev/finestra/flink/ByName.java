package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.name.Name;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** An aggregation by name over arguments of types, for the functions of SQL. */
public final class ByName implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Column<Object[]> column;
  private final int arguments;

  /** Whether the namesake in SQL answers null of nothing. */
  private final boolean isNullOfNothing;

  private ByName(Column<Object[]> column, int arguments, boolean isNullOfNothing) {
    this.column = column;
    this.arguments = arguments;
    this.isNullOfNothing = isNullOfNothing;
  }

  /** The aggregation; refuses a name, or types, that do not fit. */
  public static ByName of(String aggregation, List<TypeInformation<?>> types) {
    List<Fields.Typed<Object[]>> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      int at = i;
      fields.add(Fields.typed("argument " + (i + 2), row -> row[at], types.get(i)));
    }
    return new ByName(
        new Column<>("", Choice.of(aggregation, fields), fields),
        types.size(),
        Aggregations.isNullOfNothingInSql(Name.parse(aggregation)));
  }

  @SuppressWarnings("unchecked")
  public Aggregation<Object> aggregation() {
    return (Aggregation<Object>) column.member().aggregation();
  }

  /** The type of the answers. */
  public TypeInformation<?> answer() {
    return AnswerTypes.of(column.member(), Math.max(1, arguments));
  }

  /** The answer of a window: of nothing null, where SQL's own aggregate answers null. */
  public Object answer(SlidingWindow<Object> window) {
    return isNullOfNothing && window.isEmpty() ? null : window.query();
  }

  /** What of a row is lifted; null where the row is skipped. */
  public Object value(Object... row) throws Exception {
    return column.of(row);
  }
}
