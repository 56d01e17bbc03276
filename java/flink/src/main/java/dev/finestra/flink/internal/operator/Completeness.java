package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.columns.MissingRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link MissingRows} of a job that was changed, in the job's state, and the times up to which
 * an earlier version emitted results and removed rows.
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
  private static final String GONE = "gone";
  private static final String START = "start";

  private final Partials partials;
  private final WindowRequest request;
  private final MissingRows missing;

  /** Null if nothing can be added to these windows. */
  private final ListState<Tuple2<String, Long>> stored;

  /** Whether {@link #latest} is known: not in state that an older build wrote. */
  private final boolean knowsLatest;

  /** The greatest time of a row. */
  private long latest;

  /** The greatest watermark, or the time for which a history is complete. */
  private long watermark;

  /** Windows whose last time is not after this had expired, so rows of them may be gone. */
  private long gone;

  /** With the emission CHANGES, the time of the first results. */
  private long start;

  /**
   * Restores the state.
   *
   * @param hasKeys whether the task has state of keys
   * @param before the format of that state if it was another one; otherwise null
   * @param isReading whether the state is only read: then nothing may be missing in it
   */
  Completeness(
      OperatorStateStore store,
      BooleanSupplier hasKeys,
      WindowRequest request,
      Partials partials,
      Partials before,
      boolean isReading)
      throws Exception {
    this.partials = partials;
    this.request = request;
    this.missing = new MissingRows(request.allSizes(), partials.members().size());
    this.stored =
        isStored()
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
    long history = WindowGrid.minus(request.start(), 2);
    watermark = Math.max(history, all.getOrDefault(WATERMARK, Long.MIN_VALUE));
    gone = all.getOrDefault(GONE, Long.MIN_VALUE);
    start = Math.max(request.start(), all.getOrDefault(START, Long.MIN_VALUE));
    missing.markWindows(all.getOrDefault(WINDOWS, Long.MIN_VALUE));
    for (int i = 0; i < partials.members().size(); i++) {
      missing.markAggregation(i, all.getOrDefault(entryName(i), Long.MIN_VALUE));
    }
    if (before != null) {
      change(before, isReading);
    }
    if (isReading) {
      // Earlier results may lack rows that were removed.
      missing.markWindows(WindowGrid.minus(watermark, partials.windows().longest()));
    }
  }

  private boolean isStored() {
    return !(request.kind() instanceof CountWindow);
  }

  private boolean emitsChanges() {
    return request.emit() == Emit.CHANGES;
  }

  private void change(Partials before, boolean isReading) {
    LOG.info("The windows continue the state of {} with {}", before, partials);
    int[] places = partials.places(before);
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        checkCanGrow("The state has no " + described(i), isReading);
        missing.markAggregation(i, latest);
      }
    }
    WindowFormat windows = partials.windows();
    boolean hasOtherSizes = !windows.description().equals(before.windows().description());
    if (hasOtherSizes && windows.longest() > before.windows().longest()) {
      checkCanGrow("The windows of the state are shorter", isReading);
      long passed = Math.max(latest, watermark);
      missing.markWindows(WindowGrid.minus(passed, before.windows().longest()));
    }
    if (emitsChanges() && !before.windows().emitsChanges() && !isReading) {
      start = Math.max(start, WindowGrid.plus(watermark, 1));
    }
  }

  private void checkCanGrow(String what, boolean isReading) {
    if (isReading) {
      throw new IllegalStateException(what + "; read it with the declaration of the job");
    }
    if (!isStored()) {
      throw new IllegalStateException(
          what
              + ". This is not supported with count windows, whose results cannot tell which rows"
              + " they lack; start the job without state");
    }
    if (!knowsLatest) {
      throw new IllegalStateException(
          what
              + ". Nothing can be added to this state, because it began with an older build of Finestra"
              + " and does not have the time of its latest row; start the job without it, or from a"
              + " savepoint with history");
    }
  }

  private String described(int member) {
    return partials.members().get(member) + " of " + partials.fields().get(member);
  }

  /** The description of an aggregation, with a number if it is there several times. */
  private String entryName(int member) {
    long times =
        IntStream.range(0, member).filter(i -> described(i).equals(described(member))).count();
    return described(member) + " " + times;
  }

  /**
   * The time of the latest row, or the one after the watermark: for earlier ones rows may be gone.
   */
  long now() {
    if (stored == null || !knowsLatest) {
      throw new IllegalStateException(
          "The state does not have the time of its latest row; give the time at which to read it");
    }
    return Math.max(latest, watermark + 1);
  }

  /**
   * Windows whose last time is not after this lack rows that come late: they had expired when the
   * lateness was shorter.
   */
  long gone() {
    boolean isLonger = WindowGrid.minus(watermark, request.lateness()) < gone;
    return isLonger && !emitsChanges() ? gone : Long.MIN_VALUE;
  }

  /** The request, without results that an earlier version of the job has emitted. */
  WindowRequest request() {
    return emitsChanges() ? request.emittingChanges(request.rate(), start) : request;
  }

  /** The greatest time that has passed in a task. */
  long passed() {
    return watermark;
  }

  /** With the emission CHANGES, now or before, the time of the first results. */
  long start() {
    return start;
  }

  private long longest() {
    return request.kind() instanceof SessionWindow session
        ? session.gap()
        : partials.windows().longest();
  }

  void row(long time) {
    latest = Math.max(latest, time);
  }

  /**
   * Stores the times.
   *
   * @param currentWatermark the watermark; in processing time, the clock's last whole millisecond
   */
  void store(long currentWatermark) throws Exception {
    if (stored == null) {
      return;
    }
    // After the last watermark no row is left, as after a watermark one window behind the last row.
    long passed =
        currentWatermark == Long.MAX_VALUE ? WindowGrid.plus(latest, longest()) : currentWatermark;
    Map<String, Long> all = new HashMap<>();
    all.put(knowsLatest ? LATEST : UNKNOWN, latest);
    all.put(WATERMARK, Math.max(watermark, passed));
    // Changes keep no rows for late ones.
    long expired = emitsChanges() ? passed : WindowGrid.minus(passed, request.lateness());
    all.put(GONE, Math.max(gone, expired));
    all.put(START, start);
    all.put(WINDOWS, missing.ofWindows());
    for (int i = 0; i < partials.members().size(); i++) {
      all.put(entryName(i), missing.ofAggregation(i));
    }
    stored.clear();
    for (Map.Entry<String, Long> each : all.entrySet()) {
      stored.add(Tuple2.of(each.getKey(), each.getValue()));
    }
  }

  /** The results that lack rows. */
  MissingRows missing() {
    return missing;
  }
}
