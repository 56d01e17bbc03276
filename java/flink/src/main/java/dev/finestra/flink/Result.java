package dev.finestra.flink;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * How a window's answer becomes what is emitted.
 *
 * @param <K> the keys
 * @param <R> what is emitted
 */
interface Result<K, R> extends Function {

  /**
   * Emits a result.
   *
   * @param start where the window begins
   * @param end where it ends; itself not in the window where the kind has bounds
   */
  void emit(
      K key,
      long start,
      long end,
      Answer answer,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out)
      throws Exception;
}
