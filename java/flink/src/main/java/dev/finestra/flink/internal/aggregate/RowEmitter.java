package dev.finestra.flink.internal.aggregate;

import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.WindowResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Emits results as rows: the key or its fields; the window's start and end, or the row's time for
 * per-event windows, or neither for count windows; then the results.
 *
 * @param keys the number of fields of the key
 * @param times the number of time fields: 2, 1 or 0
 * @param time the field that has the type of times; null for milliseconds
 * @param columns the columns of results; each has a result for each of several windows
 */
public record RowEmitter<K>(
    int keys, int times, TimeField<?> time, List<? extends ResultColumn<?>> columns)
    implements ResultEmitter<K, Row> {

  @Override
  public void emit(
      K key,
      long start,
      long end,
      WindowResult result,
      RowKind kind,
      InternalWindowContext context,
      Collector<Row> out) {
    Object[] results = (Object[]) result.value();
    Row row = new Row(kind, keys + times + results.length);
    if (keys == 1) {
      row.setField(0, key);
    } else {
      for (int i = 0; i < keys; i++) {
        row.setField(i, ((Row) key).getField(i));
      }
    }
    if (times == 2) {
      row.setField(keys, shown(start));
    }
    if (times > 0) {
      row.setField(keys + times - 1, shown(end));
    }
    int windows = results.length / columns.size();
    for (int i = 0; i < results.length; i++) {
      row.setField(keys + times + i, plain(columns.get(i / windows).shown(results[i])));
    }
    out.collect(row);
  }

  private Object shown(long millis) {
    return time == null ? (Object) millis : time.shown(millis);
  }

  /** Copies lists and maps into modifiable ones: Kryo cannot copy any others. */
  private static Object plain(Object result) {
    if (result instanceof List<?> list) {
      List<Object> own = new ArrayList<>(list);
      own.replaceAll(RowEmitter::plain);
      return own;
    }
    if (result instanceof Map<?, ?> map) {
      Map<Object, Object> own = new LinkedHashMap<>();
      map.forEach((name, part) -> own.put(name, plain(part)));
      return own;
    }
    return result;
  }
}
