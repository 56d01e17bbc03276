package dev.finestra.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Everything that a window has, sorted, so that nothing that differs stays hidden; null, which is
 * no result, for one row alone.
 */
final class Listed implements AggregateFunction<Trade, ArrayList<String>, String> {
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
    List<String> sorted = new ArrayList<>(all);
    sorted.sort(null);
    return sorted.toString();
  }

  /** Changes its first argument, as Flink's windows let it. */
  @Override
  public ArrayList<String> merge(ArrayList<String> a, ArrayList<String> b) {
    a.addAll(b);
    return a;
  }
}
