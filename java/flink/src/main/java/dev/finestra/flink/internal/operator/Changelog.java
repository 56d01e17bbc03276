package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.KeyedHost;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of sliding windows whose input updates and deletes rows. An aggregation cannot take a
 * row back out of a partial result. So all rows are kept, and a deletion combines the rows that are
 * left at its time again. A row is found by its time and content.
 *
 * <p>Costs: an access to Flink's state for each row, which reads and writes the rows of a pane.
 *
 * <p>Invariant: state has the rows of each entry of the window, in the order of their arrival.
 */
final class Changelog<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Changelog.class);

  private final KeyedHost host;
  private final WindowInput<T> input;
  private final ChangelogOptions<T> options;
  private final Counter unknownRows;

  /** How long before the watermark entries may be needed, without the last slide. */
  private final long needed;

  /** The rows of each of the window's entries, by its time. */
  private final MapState<Long, List<T>> rows;

  Changelog(
      KeyedHost host,
      WindowRequest request,
      WindowInput<T> input,
      ChangelogOptions<T> options,
      KeyedStateStore states,
      Counter unknownRows) {
    this.host = host;
    this.input = input;
    this.options = options;
    this.unknownRows = unknownRows;
    SlidingTimeWindow windows = (SlidingTimeWindow) request.kind();
    this.needed = windows.size() + request.lateness() - windows.slide();
    this.rows =
        states.getMapState(
            new MapStateDescriptor<>(
                "finestra-rows",
                LongSerializer.INSTANCE,
                new ListSerializer<>(options.serializer())));
  }

  /**
   * Adds or removes a row.
   *
   * @return false if the row is late, and rejected
   */
  boolean row(HeldKey key, long time, T element, long passed) throws Exception {
    RowKind kind = ((Row) element).getKind();
    T row = options.serializer().copy(element);
    ((Row) row).setKind(RowKind.INSERT);
    long at = host.entryTime(time);
    if (kind == RowKind.DELETE || kind == RowKind.UPDATE_BEFORE) {
      return host.change(time, () -> remove(key, at, row), passed);
    }
    boolean isAccepted = host.row(time, input.value(element), time, passed);
    if (isAccepted && !key.isEmpty() && from(key, at) == at) {
      List<T> together = rows.get(at);
      if (together == null) {
        together = new ArrayList<>();
      }
      together.add(row);
      rows.put(at, together);
    }
    return isAccepted;
  }

  private void remove(HeldKey key, long at, T row) throws Exception {
    List<T> together = rows.get(at);
    if (together == null || !together.remove(row)) {
      reportUnknown(row);
      return;
    }
    key.evict(at);
    for (T left : together) {
      key.insert(at, input.value(left));
    }
    if (together.isEmpty()) {
      rows.remove(at);
    } else {
      rows.put(at, together);
    }
  }

  private void reportUnknown(T row) {
    if (options.failsOnUnknownRow()) {
      throw new IllegalStateException(
          "A change deletes the row "
              + row
              + ", which its windows do not have. Correct the changelog, or leave out"
              + " failOnUnknownRow");
    }
    if (unknownRows.getCount() == 0) {
      LOG.warn(
          "A change deletes the row {}, which its windows do not have. The change is ignored, and"
              + " this and further ones are counted in the metric unknownRows",
          row);
    }
    unknownRows.inc();
  }

  /** Emits what is due for the key, and removes the rows that its window evicts. */
  void fire(HeldKey key, long watermark) throws Exception {
    List<Long> old = new ArrayList<>();
    for (long at = from(key, Long.MIN_VALUE); at <= watermark - needed; at = from(key, at + 1)) {
      old.add(at);
    }
    host.fire(watermark);
    for (long at : old) {
      if (from(key, at) != at) {
        rows.remove(at);
      }
    }
  }

  /** The time of the first entry that is not before a time; the largest long if there is none. */
  private static long from(HeldKey key, long time) {
    return key.isEmpty() || key.youngest() < time ? Long.MAX_VALUE : key.ceiling(time);
  }
}
