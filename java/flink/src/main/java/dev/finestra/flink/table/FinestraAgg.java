package dev.finestra.flink.table;

import dev.finestra.flink.internal.table.FifoAccumulator;
import dev.finestra.flink.internal.table.FifoAccumulatorSerializer;
import dev.finestra.flink.internal.table.NamedAggregateFunction;

/**
 * {@code finestra_agg('max', x)}: an aggregation by name, also in {@code OVER}, which retracts the
 * oldest rows. No inverse is needed for that.
 *
 * <p>Costs: O(1) amortized for each row and each result; the accumulator holds all values that have
 * not been retracted. In groups and windows, which never retract, prefer {@link FinestraGroupAgg}:
 * it holds one partial result.
 *
 * <p>If a row is retracted before older ones, as a changelog does, the next result fails.
 */
public final class FinestraAgg extends NamedAggregateFunction<FifoAccumulator> {
  private static final long serialVersionUID = 1L;

  public FinestraAgg() {
    super(FifoAccumulatorSerializer.INSTANCE);
  }

  public void retract(FifoAccumulator fifo, String name, Object... values) throws Exception {
    fifo.remove(name, byName(name), byName(name).value(values));
  }
}
