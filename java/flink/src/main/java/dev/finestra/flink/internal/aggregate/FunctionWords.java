package dev.finestra.flink.internal.aggregate;

import dev.finestra.flink.internal.aggregate.FunctionAggregation.CombinedRows;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.CombineCounter;
import dev.finestra.windowing.internal.columns.InArrivalOrder;
import dev.finestra.windowing.internal.columns.SeenWord;
import java.util.Arrays;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * One of Flink's {@link AggregateFunction}s whose accumulators are {@link AccumulatorWords}: the
 * number of rows, then the accumulator. Otherwise as {@link FunctionAggregation}.
 */
final class FunctionWords<T, A> extends NamedWordsAggregation<WindowResult>
    implements CombineCounter, InArrivalOrder {
  private final String function;
  private final AggregateFunction<T, A, ?> calls;
  private final AccumulatorWords<A> accumulators;

  // Accumulators that calls get, and may modify, one after the other.
  private final A one;
  private final A other;

  /** The tuple that {@code add} gets; null if accumulators are single values. */
  private final A added;

  /** What was stored from {@link #added}, so that rows of the same pane need not load it again. */
  private final long[] addedWords;

  /** Whether the fields of {@link #added} are those words. */
  private boolean isLoaded;

  private long combines;

  FunctionWords(
      String function, AggregateFunction<T, A, ?> calls, AccumulatorWords<A> accumulators) {
    super(FunctionAggregation.NAME, ValueType.STRING, 1 + accumulators.count());
    this.function = function;
    this.calls = calls;
    this.accumulators = accumulators;
    this.one = accumulators.fresh();
    this.other = accumulators.fresh();
    this.added = accumulators.fresh();
    this.addedWords = new long[accumulators.count()];
  }

  @Override
  public long combines() {
    return combines;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    if (older[o] == 0 || newer[n] == 0) {
      boolean isNewer = older[o] == 0;
      System.arraycopy(isNewer ? newer : older, isNewer ? n : o, to, t, words());
      return;
    }
    combines++;
    long rows = Math.min(older[o] + newer[n], SeenWord.MOST_ROWS);
    A both =
        FunctionAggregation.merge(
            function,
            calls,
            accumulators.load(older, o + 1, one),
            accumulators.load(newer, n + 1, other));
    to[t] = rows;
    accumulators.store(both, to, t + 1);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void lift(Object value, long[] to, int t) {
    if (value instanceof CombinedRows rows) {
      System.arraycopy((long[]) rows.partial(), 0, to, t, words());
      return;
    }
    A accumulator = calls.add((T) value, calls.createAccumulator());
    to[t] = 1;
    accumulators.store(accumulator, to, t + 1);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void add(Object value, long[] to, int t) {
    if (value instanceof CombinedRows rows) {
      combine(to, t, (long[]) rows.partial(), 0, to, t);
      return;
    }
    combines++;
    boolean isReady =
        isLoaded && Arrays.equals(to, t + 1, t + words(), addedWords, 0, addedWords.length);
    A sum = calls.add((T) value, isReady ? added : accumulators.load(to, t + 1, added));
    to[t] = Math.min(to[t] + 1, SeenWord.MOST_ROWS);
    accumulators.store(sum, to, t + 1);
    isLoaded = added != null && sum == added;
    if (isLoaded) {
      System.arraycopy(to, t + 1, addedWords, 0, addedWords.length);
    }
  }

  @Override
  public void lift(long value, long[] to, int t) {
    lift((Object) value, to, t);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    lift((Object) value, to, t);
  }

  @Override
  public WindowResult lower(long[] state, int s) {
    return state[s] == 0
        ? null
        : new WindowResult(
            state[s], calls.getResult(accumulators.load(state, s + 1, accumulators.fresh())));
  }
}
