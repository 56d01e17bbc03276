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
 * <p>For each value, the slices that contain it form runs. Two neighbouring slices are in one run
 * if their starts differ by at most the window's size. Example: with windows of 3 slices, a value
 * in slices 1, 4 and 9 has the runs [1, 4] and [9]. A window contains a value if and only if one of
 * its runs ends at the window's start or later, and begins before the window's end. A window never
 * meets two runs of a value. So the count of a window is
 *
 * <pre>  runs that end in the window + runs that end after it - runs that begin after it</pre>
 *
 * <p>The accumulators of a slice have the number of runs that end there ({@code ends}), and that
 * number minus the runs that begin there ({@code net}). Both are summed like other aggregates.
 *
 * <p>Costs: one access to Flink's state for each value of a row. The first row with a value in a
 * slice changes the accumulators of at most three slices. A result costs one more query if the key
 * has later rows. Once per window size, all values of the key are read to remove old ones; so a
 * value stays for about twice the window's size. Flink's operator reads all values of all slices of
 * a window for each result.
 *
 * <p>Invariant: the state has all runs of each value in order of time. Runs that ended before the
 * key's oldest slice may be missing.
 *
 * <p>Not supported: removing a row. When it throws, the job fails and restarts from its last
 * checkpoint. Threading: only the task's thread calls this class.
 */
final class DistinctCounts {
  private static final long[] NO_RUNS = {};

  private final WindowGrid grid;
  private final SqlAggregates aggregates;
  private final List<ValueRuns> all = new ArrayList<>();

  /**
   * @param runs for each value the first and the last slice of each run
   */
  private record ValueRuns(
      DistinctCount count, TypeSerializer<Object> values, MapState<Object, long[]> runs) {}

  DistinctCounts(
      List<DistinctCount> counts,
      WindowGrid grid,
      RuntimeContext context,
      SqlAggregates aggregates) {
    this.grid = grid;
    this.aggregates = aggregates;
    for (DistinctCount count : counts) {
      all.add(open(count, all.size(), context));
    }
  }

  private static ValueRuns open(DistinctCount count, int index, RuntimeContext context) {
    TypeSerializer<Object> values = InternalSerializers.create(count.type());
    var descriptor =
        new MapStateDescriptor<>(
            "distinct-" + index, values, LongPrimitiveArraySerializer.INSTANCE);
    return new ValueRuns(count, values, context.getMapState(descriptor));
  }

  /** Counts the values of a row that was added to the key at this time. */
  void add(HeldKey key, long time, RowData row) throws Exception {
    long slice = grid.paneStart(time);
    for (ValueRuns each : all) {
      each.count.values().forEach(row, value -> add(key, slice, each, value));
    }
  }

  private void add(HeldKey key, long slice, ValueRuns of, Object value) throws Exception {
    long[] stored = of.runs.get(value);
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
      change(key, runs[next - 1], of.count, -1, 0);
    }
    if (extendsLater) {
      change(key, runs[next], of.count, 0, -1);
    }
    change(key, slice, of.count, extendsLater ? 0 : 1, extendsEarlier ? 0 : 1);
    int before = (extendsEarlier ? next - 2 : next) - oldest;
    int after = extendsLater ? next + 2 : next;
    long[] changed = new long[before + 2 + runs.length - after];
    System.arraycopy(runs, oldest, changed, 0, before);
    changed[before] = extendsEarlier ? runs[next - 2] : slice;
    changed[before + 1] = extendsLater ? runs[next + 1] : slice;
    System.arraycopy(runs, after, changed, before + 2, runs.length - after);
    of.runs.put(stored == null ? of.values.copy(value) : value, changed);
  }

  private void change(HeldKey key, long slice, DistinctCount count, int ends, int begins) {
    if (ends != 0 || begins != 0) {
      GenericRowData change = aggregates.increments;
      change.setField(count.ends(), (long) ends);
      change.setField(count.net(), (long) (ends - begins));
      key.insert(slice, change);
      change.setField(count.ends(), null);
      change.setField(count.net(), null);
    }
  }

  /**
   * The accumulators of a window, with its numbers of distinct values in the place of the runs that
   * end.
   */
  RowData withCounts(HeldKey key, RowData window, long end) {
    if (key.isEmpty() || key.youngest() < end) {
      return window;
    }
    RowData later = (RowData) key.query(end, key.youngest()).value();
    UpdatableRowData result = new UpdatableRowData(window, window.getArity());
    for (ValueRuns each : all) {
      DistinctCount count = each.count;
      result.setField(count.ends(), window.getLong(count.ends()) + later.getLong(count.net()));
    }
    return result;
  }

  /**
   * Removes values that no later window contains. It does so only for one start per window size,
   * because it reads all values of the key.
   *
   * @param start of a window whose results are emitted
   */
  void removeOldValues(long start) throws Exception {
    if (Math.floorMod(start, grid.size()) >= grid.slide()) {
      return;
    }
    for (ValueRuns each : all) {
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
    all.forEach(each -> each.runs.clear());
  }
}
