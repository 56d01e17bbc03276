package dev.finestra.flink;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Emits each result with its key and its window, and the window once more to a side output. */
final class Bounds<V> extends ProcessWindowFunction<V, String, String, TimeWindow> {
  private static final long serialVersionUID = 1L;

  static final OutputTag<String> ASIDE = new OutputTag<>("aside", Types.STRING);

  @Override
  public void process(String key, Context context, Iterable<V> values, Collector<String> out) {
    V value = values.iterator().next();
    out.collect(key + " " + context.window() + " " + value);
    context.output(ASIDE, key + " " + context.window());
  }
}
