package dev.finestra.windowing.internal.last;

import static dev.finestra.windowing.internal.logic.KeyHeader.NEVER;

import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.MissingRows;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.ResultOutput;
import dev.finestra.windowing.internal.logic.WindowLogic;
import java.util.Arrays;

/**
 * The result of the last {@code size} of each key, emitted when it changes.
 *
 * <p>At each time x the window is [x − size, x]. Its result can change when a row enters, at the
 * row's time, and when a row leaves, at its time + size + 1. With a rate, a change counts at the
 * next multiple of the rate. A result is emitted if it differs from that at the multiple before. A
 * window with rows always differs from one without.
 *
 * <p>A late row within the lateness corrects the newest result. This needs no more state: only rows
 * of the current window matter, and others are rejected.
 *
 * <p>After the job was changed, results that lack rows are null. A result that has all rows again
 * is a change. If the last row of a key leaves before, {@code header.keep()} notes that its result
 * is that of no rows and not known.
 *
 * <p>Costs: for each window, one range query for each time at which a row enters or leaves, and one
 * more for each call of {@link #fire} with a result that is due.
 *
 * <p>Invariants: those of {@link WindowLogic}. {@code header.next} is the next time at which the
 * result can change, a multiple of the rate. After the job was changed it is the first multiple of
 * the rate, and {@code header.emittedAtNext} says how much earlier the old job's last result was,
 * or that it had other columns.
 */
public final class ChangesLogic extends WindowLogic {
  private final long size;
  private final long rate;

  /** Its starts are the multiples of the rate. */
  private final WindowGrid grid;

  private final long start;
  private final long[] sizes;

  /** Null if none are. */
  private MissingRows missing;

  public ChangesLogic(
      ResultOutput output,
      LogicTimer timer,
      WindowRequest request,
      LastWindow last,
      WindowResult none) {
    super(output, timer, request, none);
    this.size = last.size();
    this.rate = request.rate();
    this.grid = WindowGrid.of(rate, rate, 0);
    this.start = request.start();
    this.sizes =
        request.sizes().areSeveral()
            ? request.sizes().sizes().stream().mapToLong(s -> s).toArray()
            : new long[] {last.size()};
  }

  @Override
  public void rowsAreMissing(MissingRows missing) {
    this.missing = missing.isEmpty() ? null : missing;
  }

