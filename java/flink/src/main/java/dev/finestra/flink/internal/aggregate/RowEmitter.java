package dev.finestra.flink.internal.aggregate;

import dev.finestra.flink.internal.rows.ResultColumn;
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
 * Emits results as rows: the key; the window's start and end, or the row's time for per-event
 * windows, or neither for count windows; then the results.
 *
 * @param times the number of time fields: 2, 1 or 0
 * @param columns the columns of results; each has a result for each of several windows
 */
public record RowEmitter<K>(int times, List<? extends ResultColumn<?>> columns)
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
    Row row = new Row(kind, 1 + times + results.length);
    row.setField(0, key);
    if (times == 2) {
      row.setField(1, start);
    }
    if (times > 0) {
      row.setField(times, end);
    }
    int windows = results.length / columns.size();
    for (int i = 0; i < results.length; i++) {
      row.setField(1 + times + i, plain(columns.get(i / windows).shown(results[i])));
    }
    out.collect(row);
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
