package dev.finestra.windowing.internal.session;

import dev.finestra.windowing.Emit;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.OpenSessions;
import dev.finestra.windowing.internal.logic.ResultOutput;
import dev.finestra.windowing.internal.logic.WindowEdit;
import dev.finestra.windowing.internal.logic.WindowLogic;

/**
 * Session windows: [first row, last row + gap). The header lists the sessions; their rows are
 * ranges of one window over all rows of the key, so that merging sessions combines nothing.
 *
 * <p>A row is late if the session that it would make, merged with all sessions that it connects,
 * has expired.
 *
 * <p>Costs: a step for each session of the key, in addition to the window's operations.
 *
 * <p>Invariants: (1) and (2) are those of {@link WindowLogic}. (3) every row is in a session.
 */
public final class SessionLogic extends WindowLogic {
  private final long gap;

  public SessionLogic(ResultOutput output, LogicTimer timer, WindowRequest request, long gap) {
    super(output, timer, request, null);
    this.gap = gap;
  }

  @Override
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    OpenSessions sessions = header.sessions;
    int from = sessions.reached(time, gap);
    int to = sessions.beyond(from, time, gap);
    long first = from == to ? time : Math.min(time, sessions.first(from));
    long last = from == to ? time : Math.max(time, sessions.last(to - 1));
    long end = end(last);
    if (end - 1 <= expired(passed)) {
      return false;
    }
    boolean isDue = end - 1 <= passed;
    Emitted[] before = emit == Emit.CORRECTIONS ? emitted(from, to) : null;
    window.insert(time, value);
    sessions.replace(from, to, first, last, isDue);
    if (before != null) {
      correct(before, first, last, isDue ? result(first, last) : null);
    } else if (isDue || emit == Emit.ON_EVENT) {
      emit(first, last, result(first, last), Change.INSERT);
    }
    setTimer();
    return true;
  }

  /**
   * Inserts rows that are on time, and emits nothing.
   *
   * @param times sorted
   * @param insertion inserts the rows
   */
  public void rows(long[] times, WindowEdit insertion) throws Exception {
    insertion.apply();
    header.sessions.addAll(times, gap);
    setTimer();
  }

  private record Emitted(long first, long last, WindowResult result) {}

  /** The sessions of a range; null in the place of one whose result was not emitted. */
  private Emitted[] emitted(int from, int to) {
    OpenSessions sessions = header.sessions;
    Emitted[] emitted = new Emitted[to - from];
    for (int i = from; i < to; i++) {
      if (sessions.isEmitted(i)) {
        long first = sessions.first(i);
        long last = sessions.last(i);
        emitted[i - from] = new Emitted(first, last, result(first, last));
      }
    }
    return emitted;
  }

  /** Retracts the sessions that a row merged, and emits the merged session if it is due. */
  private void correct(Emitted[] before, long first, long last, WindowResult result)
      throws Exception {
    int corrected = 0;
    boolean isReplaced = false;
    for (Emitted old : before) {
      if (old == null) {
        continue;
      }
      isReplaced = old.first == first && old.last == last && result != null;
      if (isReplaced && before.length == 1 && WindowResult.same(old.result, result)) {
        return;
      }
      emit(old.first, old.last, old.result, isReplaced ? Change.UPDATE_BEFORE : Change.DELETE);
      corrected++;
      if (isReplaced) {
        break;
      }
    }
    if (result != null) {
      emit(first, last, result, isReplaced ? Change.UPDATE_AFTER : Change.INSERT);
    }
    output.corrected(corrected);
  }

  private void emit(long first, long last, WindowResult result, Change change) throws Exception {
    output.emit(first, end(last), result, change, end(last) - 1);
  }

  @Override
  public void fire(long passed, int most) throws Exception {
    OpenSessions sessions = header.sessions;
    int emitted = 0;
    int expired = 0;
    for (int i = 0; i < sessions.count() && end(sessions.last(i)) - 1 <= passed; i++) {
      if (!sessions.isEmitted(i) && emit != Emit.ON_EVENT) {
        if (emitted++ == most) {
          break;
        }
        long first = sessions.first(i);
        emit(first, sessions.last(i), result(first, sessions.last(i)), Change.INSERT);
      }
      sessions.setEmitted(i);
      if (end(sessions.last(i)) - 1 <= expired(passed)) {
        expired = i + 1;
        evictBefore(end(sessions.last(i)));
      }
    }
    sessions.dropFirst(expired);
    setTimer();
  }

  private long end(long last) {
    return WindowGrid.plus(last, gap);
  }

  private void setTimer() {
    OpenSessions sessions = header.sessions;
    long next = KeyHeader.NEVER;
    for (int i = 0; i < sessions.count(); i++) {
      long lastTime = end(sessions.last(i)) - 1;
      next = Math.min(next, sessions.isEmitted(i) ? lastTime + lateness : lastTime);
    }
    timer.fireBy(next);
  }
}
