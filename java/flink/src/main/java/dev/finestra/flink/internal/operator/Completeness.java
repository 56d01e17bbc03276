package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which results lack rows, after a job was changed: an aggregation that was added has not seen
 * earlier rows, and after windows were made longer, earlier rows are gone. Such a result is null.
 *
 * <p>Before the change no row was later than the greatest time of all rows, and no row was removed
 * that a window ending at that time or at the watermark needs. So every savepoint has both times.
 * Windows that cannot be changed so have no such state.
 */
final class Completeness {
  private static final Logger LOG = LoggerFactory.getLogger(Completeness.class);

  // The names of entries of the state; the others have the names of aggregations.
  private static final String LATEST = "latest";
  private static final String WATERMARK = "watermark";
  private static final String WINDOWS = "windows";
  private static final String UNKNOWN = "unknown";

  private final Partials partials;
  private final WindowRequest request;
  private final List<Long> sizes;

  /** Null if nothing can be added to these windows. */
  private final ListState<Tuple2<String, Long>> stored;

  /** Whether {@link #latest} is known: not in state that an older build wrote. */
  private final boolean knowsLatest;

  /** The greatest time of a row. */
  private long latest;

  /** The greatest watermark, or the time for which a history is complete. */
  private long watermark;

  /** Windows that begin later than this time have all rows. */
  private long windowsSince;

  /** For each aggregation: it has seen all rows that are later than this time. */
  private final long[] since;

  private final long lastSince;

  /**
   * Restores the state.
   *
   * @param hasKeys whether the task has state of keys
   * @param before the format of that state if it was another one; otherwise null
   */
  Completeness(
      OperatorStateStore store,
      BooleanSupplier hasKeys,
      WindowRequest request,
      Partials partials,
      Partials before)
      throws Exception {
    this.partials = partials;
    this.request = request;
    this.sizes = request.allSizes();
    this.since = new long[partials.members().size()];
    this.stored =
        canGrow()
            ? store.getUnionListState(
                new ListStateDescriptor<>(
                    "finestra-complete", Types.TUPLE(Types.STRING, Types.LONG)))
            : null;
    Map<String, Long> all = new HashMap<>();
    if (stored != null) {
      for (Tuple2<String, Long> each : stored.get()) {
        all.merge(each.f0, each.f1, Math::max);
      }
    }
    knowsLatest = all.isEmpty() ? !hasKeys.getAsBoolean() : !all.containsKey(UNKNOWN);
    latest = all.getOrDefault(LATEST, Long.MIN_VALUE);
    // The watermark of a savepoint with history is 2 ms before the history's end.
    long start = WindowGrid.minus(request.start(), 2);
    watermark = Math.max(start, all.getOrDefault(WATERMARK, Long.MIN_VALUE));
    windowsSince = all.getOrDefault(WINDOWS, Long.MIN_VALUE);
    for (int i = 0; i < since.length; i++) {
      since[i] = all.getOrDefault(name(i), Long.MIN_VALUE);
    }
    if (before != null) {
      change(before);
    }
    lastSince = Math.max(windowsSince, Arrays.stream(since).max().orElse(Long.MIN_VALUE));
  }

  private boolean canGrow() {
    boolean hasTimes = !(request.kind() instanceof CountWindow);
    return hasTimes && request.emit() != Emit.CHANGES && !partials.members().isEmpty();
  }

  /** Notes what is new since the earlier format. */
  private void change(Partials before) {
    LOG.info("The windows continue the state of {} with {}", before, partials);
    int[] places = partials.places(before);
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        check("The aggregation " + partials.members().get(i) + " was added");
        since[i] = latest;
      }
    }
    boolean hasOtherSizes = !partials.windows().equals(before.windows());
    if (hasOtherSizes && partials.longest() > before.longest()) {
      check("The longest window was made longer");
      long passed = Math.max(latest, watermark);
      windowsSince = Math.max(windowsSince, WindowGrid.minus(passed, before.longest()));
    }
  }

  private void check(String what) {
    if (!canGrow()) {
      throw new IllegalStateException(
          what
              + ". This is not supported with "
              + (request.emit() == Emit.CHANGES ? "the emission CHANGES" : "count windows")
              + ", because no result is emitted when the window has all rows; start the job without"
              + " state");
    }
    if (!knowsLatest) {
      throw new IllegalStateException(
          what
              + ". The state does not have the time of its latest row, because an older build of"
              + " Finestra wrote it; start the job without state");
    }
  }

  /** The name of an aggregation, with a number if it is there several times. */
  private String name(int member) {
    List<String> names =
        partials.members().stream().map(Object::toString).limit(member + 1L).toList();
    int times = 0;
    for (int i = 0; i <= member; i++) {
      boolean isSame =
          names.get(i).equals(names.get(member))
              && partials.fields().get(i).equals(partials.fields().get(member));
      times += isSame ? 1 : 0;
    }
    return names.get(member) + " of " + partials.fields().get(member) + " " + times;
  }

  /** The greatest time of a row of any task before the restore. */
  long latest() {
    if (stored == null || !knowsLatest) {
      throw new IllegalStateException(
          "The state does not have the time of its latest row; give the time at which to read it");
    }
    return latest;
  }

  void row(long time) {
    latest = Math.max(latest, time);
  }

  void store(long currentWatermark) throws Exception {
    if (stored == null) {
      return;
    }
    // After the last watermark no row is left, as after a watermark one window behind the last row.
    long passed =
        currentWatermark == Long.MAX_VALUE
            ? WindowGrid.plus(latest, partials.longest())
            : currentWatermark;
    Map<String, Long> all = new HashMap<>();
    all.put(knowsLatest ? LATEST : UNKNOWN, latest);
    all.put(WATERMARK, Math.max(watermark, passed));
    all.put(WINDOWS, windowsSince);
    for (int i = 0; i < since.length; i++) {
      all.put(name(i), since[i]);
    }
    stored.clear();
    for (Map.Entry<String, Long> each : all.entrySet()) {
      stored.add(Tuple2.of(each.getKey(), each.getValue()));
    }
  }

  /** A result with null for each aggregation of each window that lacks rows. */
  WindowResult shown(long start, long end, WindowResult result) {
    if (lastSince == Long.MIN_VALUE || start > lastSince) {
      return result;
    }
    Object[] values = ((Object[]) result.value()).clone();
    int windows = values.length / since.length;
    for (int i = 0; i < values.length; i++) {
      long from = windows == 1 ? start : end - sizes.get(i % windows);
      if (from <= Math.max(windowsSince, since[i / windows])) {
        values[i] = null;
      }
    }
    return new WindowResult(result.rows(), values);
  }
}
