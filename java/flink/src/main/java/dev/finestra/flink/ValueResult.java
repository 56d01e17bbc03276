package dev.finestra.flink;

import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/** What a function answers, and nothing else; no result where it answers null, as in Flink. */
record ValueResult<K, R>() implements Result<K, R> {

  @Override
  @SuppressWarnings("unchecked")
  public void emit(
      K key,
      long start,
      long end,
      Answer answer,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out) {
    if (answer.value() != null) {
      out.collect((R) answer.value());
    }
  }
}
