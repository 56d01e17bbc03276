package dev.finestra.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.RowKind;

/**
 * Per-event windows: a row at t is answered with the rows of [t − size, t].
 *
 * <p>A row is late when now ≥ t + lateness. Its own result is due at now ≥ t; those of rows up to t
 * + size, which have it in their windows, are answered again where they were due already.
 *
 * <p>Invariants: 3. {@code next} is the smallest time of a row that is not due, or not answered,
 * and {@code count} how many rows of that time are answered; 4. no row is before the smallest time
 * that a result due later, or a late row, can reach back to.
 */
final class LastFiring extends Firing {
  private final long size;

  LastFiring(Site site, Plan<?> plan, LastWindow last) {
    super(site, plan);
    this.size = last.size();
  }

  @Override
  boolean row(long time, Object value, long timestamp) throws Exception {
    long now = site.now();
    Notes notes = site.notes();
    forgetNext();
    if (notes.count > 0 && time <= notes.next) {
      now = notes.next;
      answerNext(Long.MAX_VALUE);
      if (emit == Emit.CORRECTIONS) {
        notes.hasPassed(now);
      }
      // Else the timer stays, and for the next row this time would not have passed.
      site.ringAt(Notes.NONE);
      ringNext();
    }
    if (time + lateness <= now) {
      return false;
    }
    if (emit == Emit.ON_EVENT) {
      site.window().insert(time, value);
      site.emit(time - size, time, answer(time), RowKind.INSERT, time);
      evictBefore(now - lateness + 1 - size);
    } else if (time > now) {
      site.window().insert(time, value);
      notes.next = Math.min(notes.next, time);
    } else if (emit == Emit.ON_WATERMARK) {
      site.window().insert(time, value);
      again(time, now);
    } else {
      correct(time, value, now);
    }
    ringNext();
    return true;
  }

  /** Answers once more what is due and has a late row in its window. */
  private void again(long late, long now) throws Exception {
    long to = Math.min(now, late + size);
    for (long t = late; t <= to; t = entryFrom(t + 1)) {
      emitAll(t, answer(t), RowKind.INSERT, rowsAt(t));
    }
  }

  private void correct(long late, Object value, long now) throws Exception {
    long to = Math.min(now, late + size);
    long before = rowsAt(late);
    List<Answer> were = new ArrayList<>();
    for (long t = entryFrom(late); t <= to; t = entryFrom(t + 1)) {
      were.add(answer(t));
    }
    site.window().insert(late, value);
    int corrected = 0;
    int i = before == 0 ? -1 : 0;
    for (long t = late; t <= to; t = entryFrom(t + 1), i++) {
      Answer is = answer(t);
      if (t == late) {
        emitAll(t, is, RowKind.INSERT, 1);
      }
      long others = rowsAt(t) - (t == late ? 1 : 0);
      if (i >= 0 && !Answer.same(were.get(i), is)) {
        for (long r = 0; r < others; r++) {
          emitAll(t, were.get(i), RowKind.UPDATE_BEFORE, 1);
          emitAll(t, is, RowKind.UPDATE_AFTER, 1);
        }
        corrected += (int) others;
      }
    }
    site.corrected(corrected);
  }

  private Answer answer(long time) {
    return range(time - size, time);
  }

  private long rowsAt(long time) {
    Answer at = site.window().query(time, time);
    return at == null ? 0 : at.rows();
  }

  private void emitAll(long time, Answer answer, RowKind kind, long rows) throws Exception {
    for (long i = 0; i < rows; i++) {
      site.emit(time - size, time, answer, kind, time);
    }
  }

  @Override
  void ring() throws Exception {
    Notes notes = site.notes();
    long now = site.now();
    forgetNext();
    for (long left = MOST_AT_ONCE; notes.next <= now && left > 0; ) {
      // Without lateness, an answer from the oldest row on costs no more than those behind it.
      evictUnreachable();
      left -= answerNext(left);
    }
    evictUnreachable();
    ringNext();
  }

  private void evictUnreachable() {
    evictBefore(passed(site.notes().next) - lateness + 1 - size);
  }

  /** Answers so many of the rows that are due next, at most; goes on when that were all. */
  private long answerNext(long most) throws Exception {
    Notes notes = site.notes();
    long time = notes.next;
    long rows = rowsAt(time) - notes.count;
    long answered = Math.min(rows, most);
    emitAll(time, answer(time), RowKind.INSERT, answered);
    if (answered < rows) {
      notes.count += answered;
    } else {
      notes.count = 0;
      notes.next = entryFrom(time + 1);
    }
    return answered;
  }

  private void ringNext() {
    long next = site.notes().next;
    if (next != Notes.NONE) {
      site.ringAt(next);
    } else if (site.window().isEmpty()) {
      site.ringAt(Notes.NONE);
    } else {
      // From then on no row can come whose window reaches back to the youngest.
      site.ringAt(site.window().youngest() + size + lateness);
    }
  }
}
