package dev.finestra.flink;

import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** A window's answer with its key and its bounds. */
final class Bounds<V> extends ProcessWindowFunction<V, String, String, TimeWindow> {
  @Override
  public void process(String key, Context context, Iterable<V> values, Collector<String> out) {
    V value = values.iterator().next();
    out.collect(key + " " + context.window() + " " + value);
  }
}
