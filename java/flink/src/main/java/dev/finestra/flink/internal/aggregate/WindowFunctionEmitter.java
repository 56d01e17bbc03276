package dev.finestra.flink.internal.aggregate;

import dev.finestra.windowing.WindowResult;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalSingleValueProcessWindowFunction;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Passes a function's result to one of Flink's window functions; does not call it for null, as
 * Flink does.
 *
 * @param <V> the results of the aggregate function
 * @param <R> the output of the window function
 */
public final class WindowFunctionEmitter<K, V, R>
    extends FunctionWrapper<InternalSingleValueProcessWindowFunction<V, R, K, TimeWindow>>
    implements ResultEmitter<K, R> {
  /** 1 if windows include their end. Flink's exclude it, so it gets a window that ends 1 later. */
  private final int closed;

  public WindowFunctionEmitter(
      ProcessWindowFunction<V, R, K, TimeWindow> function, boolean isClosed) {
    super(new InternalSingleValueProcessWindowFunction<>(function));
    this.closed = isClosed ? 1 : 0;
    if (clears(function.getClass())) {
      throw new IllegalArgumentException(
          function.getClass().getName()
              + " overrides clear, which Finestra never calls, because overlapping windows share"
              + " one structure. Remove clear; state in globalState() has to be removed by the"
              + " function itself");
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
      WindowResult result,
      RowKind kind,
      InternalWindowContext context,
      Collector<R> out)
      throws Exception {
    if (result.value() != null) {
      wrappedFunction.process(
          key, new TimeWindow(start, end + closed), context, (V) result.value(), out);
    }
  }
}
