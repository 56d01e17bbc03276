package dev.finestra.flink;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple5;

/**
 * A number of rows, their sum, their extremes, and whether a weight was odd: an accumulator of
 * numbers, which Finestra holds as words. Returns null for a single row.
 */
final class Summed
    implements AggregateFunction<Trade, Tuple5<Integer, Double, Long, Float, Boolean>, String> {
  private static final long serialVersionUID = 1L;

  @Override
  public Tuple5<Integer, Double, Long, Float, Boolean> createAccumulator() {
    return Tuple5.of(0, -0.0, Long.MIN_VALUE, Float.POSITIVE_INFINITY, false);
  }

  /** For every third weight, returns a new accumulator and spoils the given one. */
  @Override
  public Tuple5<Integer, Double, Long, Float, Boolean> add(
      Trade trade, Tuple5<Integer, Double, Long, Float, Boolean> all) {
    merge(all, Tuple5.of(1, trade.weight, trade.price, (float) trade.price, trade.weight % 2 == 1));
    if (trade.weight % 3 != 0) {
      return all;
    }
    Tuple5<Integer, Double, Long, Float, Boolean> added = all.copy();
    all.f0 = -1;
    return added;
  }

  @Override
  public String getResult(Tuple5<Integer, Double, Long, Float, Boolean> all) {
    return all.f0 == 1 ? null : all.toString();
  }

  /** Modifies both arguments, which Flink's windows allow. */
  @Override
  public Tuple5<Integer, Double, Long, Float, Boolean> merge(
      Tuple5<Integer, Double, Long, Float, Boolean> a,
      Tuple5<Integer, Double, Long, Float, Boolean> b) {
    a.f0 += b.f0;
    a.f1 += b.f1;
    a.f2 = Math.max(a.f2, b.f2);
    a.f3 = Math.min(a.f3, b.f3);
    a.f4 |= b.f4;
    b.f0 = -1;
    return a;
  }
}
