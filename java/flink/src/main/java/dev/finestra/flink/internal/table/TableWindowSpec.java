package dev.finestra.flink.internal.table;

import dev.finestra.flink.Field;
import dev.finestra.flink.internal.aggregate.NamedWindowInput;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowRequest;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A checked call of {@code finestra_window}: windows of rows, aggregated by name.
 *
 * @param <T> the rows
 */
public record TableWindowSpec<T>(
    WindowRequest request, NamedWindowInput<T> input, TableResults results)
    implements Serializable {

  /**
   * Checks a call.
   *
   * @param fields the fields of the rows by name
   * @param time reads a row's time; null if the caller passes the time
   * @param aggregations for each result its name, the aggregation and its fields
   * @param otherColumns the names of the other columns of the result
   * @param slide 0 for a window for each row
   * @param offset how long after the multiples of the slide windows start
   */
  public static <T> TableWindowSpec<T> of(
      Function<String, InputFields.Typed<T>> fields,
      Field<T, Long> time,
      List<List<String>> aggregations,
      List<String> otherColumns,
      long size,
      long slide,
      long offset,
      long lateness,
      Emit emit,
      String algorithm) {
    WindowKind kind =
        slide == 0 ? new LastWindow(size) : SlidingTimeWindow.of(size, slide, offset, false);
    if (offset != 0 && Math.abs(offset) >= slide) {
      throw new IllegalArgumentException(
          slide == 0
              ? "start_offset is given without a slide, but the window of each row has no offset;"
                  + " leave it out, or give a slide"
              : "start_offset is %s ms; it must be between -%s and %s, the slide"
                  .formatted(offset, slide, slide));
    }
    OptionChecks.checkLateness(lateness);
    List<ResultColumn<T>> columns = new ArrayList<>();
    for (List<String> each : aggregations) {
      List<InputFields.Typed<T>> arguments = new ArrayList<>();
      for (String field : each.subList(2, each.size())) {
        arguments.add(fields.apply(field));
      }
      columns.add(ResultColumn.of(each.get(0), each.get(1), arguments));
    }
    checkNames(kind, columns, otherColumns);
    NamedWindowInput<T> input = NamedWindowInput.ofTable(columns, time);
    String chosen = OptionChecks.algorithm(algorithm, input.aggregation(), kind);
    return new TableWindowSpec<>(
        new WindowRequest(kind, NamedSizes.NONE, lateness, emit, chosen, 0),
        input,
        new TableResults(kind.hasBounds(), columns));
  }

  private static void checkNames(
      WindowKind kind, List<? extends ResultColumn<?>> columns, List<String> otherColumns) {
    Set<String> seen = new HashSet<>(otherColumns);
    for (String own :
        kind.hasBounds() ? List.of("window_start", "window_end") : List.of("event_time")) {
      if (!seen.add(own)) {
        throw new IllegalArgumentException(
            "A key column is named '"
                + own
                + "', as a column of the result; rename the key column");
      }
    }
    for (ResultColumn<?> column : columns) {
      if (!seen.add(column.output())) {
        throw new IllegalArgumentException(
            "Two columns of the result are named '%s'; rename one of them, such as max(x) AS top"
                .formatted(column.output()));
      }
    }
  }
}
