package dev.finestra.windowing.internal.sliding;

import dev.finestra.windowing.Emit;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.ResultOutput;
import dev.finestra.windowing.internal.logic.WindowEdit;
import dev.finestra.windowing.internal.logic.WindowLogic;
import java.util.stream.LongStream;

/**
 * Sliding and tumbling windows: each is a range of one window over all rows of the key.
 *
 * <p>A row is accepted if a window that contains it has not expired. If such a window was due
 * already, its result is emitted again, as by Flink's event-time trigger. With corrections, {@link
 * LateRows} emits only the results that changed.
 *
 * <p>All rows of a pane are in the same windows. If the order of combining does not matter, or is
 * the order of arrival, they are inserted at the start of the pane and share one entry.
 *
 * <p>Invariants: (1) and (2) are those of {@link WindowLogic}. (3) {@code header.next} is the
 * smallest end that is not due and whose window has a row, or had one that was removed. (4) No row
 * is before the smallest start of a window that has not expired, or whose result is still to be
 * emitted.
 */
public final class SlidingLogic extends WindowLogic {
  private final WindowGrid grid;
  private final long size;
  private final boolean sharesPanes;

  /**
   * Whether windows neither overlap nor accept late rows, so that a window's rows are not needed
   * after its result.
   */
  private final boolean emitsOnce;

  /** Whether each window is one pane, whose rows share one entry and have one result. */
  private final boolean isSinglePane;

  private final LateRows lateRows = new LateRows(this);

  // The pane of the last row. Most rows are in the same pane as the one before,
  // with the same time passed.
  private long pane = Long.MAX_VALUE;
  private long paneEnd;
  private long panePassed;
  private boolean isCovered;

  /** The newest start of a window that contains the pane. */
  private long newestStart;

  /** The oldest start of a window that contains the pane and is not due, if there is one. */
  private long openStart;

  private boolean hasOpen;

  /** Whether windows contain the pane, and none of them is due. */
  private boolean isAhead;

  /**
   * @param sharesPanes whether all rows of a pane share one entry, in the order of their arrival
   */
  public SlidingLogic(
      ResultOutput output,
      LogicTimer timer,
      WindowRequest request,
      WindowGrid grid,
      WindowResult none,
      boolean sharesPanes) {
    super(output, timer, request, none);
    this.grid = grid;
    this.size = grid.size();
    this.sharesPanes = sharesPanes;
    this.emitsOnce = grid.slide() >= size && lateness == 0;
    this.isSinglePane =
        emitsOnce && sharesPanes && emit == Emit.ON_WATERMARK && !hasSeveralWindows();
  }

  private void lookAtPane(long time, long passed) {
    if (passed == panePassed && time >= pane && time < paneEnd) {
      return;
    }
    pane = grid.paneStart(time);
    paneEnd = grid.paneEnd(time);
    panePassed = passed;
    newestStart = grid.lastStart(time);
    isCovered = grid.covers(time);
    long oldest = isCovered ? grid.firstStart(time) : newestStart;
    openStart = Math.max(oldest, firstNotDue(passed));
    hasOpen = isCovered && openStart <= newestStart;
    isAhead = grid.isAhead(time, passed);
  }

