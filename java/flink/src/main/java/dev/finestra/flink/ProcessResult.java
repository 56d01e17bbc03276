package dev.finestra.flink;

import org.apache.flink.api.common.functions.WrappingFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalSingleValueProcessWindowFunction;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * What a function answers, handed on to one of Flink's own window functions; not where it answers
 * null, as in Flink.
 *
 * @param <V> what the aggregate function answers
 * @param <R> what the window function emits
 */
final class ProcessResult<K, V, R>
    extends WrappingFunction<InternalSingleValueProcessWindowFunction<V, R, K, TimeWindow>>
    implements Result<K, R> {
  private static final long serialVersionUID = 1L;

  /** 1 where a window is closed at its end, so that Flink's, which is open there, ends after it. */
  private final int closed;

  ProcessResult(ProcessWindowFunction<V, R, K, TimeWindow> function, boolean isClosed) {
    super(new InternalSingleValueProcessWindowFunction<>(function));
    this.closed = isClosed ? 1 : 0;
    if (clears(function.getClass())) {
      throw new IllegalArgumentException(
          function.getClass().getName()
              + " has a clear of its own, which is not called here: windows that overlap are one"
              + " structure, and what a function keeps in globalState() is its own to remove; leave"
              + " clear out");
    }
  }

  private static boolean clears(Class<?> function) {
    try {
      return function.getMethod("clear", ProcessWindowFunction.Context.class).getDeclaringClass()
          != ProcessWindowFunction.class;
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(function + " has no clear", impossible);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public void emit(
      K key,
      long start,
      long end,
      Answer answer,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out)
      throws Exception {
    if (answer.value() != null) {
      wrappedFunction.process(
          key, new TimeWindow(start, end + closed), context, (V) answer.value(), out);
    }
  }
}