  @Override
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    boolean wasChanged = header.emittedAtNext > 0;
    boolean isAnew = hasNewColumns();
    long newest = wasChanged && !isAnew ? emittedBefore() : grid.lastStart(passed);
    boolean isCounted = !isAnew && time <= newest && newest >= start;
    boolean isGone =
        isAnew ? time <= passed && time < header.next - size : isCounted && time < newest - size;
    if (time <= expired(passed) || isGone) {
      return false;
    }
    if (!isCounted) {
      window.insert(time, value);
      changeBy(time);
    } else {
      WindowResult before = resultAt(newest, isUnknown());
      window.insert(time, value);
      WindowResult after = resultAt(newest, true);
      output.corrected(emitIfChanged(newest, before, after));
      if (!wasChanged) {
        become(newest, after);
      }
    }
    timer.fireBy(header.next);
    return true;
  }

  /** Notes that the result changes at a time, unless the next one is the first of a changed job. */
  private void changeBy(long time) {
    if (header.emittedAtNext == 0) {
      header.next = Math.min(header.next, onGrid(time));
    }
  }

  /** Adds the rows of a micro-batch, none of them late. */
  public void rows(long[] times, Runnable insert) {
    insert.run();
    changeBy(Arrays.stream(times).min().getAsLong());
    timer.fireBy(header.next);
  }

  @Override
  public void fire(long passed, int most) throws Exception {
    int left = most;
    boolean isAnew = hasNewColumns();
    boolean hasBefore = header.next <= passed && !isAnew && emittedBefore() >= start;
    WindowResult before = hasBefore ? resultAt(emittedBefore(), isUnknown()) : null;
    while (header.next <= passed && left > 0) {
      long now = header.next;
      WindowResult after = resultAt(now, isAnew || before != null);
      if (isAnew) {
        emit(now, after);
        left--;
      } else {
        left -= emitIfChanged(now, before, after);
      }
      isAnew = false;
      before = after;
      evictBefore(now - size);
      header.emittedAtNext = 0;
      become(now, after);
    }
    timer.fireBy(header.next);
  }

  /** Notes the result at a time, and when it can change. */
  private void become(long time, WindowResult result) {
    header.rowsSeen = 0;
    if (result != null && result.rows() == 0) {
      header.keep();
    }
    long complete = result == null || missing == null ? NEVER : missing.nextComplete(time);
    header.next = onGrid(Math.min(complete, nextRow(time)));
  }

  /** Whether the last result was that of no rows, and lacked rows. */
  private boolean isUnknown() {
    return header.rowsSeen > 0;
  }

  /** Returns how many results it emitted. */
  private int emitIfChanged(long time, WindowResult before, WindowResult after) throws Exception {
    if (WindowResult.same(before, after)) {
      return 0;
    }
    emit(time, after);
    return 1;
  }

  private void emit(long time, WindowResult result) throws Exception {
    WindowResult shown = result == null ? resultOfNothing() : result;
    output.emit(time - size, time, shown, Change.INSERT, time);
  }

  @Override
  public void startAfter(long passed, long emitted) {
    header.next = window.isEmpty() ? NEVER : onGrid(Math.max(passed + 1, window.oldest()));
    header.emittedAtNext = 0;
    header.rowsSeen = 0;
    timer.fireBy(header.next);
  }

  @Override
  public void changeRate(long before, long passed) {
    if (hadNoResult(passed)) {
      startAfter(passed, passed);
      return;
    }
    if (hasNewColumns()) {
      emitAnew(passed);
      return;
    }
    // The result was the same at all multiples before the one at which it could change.
    long emitted =
        header.emittedAtNext > 0
            ? emittedBefore()
            : Math.min(header.next - before, WindowGrid.of(before, before, 0).lastStart(passed));
    header.next = onGrid(passed + 1);
    header.emittedAtNext = header.next - emitted;
    timer.fireBy(header.next);
  }

  @Override
  public void emitAnew(long passed) {
    if (hadNoResult(passed) || passed < start) {
      startAfter(passed, passed);
      return;
    }
    header.next = Math.min(onGrid(header.next), onGrid(passed + 1));
    header.emittedAtNext = NEVER;
    timer.fireBy(header.next);
  }

  /** Whether the key had no result when the job was changed: its first row is still to come. */
  private boolean hadNoResult(long passed) {
    return !isUnknown() && (window.isEmpty() || window.oldest() > passed);
  }

  /** Whether earlier results had other columns, so that the next one is emitted in any case. */
  private boolean hasNewColumns() {
    return header.emittedAtNext == NEVER;
  }

  /** The time of the result that the next one is compared with. */
  private long emittedBefore() {
    return header.next - (header.emittedAtNext > 0 ? header.emittedAtNext : rate);
  }

  @Override
  public void emitAt(long time) throws Exception {
    emitLast(size, time);
  }

  /**
   * The result of the key; null if its window has no rows.
   *
   * @param hadResult whether it had a result before. Then the result is not null if the window
   *     lacks rows.
   */
  private WindowResult resultAt(long time, boolean hadResult) {
    WindowResult rows = result(time - size, time);
    if (missing == null || (rows == null && !hadResult)) {
      return rows;
    }
    WindowResult shown = rows == null ? resultOfNothing() : rows;
    WindowResult known = missing.withoutIncomplete(time - size, time, shown);
    return rows == null && WindowResult.same(shown, known) ? null : known;
  }

  /** The next time at which a row enters or leaves a window. */
  private long nextRow(long time) {
    long next = rowFrom(time + 1);
    for (long each : sizes) {
      long oldest = rowFrom(time - each);
      if (oldest != NEVER) {
        next = Math.min(next, WindowGrid.plus(oldest, each + 1));
      }
    }
    return next;
  }

  /** The first multiple of the rate that is neither before a time nor before the start. */
  private long onGrid(long time) {
    return grid.startFrom(Math.max(time, start));
  }
}
