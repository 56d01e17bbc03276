package dev.finestra.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Collects all rows of a window, so that every difference shows. Returns null, which means no
 * result, for a single row.
 */
final class Listed implements AggregateFunction<Trade, ArrayList<String>, String> {
  private final boolean isSorted;
  private final boolean isEmptied;

  Listed() {
    this(true, false);
  }

  /**
   * Without {@code isSorted}, the result shows the order in which rows were added. With {@code
   * isEmptied}, {@code getResult} empties its argument, which Flink's windows allow if no row is
   * late.
   */
  Listed(boolean isSorted, boolean isEmptied) {
    this.isSorted = isSorted;
    this.isEmptied = isEmptied;
  }

  @Override
  public ArrayList<String> createAccumulator() {
    return new ArrayList<>();
  }

  @Override
  public ArrayList<String> add(Trade trade, ArrayList<String> all) {
    all.add(trade.toString());
    return all;
  }

  @Override
  public String getResult(ArrayList<String> all) {
    if (all.size() == 1) {
      return null;
    }
    List<String> result = new ArrayList<>(all);
    if (isSorted) {
      result.sort(null);
    }
    if (isEmptied) {
      all.clear();
    }
    return result.toString();
  }

  /** Modifies its first argument, which Flink's windows allow. */
  @Override
  public ArrayList<String> merge(ArrayList<String> a, ArrayList<String> b) {
    a.addAll(b);
    return a;
  }
}
