package dev.finestra.flink.internal.aggregate;

import dev.finestra.windowing.WindowResult;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/** Emits a function's result as it is, and nothing for null, as Flink does. */
public record ValueEmitter<K, R>() implements ResultEmitter<K, R> {

  @Override
  @SuppressWarnings("unchecked")
  public void emit(
      K key,
      long start,
      long end,
      WindowResult result,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out) {
    if (result.value() != null) {
      out.collect((R) result.value());
    }
  }
}