  @Override
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    lookAtPane(time, passed);
    if (isAhead && emit != Emit.ON_EVENT) {
      window.insert(sharesPanes ? pane : time, value);
      noteNext();
      return true;
    }
    if (!isCovered) {
      boolean isLate = time <= expired(passed);
      if (!isLate) {
        output.rowInNoWindow();
      }
      return !isLate;
    }
    if (isExpired(passed)) {
      return false;
    }
    if (emit == Emit.ON_EVENT) {
      window.insert(entryTime(time), value);
      emitIfAny(newestStart);
      evictBefore(firstAlive(passed));
      setTimer();
    } else {
      editAndEmit(time, () -> window.insert(entryTime(time), value), passed);
      noteNext();
    }
    return true;
  }

  @Override
  public boolean remove(long time, WindowEdit removal, long passed) throws Exception {
    lookAtPane(time, passed);
    if (!isCovered) {
      // A row in no window was never stored.
      return time > expired(passed);
    }
    if (isExpired(passed)) {
      return false;
    }
    editAndEmit(time, removal, passed);
    setTimer();
    return true;
  }

  @Override
  public void startAfter(long passed, long emitted) {
    header.next = endFrom(firstNotDue(emitted));
    setTimer();
  }

  @Override
  public long paneAhead(long time, long passed) {
    if (emit != Emit.ON_WATERMARK || !sharesPanes) {
      return KeyHeader.NEVER;
    }
    lookAtPane(time, passed);
    return isAhead ? pane : KeyHeader.NEVER;
  }

  @Override
  public long firstResult() {
    return WindowGrid.plus(openStart, size);
  }

  @Override
  public long singlePaneSize() {
    return isSinglePane ? size : 0;
  }

  /**
   * Inserts rows that are on time, and emits nothing.
   *
   * @param times sorted
   * @param insertion inserts the rows at their {@link #entryTime}s
   */
  public void rows(long[] times, WindowEdit insertion, long passed) throws Exception {
    insertion.apply();
    for (long time : times) {
      lookAtPane(time, passed);
      if (hasOpen) {
        noteNext();
        return;
      }
    }
    setTimer();
  }

  /**
   * Inserts rows and emits each window that contains one of them and whose result changes, due or
   * not.
   *
   * @param times sorted
   * @param insertion inserts the rows at their {@link #entryTime}s
   */
  public void update(long[] times, WindowEdit insertion, long passed) throws Exception {
    LongStream.Builder starts = LongStream.builder();
    grid.forEachEnd(times, end -> starts.add(end - size));
    output.corrected(lateRows.correct(starts.build().toArray(), insertion));
    evictBefore(firstAlive(passed));
    setTimer();
  }

  /** Whether all windows with the last pane have expired. */
  private boolean isExpired(long passed) {
    return newestStart + size - 1 <= expired(passed);
  }

  private long firstNotDue(long passed) {
    return grid.startFrom(passed - size + 2);
  }

  private long firstAlive(long passed) {
    return grid.startFrom(expired(passed) - size + 2);
  }

  @Override
  public long entryTime(long time) {
    return sharesPanes ? grid.paneStart(time) : time;
  }

  /** Notes the end of the pane's oldest window that is not due, as the next result. */
  private void noteNext() {
    if (hasOpen) {
      header.next = Math.min(header.next, firstResult());
    }
    setTimer();
  }

  /**
   * Changes rows of a time, and emits the results of those of their windows that were due and have
   * not expired.
   */
  private void editAndEmit(long time, WindowEdit edit, long passed) throws Exception {
    long newest = grid.lastStart(Math.min(time, passed - size + 1));
    long oldest = Math.max(grid.firstStart(time), firstAlive(passed));
    if (newest < oldest) {
      edit.apply();
    } else if (emit == Emit.ON_WATERMARK) {
      edit.apply();
      for (long start = newest; start >= oldest; start -= grid.slide()) {
        emitIfAny(start);
      }
    } else {
      long[] starts = new long[Math.toIntExact((newest - oldest) / grid.slide() + 1)];
      for (int i = 0; i < starts.length; i++) {
        starts[i] = newest - i * grid.slide();
      }
      output.corrected(lateRows.correct(starts, edit));
    }
  }

  WindowResult resultOf(long start) {
    return result(start, start + size - 1);
  }

  void emit(long start, WindowResult result, Change change) throws Exception {
    output.emit(start, start + size, result, change, start + size - 1);
  }

  private void emitIfAny(long start) throws Exception {
    emitIfAny(start, resultOf(start));
  }

  private void emitDue(long start) throws Exception {
    emitIfAny(start, emitsOnce ? resultAndEvict(start, start + size - 1) : resultOf(start));
  }

  private void emitIfAny(long start, WindowResult result) throws Exception {
    if (result != null) {
      emit(start, result, Change.INSERT);
    }
  }

  @Override
  public void fire(long passed, int most) throws Exception {
    forgetNext();
    for (int i = 0; header.next - 1 <= passed && i < most; i++) {
      long start = header.next - size;
      emitDue(start);
      // Evict first: the search for the next row then finds it as the oldest.
      evictBefore(firstAlive(passedBefore(header.next, passed)));
      header.next = endFrom(start + grid.slide());
    }
    evictBefore(firstAlive(passedBefore(header.next - 1, passed)));
    setTimer();
  }

  /** The end of the first window with a row that starts at this time or after it. */
  private long endFrom(long start) {
    long time = rowFrom(start);
    if (time == KeyHeader.NEVER) {
      return KeyHeader.NEVER;
    }
    return WindowGrid.plus(Math.max(start, grid.firstStart(time)), size);
  }

  private void setTimer() {
    if (header.next != KeyHeader.NEVER) {
      timer.fireBy(header.next - 1);
    } else if (window.isEmpty()) {
      timer.fireBy(KeyHeader.NEVER);
    } else {
      long end = WindowGrid.plus(grid.lastStart(window.youngest()), size);
      timer.fireBy(WindowGrid.plus(end - 1, lateness));
    }
  }
}
