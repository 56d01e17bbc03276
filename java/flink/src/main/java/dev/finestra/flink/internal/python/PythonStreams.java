package dev.finestra.flink.internal.python;

import dev.finestra.flink.FinestraFromMaps;
import dev.finestra.flink.internal.history.FeatureHistory;
import dev.finestra.flink.internal.history.SavepointWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Adds windows to a stream of PyFlink; {@code finestra.flink} in Python calls it.
 *
 * <p>Costs: those of the windows. Rows of a table, and rows that Python has keyed, are copied once
 * before.
 *
 * <p>Arguments that do not fit are rejected with an {@link IllegalArgumentException} before
 * anything is added to the job.
 */
public final class PythonStreams {
  private PythonStreams() {}

  /**
   * Adds windows to a stream.
   *
   * @param stream of rows or tuples; if {@code by} is null, of pairs of a key and a row
   * @param by the fields to key by; null if Python has keyed the stream
   * @param window the kind of window and its numbers, see {@link FinestraFromMaps}
   * @param options see {@link FinestraFromMaps}
   * @param aggregations for each result its name, the aggregation and its fields
   */
  public static DataStream<Row> aggregate(
      DataStream<?> stream,
      List<String> by,
      Map<String, Object> window,
      Map<String, Object> options,
      List<? extends List<?>> aggregations) {
    Map<String, Object> columns = columns(aggregations);
    if (by == null) {
      KeyedStream<Row, Object> keyed = PythonKeyedRows.keyed(stream);
      return FinestraFromMaps.aggregateKeyed(keyed, "key", window, columns, options);
    }
    DataStream<?> rows = TypedRows.of(stream);
    if (options.get("side_output_late_data") instanceof OutputTag<?> tag) {
      checkLate(tag, rows);
    }
    return FinestraFromMaps.aggregate(rows, by, window, columns, options);
  }

  /** Adds the windows of features; see {@link FinestraFromMaps#features}. */
  public static DataStream<Row> features(
      DataStream<?> stream,
      List<String> by,
      String time,
      Map<String, Object> window,
      List<? extends List<?>> aggregations,
      Map<String, Object> options) {
    Map<String, Object> typed = new HashMap<>(options);
    typed.computeIfPresent("history", (name, rows) -> TypedRows.of((DataStream<?>) rows));
    return FinestraFromMaps.features(
        TypedRows.of(stream), by, time, window, columns(aggregations), typed);
  }

  /**
   * Writes a savepoint of features with the state of a history, and returns its path.
   *
   * @param options those of {@link #features}, with {@code until} and {@code uid}
   * @param format canonical or native
   */
  public static String savepoint(
      DataStream<?> history,
      List<String> by,
      String time,
      Map<String, Object> window,
      List<? extends List<?>> aggregations,
      Map<String, Object> options,
      String directory,
      String format)
      throws Exception {
    SavepointFormatType type = savepointFormat(format);
    DataStream<?> rows = TypedRows.of(history);
    long until = ((Number) options.get("until")).longValue();
    String uid = FeatureHistory.uid((String) options.get("uid"), until);
    Map<String, Object> all = new HashMap<>(options);
    all.put("history", rows);
    SingleOutputStreamOperator<Row> results =
        FinestraFromMaps.features(
            SavepointWriter.noRows(rows, until), by, time, window, columns(aggregations), all);
    return SavepointWriter.write(results, until, uid, directory, type);
  }

  /**
   * The features in the state that the job is started from; see {@link FinestraFromMaps#state}.
   *
   * @param rows a stream of the job's type
   */
  public static DataStream<Row> state(
      DataStream<?> rows,
      List<String> by,
      String time,
      Map<String, Object> window,
      List<? extends List<?>> aggregations,
      Map<String, Object> options) {
    return FinestraFromMaps.state(
        TypedRows.of(rows), by, time, window, columns(aggregations), options);
  }

  private static SavepointFormatType savepointFormat(String name) {
    for (SavepointFormatType type : SavepointFormatType.values()) {
      if (type.name().equalsIgnoreCase(name)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "The format of the savepoint is '" + name + "'; use canonical or native");
  }

  private static Map<String, Object> columns(List<? extends List<?>> aggregations) {
    Map<String, Object> columns = new LinkedHashMap<>();
    for (List<?> each : aggregations) {
      columns.put((String) each.get(0), each.subList(1, each.size()));
    }
    return columns;
  }

  private static void checkLate(OutputTag<?> tag, DataStream<?> rows) {
    if (!tag.getTypeInfo().equals(rows.getType())) {
      throw new IllegalArgumentException(
          ("The side output '%s' has the type %s, but late rows have the type %s; make the tag as"
                  + " OutputTag('%s', ds.get_type()), where ds is the stream that has the windows")
              .formatted(tag.getId(), tag.getTypeInfo(), rows.getType(), tag.getId()));
    }
  }
}
