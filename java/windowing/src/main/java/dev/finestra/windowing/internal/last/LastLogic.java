package dev.finestra.windowing.internal.last;

import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.ResultOutput;
import dev.finestra.windowing.internal.logic.WindowLogic;
import java.util.ArrayList;
import java.util.List;

/**
 * Per-event windows: the result of a row at t covers the rows of [t − size, t].
 *
 * <p>A row is late when t + lateness has passed. Its own result is due when t has passed. A late
 * row also changes the results of rows up to t + size, whose windows contain it; those that were
 * emitted are emitted again.
 *
 * <p>Invariants: (1) and (2) are those of {@link WindowLogic}. (3) {@code header.next} is the
 * smallest time of a row whose result is not emitted, and {@code header.emittedAtNext} counts the
 * rows at that time whose results are emitted. (4) After a timer, every row is in the window of a
 * result that is still to come, or of a late row that would still be accepted.
 */
public final class LastLogic extends WindowLogic {
  private final long size;

  public LastLogic(
      ResultOutput output,
      LogicTimer timer,
      WindowRequest request,
      LastWindow last,
      WindowResult none) {
    super(output, timer, request, none);
    this.size = last.size();
  }

  @Override
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    forgetNext();
    // Some results at header.next were emitted, and this row would change the others. They are
    // emitted first; that time has then passed.
    if (header.emittedAtNext > 0 && time <= header.next) {
      passed = header.next;
      emitNext(Long.MAX_VALUE);
      if (emit == Emit.CORRECTIONS) {
        header.raiseEmittedUpTo(passed);
      }
      // Otherwise the timer would stay, and this time would not have passed for the next row.
      timer.fireBy(KeyHeader.NEVER);
      setTimer();
    }
    if (time <= expired(passed)) {
      return false;
    }
    if (emit == Emit.ON_EVENT) {
      window.insert(time, value);
      output.emit(time - size, time, resultAt(time), Change.INSERT, time);
      evictBefore(passed - lateness + 1 - size);
    } else if (time > passed) {
      window.insert(time, value);
      header.next = Math.min(header.next, time);
    } else if (emit == Emit.ON_WATERMARK) {
      window.insert(time, value);
      emitAgain(time, passed);
    } else {
      correct(time, value, passed);
    }
    setTimer();
    return true;
  }

  /** Emits all results that were due and contain a late row. */
  private void emitAgain(long late, long passed) throws Exception {
    long to = Math.min(passed, late + size);
    for (long t = late; t <= to; t = rowFrom(t + 1)) {
      emitAll(t, resultAt(t), Change.INSERT, rowsAt(t));
    }
  }

  /** Inserts a late row, emits its result, and corrects the results that it changes. */
  private void correct(long late, Object value, long passed) throws Exception {
    long to = Math.min(passed, late + size);
    boolean isNewTime = rowsAt(late) == 0;
    List<WindowResult> before = new ArrayList<>();
    for (long t = rowFrom(late); t <= to; t = rowFrom(t + 1)) {
      before.add(resultAt(t));
    }
    window.insert(late, value);
    int corrected = 0;
    int i = isNewTime ? -1 : 0;
    for (long t = late; t <= to; t = rowFrom(t + 1), i++) {
      WindowResult after = resultAt(t);
      if (t == late) {
        emitAll(t, after, Change.INSERT, 1);
      }
      long others = rowsAt(t) - (t == late ? 1 : 0);
      if (i >= 0 && !WindowResult.same(before.get(i), after)) {
        for (long r = 0; r < others; r++) {
          emitAll(t, before.get(i), Change.UPDATE_BEFORE, 1);
          emitAll(t, after, Change.UPDATE_AFTER, 1);
        }
        corrected += (int) others;
      }
    }
    output.corrected(corrected);
  }

  @Override
  public void startAfter(long passed, long emitted) {
    header.next = rowFrom(emitted + 1);
    header.emittedAtNext = 0;
    header.rowsSeen = 0;
    setTimer();
  }

  @Override
  public void emitAt(long time) throws Exception {
    emitLast(size, time);
  }

  private WindowResult resultAt(long time) {
    return result(time - size, time);
  }

  private long rowsAt(long time) {
    WindowResult at = window.query(time, time);
    return at == null ? 0 : at.rows();
  }

  private void emitAll(long time, WindowResult result, Change change, long rows) throws Exception {
    for (long i = 0; i < rows; i++) {
      output.emit(time - size, time, result, change, time);
    }
  }

  @Override
  public void fire(long passed, int most) throws Exception {
    forgetNext();
    for (long left = most; header.next <= passed && left > 0; ) {
      // Without lateness, a window then begins at the oldest row, where a query costs least.
      evictUnreachable(passed);
      left -= emitNext(left);
    }
    evictUnreachable(passed);
    setTimer();
  }

  private void evictUnreachable(long passed) {
    evictBefore(passedBefore(header.next, passed) - lateness + 1 - size);
  }

  /** Emits at most {@code most} results of rows at the next time; moves on when all are emitted. */
  private long emitNext(long most) throws Exception {
    long time = header.next;
    long rows = rowsAt(time) - header.emittedAtNext;
    long emitted = Math.min(rows, most);
    emitAll(time, resultAt(time), Change.INSERT, emitted);
    if (emitted < rows) {
      header.emittedAtNext += emitted;
    } else {
      header.emittedAtNext = 0;
      header.next = rowFrom(time + 1);
    }
    return emitted;
  }

  private void setTimer() {
    if (header.next != KeyHeader.NEVER) {
      timer.fireBy(header.next);
    } else if (window.isEmpty()) {
      timer.fireBy(KeyHeader.NEVER);
    } else {
      // After that time, no accepted row's window can reach back to the youngest row.
      timer.fireBy(window.youngest() + size + lateness);
    }
  }
}
