package dev.finestra.flink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** What a process table function was asked for, checked: windows of rows, aggregated by name. */
public final class TableSpec implements Serializable {
  private static final long serialVersionUID = 1L;

  final Plan<Row> plan;
  final NamedIntake<Row> intake;
  private final ArrayList<String> names = new ArrayList<>();
  private final ArrayList<TypeInformation<?>> types = new ArrayList<>();

  private TableSpec(Plan<Row> plan, List<Column<Row>> columns, List<String> beside) {
    this.plan = plan;
    this.intake = new NamedIntake<>(columns);
    Set<String> seen = new LinkedHashSet<>(beside);
    for (String own : hasBounds() ? List.of("window_start", "window_end") : List.of("event_time")) {
      if (!seen.add(own)) {
        throw new IllegalArgumentException(
            "a key is named '" + own + "', as a column of the answer; name the key otherwise");
      }
    }
    for (Column<Row> column : columns) {
      if (!seen.add(column.output())) {
        throw new IllegalArgumentException(
            "two columns are named '"
                + column.output()
                + "'; name one otherwise, as max(x) AS top");
      }
      names.add(column.output());
      types.add(AnswerTypes.of(column.member(), Math.max(1, column.fields().size())));
    }
  }

  /**
   * Checks what was asked for.
   *
   * @param input the rows
   * @param aggregations for each answer its name, the aggregation and its fields
   * @param beside the names of the columns that stand beside the answers
   * @param slide 0 for a window for each row
   * @param offset by how much windows start after the multiples of the slide
   */
  public static TableSpec of(
      RowTypeInfo input,
      List<List<String>> aggregations,
      List<String> beside,
      long size,
      long slide,
      long offset,
      long lateness,
      Emit emit,
      String algorithm) {
    Kind kind = slide == 0 ? new LastWindow(size) : new Slides(size, slide, offset, false);
    if (offset != 0 && Math.abs(offset) >= slide) {
      throw new IllegalArgumentException(
          slide == 0
              ? "a start offset is given and no slide; the window of a row begins where its size says"
              : "the start offset is " + offset + " ms; it must be less than the slide, " + slide);
    }
    if (lateness < 0 || lateness > Kind.MOST_SPAN) {
      throw new IllegalArgumentException(
          "the lateness is " + lateness + " ms; it must be from 0 to " + Kind.MOST_SPAN);
    }
    List<Column<Row>> columns = new ArrayList<>();
    for (List<String> each : aggregations) {
      List<Fields.Typed<Row>> fields = new ArrayList<>();
      for (String field : each.subList(2, each.size())) {
        fields.add(Fields.of(input, field));
      }
      columns.add(new Column<>(each.get(0), Choice.of(each.get(1), fields), fields));
    }
    NamedIntake<Row> intake = new NamedIntake<>(columns);
    String chosen = Fit.algorithm(algorithm, intake.aggregation(), kind);
    return new TableSpec(
        new Plan<>(kind, Spans.ONE, lateness, null, emit, chosen, 0), columns, beside);
  }

  /** Whether results have a start and an end, or else a time. */
  public boolean hasBounds() {
    return plan.kind().hasBounds();
  }

  /** The names of the answers. */
  public List<String> names() {
    return names;
  }

  /** The types of the answers. */
  public List<TypeInformation<?>> types() {
    return types;
  }
}
