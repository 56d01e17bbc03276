package dev.finestra.windowing.internal.last;

import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
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
 * <p>Costs: for each window, one range query for each time at which a row enters or leaves, and one
 * more for each call of {@link #fire} with a result that is due.
 *
 * <p>Invariants: those of {@link WindowLogic}. {@code header.next} is the next time at which the
 * result can change, a multiple of the rate. After a change of the rate it is the first multiple of
 * the new one, and {@code header.emittedAtNext} says how much earlier the old job's last result
 * was.
 */
public final class ChangesLogic extends WindowLogic {
  private final long size;
  private final long rate;

  /** Its starts are the multiples of the rate. */
  private final WindowGrid grid;

  private final long start;
  private final long[] sizes;

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
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    boolean hasNewRate = header.emittedAtNext > 0;
    long newest = hasNewRate ? emittedBefore() : grid.lastStart(passed);
    boolean isCounted = time <= newest && newest >= start;
    if (time <= expired(passed) || (isCounted && time < newest - size)) {
      return false;
    }
    if (!isCounted) {
      window.insert(time, value);
      changeBy(time);
    } else {
      WindowResult before = resultAt(newest);
      window.insert(time, value);
      output.corrected(emitIfChanged(newest, before, resultAt(newest)));
      if (!hasNewRate) {
        header.next = nextAfter(newest);
      }
    }
    timer.fireBy(header.next);
    return true;
  }

  /** Notes that the result changes at a time, unless the next one is the first at a new rate. */
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
    boolean hasBefore = header.next <= passed && emittedBefore() >= start;
    WindowResult before = hasBefore ? resultAt(emittedBefore()) : null;
    while (header.next <= passed && left > 0) {
      long now = header.next;
      WindowResult after = resultAt(now);
      left -= emitIfChanged(now, before, after);
      before = after;
      evictBefore(now - size);
      header.emittedAtNext = 0;
      header.next = nextAfter(now);
    }
    timer.fireBy(header.next);
  }

  /** Returns how many results it emitted. */
  private int emitIfChanged(long time, WindowResult before, WindowResult after) throws Exception {
    if (WindowResult.same(before, after)) {
      return 0;
    }
    WindowResult shown = after == null ? resultOfNothing() : after;
    output.emit(time - size, time, shown, Change.INSERT, time);
    return 1;
  }

  @Override
  public void startAfter(long passed, long emitted) {
    header.next = window.isEmpty() ? KeyHeader.NEVER : onGrid(passed + 1);
    header.emittedAtNext = 0;
    timer.fireBy(header.next);
  }

  @Override
  public void changeRate(long before, long passed) {
    if (window.isEmpty()) {
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

  /** The time of the result that the next one is compared with. */
  private long emittedBefore() {
    return header.next - (header.emittedAtNext > 0 ? header.emittedAtNext : rate);
  }

  @Override
  public void emitAt(long time) throws Exception {
    emitLast(size, time);
  }

  private WindowResult resultAt(long time) {
    return result(time - size, time);
  }

  /** The next time at which a row enters or leaves a window. */
  private long nextAfter(long time) {
    long next = rowFrom(time + 1);
    for (long each : sizes) {
      long oldest = rowFrom(time - each);
      if (oldest != KeyHeader.NEVER) {
        next = Math.min(next, WindowGrid.plus(oldest, each + 1));
      }
    }
    return onGrid(next);
  }

  /** The first multiple of the rate that is neither before a time nor before the start. */
  private long onGrid(long time) {
    return grid.startFrom(Math.max(time, start));
  }
}
