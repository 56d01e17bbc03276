package dev.finestra.flink;

import java.util.Arrays;
import org.apache.flink.types.RowKind;

/**
 * Session windows: [first row, last row + gap). The notes have the sessions; their rows are ranges
 * of one window over all rows of the key, so that sessions that grow together combine nothing.
 *
 * <p>A session is due when now ≥ end − 1, and dead when now ≥ end − 1 + lateness; a row that would
 * belong to none but a dead one is late.
 *
 * <p>Costs: a step for each session of the key beside the window's operations.
 *
 * <p>Invariants: 3. sessions are in time order and do not touch; 4. no row is outside of them.
 */
final class SessionsFiring extends Firing {
  private final long gap;

  SessionsFiring(Site site, Plan<?> plan, Sessions sessions) {
    super(site, plan);
    this.gap = sessions.gap();
  }

  @Override
  boolean row(long time, Object value, long timestamp) throws Exception {
    long now = site.now();
    Notes notes = site.notes();
    long[] all = notes.sessions;
    int from = 0;
    while (from < all.length && all[from + 1] < time) {
      from += 3;
    }
    int to = from;
    long start = time;
    long end = time + gap;
    while (to < all.length && all[to] <= end) {
      start = Math.min(start, all[to]);
      end = Math.max(end, all[to + 1]);
      to += 3;
    }
    if (end - 1 + lateness <= now) {
      return false;
    }
    boolean due = end - 1 <= now;
    Answer[] before = emit == Emit.CORRECTIONS ? answered(from, to) : null;
    long[][] bounds = before == null ? null : bounds(from, to);
    site.window().insert(time, value);
    notes.sessions = replaced(all, from, to, start, end, due);
    Answer answer = due || emit == Emit.ON_EVENT ? answer(start, end) : null;
    if (before != null) {
      correct(bounds, before, start, end, answer);
    } else if (answer != null) {
      site.emit(start, end, answer, RowKind.INSERT, end - 1);
    }
    ringNext();
    return true;
  }

  /** The answers of the sessions that were answered already, null elsewhere. */
  private Answer[] answered(int from, int to) {
    long[] all = site.notes().sessions;
    Answer[] answers = new Answer[(to - from) / 3];
    for (int i = 0; i < answers.length; i++) {
      int s = from + 3 * i;
      answers[i] = all[s + 2] == 1 ? answer(all[s], all[s + 1]) : null;
    }
    return answers;
  }

  private long[][] bounds(int from, int to) {
    long[] all = site.notes().sessions;
    long[][] bounds = new long[(to - from) / 3][];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = Arrays.copyOfRange(all, from + 3 * i, from + 3 * i + 2);
    }
    return bounds;
  }

  /** Takes back what a row grew together, and answers the whole where it is due. */
  private void correct(long[][] bounds, Answer[] before, long start, long end, Answer answer)
      throws Exception {
    boolean isSame =
        before.length == 1
            && bounds[0][0] == start
            && bounds[0][1] == end
            && Answer.same(before[0], answer);
    if (isSame) {
      return;
    }
    int corrected = 0;
    for (int i = 0; i < before.length; i++) {
      if (before[i] != null) {
        boolean replaced = bounds[i][0] == start && bounds[i][1] == end && answer != null;
        site.emit(
            bounds[i][0],
            bounds[i][1],
            before[i],
            replaced ? RowKind.UPDATE_BEFORE : RowKind.DELETE,
            bounds[i][1] - 1);
        corrected++;
        if (replaced) {
          site.emit(start, end, answer, RowKind.UPDATE_AFTER, end - 1);
          site.corrected(corrected);
          return;
        }
      }
    }
    if (answer != null) {
      site.emit(start, end, answer, RowKind.INSERT, end - 1);
    }
    site.corrected(corrected);
  }

  private static long[] replaced(
      long[] all, int from, int to, long start, long end, boolean answered) {
    long[] with = new long[all.length - (to - from) + 3];
    System.arraycopy(all, 0, with, 0, from);
    with[from] = start;
    with[from + 1] = end;
    with[from + 2] = answered ? 1 : 0;
    System.arraycopy(all, to, with, from + 3, all.length - to);
    return with;
  }

  private Answer answer(long start, long end) {
    return site.window().query(start, end - 1);
  }

  @Override
  void ring() throws Exception {
    Notes notes = site.notes();
    long[] all = notes.sessions;
    long now = site.now();
    int dead = 0;
    for (int i = 0; i < all.length && all[i + 1] - 1 <= now; i += 3) {
      if (all[i + 2] == 0 && emit != Emit.ON_EVENT) {
        site.emit(all[i], all[i + 1], answer(all[i], all[i + 1]), RowKind.INSERT, all[i + 1] - 1);
      }
      all[i + 2] = 1;
      if (all[i + 1] - 1 + lateness <= now) {
        dead = i + 3;
        evictBefore(all[i + 1]);
      }
    }
    notes.sessions = Arrays.copyOfRange(all, dead, all.length);
    ringNext();
  }

  private void ringNext() {
    long[] all = site.notes().sessions;
    long next = Notes.NONE;
    for (int i = 0; i < all.length; i += 3) {
      long end = all[i + 1] - 1;
      next = Math.min(next, all[i + 2] == 0 ? end : end + lateness);
    }
    site.ringAt(next);
  }
}
