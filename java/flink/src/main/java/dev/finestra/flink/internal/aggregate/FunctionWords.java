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
  private final String name;
  private final AggregateFunction<T, A, ?> function;
  private final AccumulatorWords<A> accumulators;

  /** The accumulator that {@code add} changed last. */
  private A added;

  /** What was stored from {@link #added}. If a pane has these words, it need not be loaded. */
  private final long[] addedWords;

  /** Whether {@link #added} still has the {@link #addedWords}. */
  private boolean isLoaded;

  private long combines;

  FunctionWords(
      String name, AggregateFunction<T, A, ?> function, AccumulatorWords<A> accumulators) {
    super(FunctionAggregation.NAME, ValueType.STRING, 1 + accumulators.count());
    this.name = name;
    this.function = function;
    this.accumulators = accumulators;
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
            name, function, accumulators.load(older, o + 1), accumulators.load(newer, n + 1));
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
    A accumulator = function.add((T) value, function.createAccumulator());
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
    A own = isReady ? added : accumulators.load(to, t + 1);
    isLoaded = false; // if add throws, it may have changed half of the tuple
    A sum = function.add((T) value, own);
    to[t] = Math.min(to[t] + 1, SeenWord.MOST_ROWS);
    accumulators.store(sum, to, t + 1);
    if (sum == own) {
      // G1 makes each write of a reference into an old object expensive.
      if (!isReady) {
        added = own;
      }
      System.arraycopy(to, t + 1, addedWords, 0, addedWords.length);
      isLoaded = true;
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
        : new WindowResult(state[s], function.getResult(accumulators.load(state, s + 1)));
  }
}
