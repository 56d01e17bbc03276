package dev.finestra.flink.python;

import dev.finestra.flink.PyEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Windows of a stream, as {@code finestra.flink} in Python asks for them.
 *
 * <p>Costs: those of the windows; rows of a table, and rows that Python has keyed, are copied once
 * before.
 *
 * <p>What does not fit is refused with an {@link IllegalArgumentException} before anything is added
 * to the job.
 */
public final class Windows {
  private Windows() {}

  /**
   * Adds windows to a stream.
   *
   * @param stream of rows or tuples; with fields {@code f0}, the key, and {@code f1}, the row,
   *     where {@code by} is null
   * @param by the field that is the key; null where Python has keyed the stream
   * @param window the kind of window and its numbers, as {@link PyEntry} says
   * @param options as {@link PyEntry} says
   * @param aggregations for each answer, in order, its name, the aggregation and its fields
   */
  public static DataStream<Row> aggregate(
      DataStream<?> stream,
      String by,
      Map<String, Object> window,
      Map<String, Object> options,
      List<? extends List<?>> aggregations) {
    Map<String, Object> columns = new LinkedHashMap<>();
    for (List<?> each : aggregations) {
      columns.put((String) each.get(0), each.subList(1, each.size()));
    }
    if (by == null) {
      KeyedStream<Row, Object> keyed = PythonKeys.keyed(stream);
      return PyEntry.aggregateKeyed(keyed, "key", window, columns, options);
    }
    DataStream<?> rows = TypedRows.of(stream);
    if (options.get("late") instanceof OutputTag<?> tag) {
      checkLate(tag, rows);
    }
    return PyEntry.aggregate(rows, by, window, columns, options);
  }

  private static void checkLate(OutputTag<?> tag, DataStream<?> rows) {
    if (!tag.getTypeInfo().equals(rows.getType())) {
      throw new IllegalArgumentException(
          "the side output '"
              + tag.getId()
              + "' is of "
              + tag.getTypeInfo()
              + ", but late rows are "
              + rows.getType()
              + "; make the tag as OutputTag('"
              + tag.getId()
              + "', ds.get_type()), ds being the stream of which windows are made");
    }
  }
}
