package dev.finestra.flink.internal.sql;

import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.internal.host.HeldKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.UpdatableRowData;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;

/**
 * Counts the distinct values of {@code HOP} windows without merging sets.
 *
 * <p>The slices with a value form runs: neighbours in a run are at most the window's size apart.
 * Windows that begin after the size before a run's first slice, up to its last slice, contain the
 * value; no other window does, and no window meets two runs of a value. So a window contains as
 * many values as there are runs that end at its start or later and begin before its end. These are
 * the runs that end in its slices, and those that end in later slices but do not begin there. Each
 * slice's accumulators hold the two numbers, and are merged like those of other aggregates.
 *
 * <p>Costs: one access to Flink's state for each value of a row. The first row of a slice with a
 * value changes the accumulators of at most three slices. A result costs one more query if the key
 * has later rows. Values stay for up to twice the window's size. Flink's operator reads all values
 * of all slices of a window for each result.
 *
 * <p>Invariant: the state has the runs of each value, in order, except those that ended before the
 * key's oldest slice, which may be missing.
 */
final class DistinctCounts {
  private static final long[] NO_RUNS = {};

  private final WindowGrid grid;
  private final SqlAggregates aggregates;
  private final List<Counted> counted = new ArrayList<>();

  /**
   * @param runs for each value the first and the last slice of each run
   */
  private record Counted(
      DistinctCount count, TypeSerializer<Object> values, MapState<Object, long[]> runs) {}

  DistinctCounts(
      List<DistinctCount> counts,
      WindowGrid grid,
      RuntimeContext context,
      SqlAggregates aggregates) {
    this.grid = grid;
    this.aggregates = aggregates;
    for (DistinctCount count : counts) {
      counted.add(open(count, counted.size(), context));
    }
  }

  private static Counted open(DistinctCount count, int index, RuntimeContext context) {
    TypeSerializer<Object> values = InternalSerializers.create(count.type());
    var descriptor =
        new MapStateDescriptor<>(
            "distinct-" + index, values, LongPrimitiveArraySerializer.INSTANCE);
    return new Counted(count, values, context.getMapState(descriptor));
  }

  /** Counts the values of a row that was added to the key at this time. */
  void add(HeldKey key, long time, RowData row) throws Exception {
    long slice = grid.paneStart(time);
    for (Counted each : counted) {
      each.count.values().forEach(row, value -> add(key, slice, each, value));
    }
  }

  private void add(HeldKey key, long slice, Counted counted, Object value) throws Exception {
    long[] stored = counted.runs.get(value);
    long[] runs = stored == null ? NO_RUNS : stored;
    int oldest = 0;
    while (oldest < runs.length && runs[oldest + 1] < key.oldest()) {
      oldest += 2;
    }
    int next = oldest;
    while (next < runs.length && runs[next] <= slice) {
      next += 2;
    }
    boolean hasEarlier = next > oldest;
    if (hasEarlier && slice <= runs[next - 1]) {
      return;
    }
    boolean extendsEarlier = hasEarlier && slice - runs[next - 1] <= grid.size();
    boolean extendsLater = next < runs.length && runs[next] - slice <= grid.size();
    if (extendsEarlier) {
      change(key, runs[next - 1], counted.count, -1, 0);
    }
    if (extendsLater) {
      change(key, runs[next], counted.count, 0, -1);
    }
    change(key, slice, counted.count, extendsLater ? 0 : 1, extendsEarlier ? 0 : 1);
    int before = (extendsEarlier ? next - 2 : next) - oldest;
    int after = extendsLater ? next + 2 : next;
    long[] changed = new long[before + 2 + runs.length - after];
    System.arraycopy(runs, oldest, changed, 0, before);
    changed[before] = extendsEarlier ? runs[next - 2] : slice;
    changed[before + 1] = extendsLater ? runs[next + 1] : slice;
    System.arraycopy(runs, after, changed, before + 2, runs.length - after);
    counted.runs.put(stored == null ? counted.values.copy(value) : value, changed);
  }

  private void change(HeldKey key, long slice, DistinctCount count, int ends, int begins) {
    if (ends != 0 || begins != 0) {
      GenericRowData change = aggregates.change;
      change.setField(count.ends(), (long) ends);
      change.setField(count.net(), (long) (ends - begins));
      key.insert(slice, change);
      change.setField(count.ends(), null);
      change.setField(count.net(), null);
    }
  }

  /** The accumulators of a window, with the final counts in the place of {@code ends}. */
  RowData counted(HeldKey key, RowData window, long end) {
    if (key.isEmpty() || key.youngest() < end) {
      return window;
    }
    RowData later = (RowData) key.query(end, key.youngest()).value();
    UpdatableRowData result = new UpdatableRowData(window, window.getArity());
    for (Counted each : counted) {
      DistinctCount count = each.count;
      result.setField(count.ends(), window.getLong(count.ends()) + later.getLong(count.net()));
    }
    return result;
  }

  /**
   * Removes values that no later window contains, once in the time of a window's size.
   *
   * @param start of a window whose results are emitted
   */
  void sweep(long start) throws Exception {
    if (Math.floorMod(start, grid.size()) >= grid.slide()) {
      return;
    }
    for (Counted each : counted) {
      Iterator<Map.Entry<Object, long[]>> values = each.runs.iterator();
      while (values.hasNext()) {
        long[] runs = values.next().getValue();
        if (runs[runs.length - 1] <= start) {
          values.remove();
        }
      }
    }
  }

  /** Removes all values of the current key, whose window is empty. */
  void clear() {
    counted.forEach(each -> each.runs.clear());
  }
}
