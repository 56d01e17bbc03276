package dev.finestra.flink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Results as rows: the key, then the window's start and end, or the row's time for per-event
 * windows, or neither for count windows; then the answers.
 *
 * @param times how many fields say where the window is: 2, 1 or 0
 */
record RowResult<K>(int times) implements Result<K, Row> {

  @Override
  public void emit(
      K key,
      long start,
      long end,
      Answer answer,
      RowKind kind,
      InternalWindowContext context,
      Collector<Row> out) {
    Object[] answers = (Object[]) answer.value();
    Row row = new Row(kind, 1 + times + answers.length);
    row.setField(0, key);
    if (times == 2) {
      row.setField(1, start);
    }
    if (times > 0) {
      row.setField(times, end);
    }
    for (int i = 0; i < answers.length; i++) {
      row.setField(1 + times + i, plain(answers[i]));
    }
    out.collect(row);
  }

  /** Lists and maps of the row's own, which may be changed: Kryo copies no others. */
  private static Object plain(Object answer) {
    if (answer instanceof List<?> list) {
      List<Object> own = new ArrayList<>(list.size());
      list.forEach(part -> own.add(plain(part)));
      return own;
    }
    if (answer instanceof Map<?, ?> map) {
      Map<Object, Object> own = new LinkedHashMap<>();
      map.forEach((name, part) -> own.put(name, plain(part)));
      return own;
    }
    return answer;
  }
}
