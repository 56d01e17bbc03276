package dev.finestra.flink.internal.aggregate;

import dev.finestra.windowing.WindowResult;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Turns the result of a window into an element and emits it.
 *
 * @param <K> the keys
 * @param <R> what is emitted
 */
public interface ResultEmitter<K, R> extends Function {

  /**
   * Emits a result.
   *
   * @param start the start of the window
   * @param end its end; exclusive if windows of this kind have bounds
   */
  void emit(
      K key,
      long start,
      long end,
      WindowResult result,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out)
      throws Exception;

  /** Emits a function's result as it is, and nothing for null, as Flink does. */
  @SuppressWarnings("unchecked")
  static <K, R> ResultEmitter<K, R> ofValues() {
    return (key, start, end, result, kind, context, out) -> {
      if (result.value() != null) {
        out.collect((R) result.value());
      }
    };
  }
}
