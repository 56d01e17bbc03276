package dev.finestra.flink;

import org.apache.flink.types.RowKind;

/**
 * Sliding and tumbling windows: each is a range of one window over all rows of the key.
 *
 * <p>A window is due when now ≥ end − 1, and dead when now ≥ end − 1 + lateness. A row goes in when
 * any window that has it is not dead; where such a window was due already it is answered again, as
 * Flink's event-time trigger does.
 *
 * <p>Invariants: 3. {@code next} is the smallest end that is not due and whose window has a row; 4.
 * no row is before the smallest start of a window that is not dead or not answered.
 */
final class SlidesFiring extends Firing {
  private final Slides slides;
  private final long size;
  private final long paneSize;

  /** Of the last row: its pane, and what had passed; most rows find them as they were. */
  private long pane;

  private long paneNow;

  /**
   * For rows of that pane: the newest start; the oldest that is not due, and whether there is one.
   */
  private long last;

  private long open;
  private boolean isOpen;

  /** Whether rows of that pane are in windows, and none of them is due. */
  private boolean isAhead;

  SlidesFiring(Site site, Plan<?> plan, Slides slides) {
    super(site, plan);
    this.slides = slides;
    this.size = slides.size();
    this.paneSize = slides.pane();
    this.pane = Long.MAX_VALUE;
  }

  /** Looks at a pane of rows, all of which are in the same windows. */
  private void look(long time, long now) {
    pane = slides.paneOf(time);
    paneNow = now;
    last = slides.lastStart(time);
    boolean covered = slides.covers(time);
    long oldest = covered ? slides.firstStart(time) : last;
    open = Math.max(oldest, slides.startFrom(now - size + 2));
    isOpen = open <= last;
    isAhead = covered && oldest > now - size + 1;
  }

  @Override
  boolean row(long time, Object value, long timestamp) throws Exception {
    long now = site.now();
    if (now != paneNow || time < pane || time - pane >= paneSize) {
      look(time, now);
    }
    if (isAhead && emit != Emit.ON_EVENT) {
      site.window().insert(at(time), value);
      expect();
      return true;
    }
    if (!slides.covers(time)) {
      boolean isLate = time + lateness <= now;
      if (!isLate) {
        site.between();
      }
      return !isLate;
    }
    if (last + size - 1 + lateness <= now) {
      return false;
    }
    if (emit == Emit.ON_EVENT) {
      site.window().insert(at(time), value);
      emit(last, RowKind.INSERT);
      evictBefore(firstAlive(now));
      ringNext();
    } else {
      rowForDue(time, value, now);
      expect();
    }
    return true;
  }

  /** Notes when the oldest window that has a row of the pane, and is not due, will be. */
  private void expect() {
    Notes notes = site.notes();
    if (isOpen && open + size < notes.next) {
      notes.next = open + size;
    }
    ringNext();
  }

  /**
   * Where a row goes in: where the order of combining does not matter, to the rows of its pane,
   * which are in all windows that it is in, so that there is one entry for all of them.
   */
  private long at(long time) {
    return site.isCommutative() ? pane : time;
  }

  /** Inserts a row and answers again those windows of it that were due and are not dead. */
  private void rowForDue(long time, Object value, long now) throws Exception {
    long at = at(time);
    long newest = slides.lastStart(Math.min(time, now - size + 1));
    long oldest = Math.max(slides.firstStart(time), firstAlive(now));
    if (newest < oldest) {
      site.window().insert(at, value);
      return;
    }
    if (emit == Emit.ON_WATERMARK) {
      site.window().insert(at, value);
      for (long start = newest; start >= oldest; start -= slides.slide()) {
        emit(start, RowKind.INSERT);
      }
      return;
    }
    Answer[] before = new Answer[Math.toIntExact((newest - oldest) / slides.slide() + 1)];
    for (int i = 0; i < before.length; i++) {
      before[i] = answer(newest - i * slides.slide());
    }
    site.window().insert(at, value);
    int corrected = 0;
    for (int i = 0; i < before.length; i++) {
      corrected += correct(newest - i * slides.slide(), before[i]) ? 1 : 0;
    }
    site.corrected(corrected);
  }

  private boolean correct(long start, Answer before) throws Exception {
    Answer after = answer(start);
    if (Answer.same(before, after)) {
      return false;
    }
    long end = start + size;
    if (before == null) {
      site.emit(start, end, after, RowKind.INSERT, end - 1);
      return true;
    }
    site.emit(start, end, before, RowKind.UPDATE_BEFORE, end - 1);
    site.emit(start, end, after, RowKind.UPDATE_AFTER, end - 1);
    return true;
  }

  private Answer answer(long start) {
    return range(start, start + size - 1);
  }

  private void emit(long start, RowKind kind) throws Exception {
    Answer answer = answer(start);
    if (answer != null) {
      site.emit(start, start + size, answer, kind, start + size - 1);
    }
  }

  /** The smallest start of a window that is not dead. */
  private long firstAlive(long now) {
    return slides.startFrom(now - lateness - size + 2);
  }

  @Override
  void ring() throws Exception {
    Notes notes = site.notes();
    long now = site.now();
    forgetNext();
    for (int i = 0; notes.next - 1 <= now && i < MOST_AT_ONCE; i++) {
      long start = notes.next - size;
      emit(start, RowKind.INSERT);
      // Before the next is searched for, which then is the oldest.
      evictBefore(firstAlive(passed(notes.next)));
      notes.next = endFrom(start + slides.slide());
    }
    evictBefore(firstAlive(passed(notes.next - 1)));
    ringNext();
  }

  /** The end of the first window with a row that begins at this start or after it. */
  private long endFrom(long start) {
    long time = entryFrom(start);
    if (time == Notes.NONE) {
      return Notes.NONE;
    }
    return Math.max(start, slides.firstStart(time)) + size;
  }

  private void ringNext() {
    long next = site.notes().next;
    if (next != Notes.NONE) {
      site.ringAt(next - 1);
    } else if (site.window().isEmpty()) {
      site.ringAt(Notes.NONE);
    } else {
      site.ringAt(slides.lastStart(site.window().youngest()) + size - 1 + lateness);
    }
  }
}
