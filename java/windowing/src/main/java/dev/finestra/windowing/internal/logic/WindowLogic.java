package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.Emit;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.MissingRows;

/**
 * The effect of a row, a watermark or a timer on the windows of one key. Each kind of window has
 * one subclass.
 *
 * <p>A logic owns neither rows nor header. {@link #attach} hands it those of the current key, so
 * one logic serves many keys, one after the other.
 *
 * <p>"Passed" is the time up to which no more rows on time are expected: the watermark, or the last
 * whole millisecond of the clock. A window is <em>due</em> when its last time, end − 1, has passed.
 * It is <em>expired</em> when end − 1 + lateness has passed; rows that only expired windows contain
 * are late and rejected.
 *
 * <p>Costs: those of the window's operations: one insert for each row, and one range query for each
 * result, however many windows overlap.
 *
 * <p>Invariants: (1) after each call the timer fires no later than the next result is due; if none
 * is due, no later than the window's last row can be evicted. (2) Rows that no window can ask for
 * again are evicted.
 */
public abstract class WindowLogic {
  protected final ResultOutput output;
  protected final LogicTimer timer;
  protected final long lateness;
  protected final Emit emit;

  /** See {@link #rowsAreGone}. */
  private long gone = KeyHeader.NOTHING_PASSED;

  protected KeyWindow window;
  protected KeyHeader header;

  /**
   * For each of several windows, how much later than the longest one it starts; empty for one
   * window.
   */
  private final long[] startsLater;

  /**
   * The result of a window without rows; it is used if another of several windows has rows, or if
   * changes are emitted and no row is left.
   */
  private final WindowResult none;

  protected WindowLogic(
      ResultOutput output, LogicTimer timer, WindowRequest request, WindowResult none) {
    this.output = output;
    this.timer = timer;
    this.lateness = request.lateness();
    this.emit = request.emit();
    this.none = none;
    long longest = request.sizes().sizes().stream().mapToLong(size -> size).max().orElse(0);
    this.startsLater = request.sizes().sizes().stream().mapToLong(s -> longest - s).toArray();
  }

  public final void attach(KeyWindow window, KeyHeader header) {
    this.window = window;
    this.header = header;
  }

  /**
   * Windows that ended before a time have lost rows, because a job with a shorter lateness wrote
   * the state: they have expired.
   */
  public final void rowsAreGone(long upTo) {
    gone = upTo;
  }

  /**
   * The results of a changed job that lack rows. The host replaces them by null when they are
   * emitted; a logic needs them only if it compares results.
   */
  public void rowsAreMissing(MissingRows missing) {}

  /** The time up to which windows have expired: those whose last time is not after it. */
  protected final long expired(long passed) {
    return Math.max(passed - lateness, Math.min(passed, gone));
  }

  /**
   * Decides the next result of the attached key, whose earlier results were emitted by a job with
   * another emission. Sessions note which of them were emitted, so they do nothing here.
   *
   * @param passed the time that had passed for all keys
   * @param emitted the time up to which that job emitted results of this key
   */
  public void startAfter(long passed, long emitted) {}

  /**
   * Continues with the attached key, whose changes were emitted at multiples of another rate.
   *
   * @param before the other rate
   * @param passed the time that had passed for all keys
   */
  public void changeRate(long before, long passed) {
    throw new UnsupportedOperationException("Only results that are emitted on changes have a rate");
  }

  /**
   * Continues with the attached key, whose results have other columns now: the next one is emitted
   * as soon as possible.
   *
   * @param passed the time that had passed for all keys
   */
  public void emitAnew(long passed) {
    throw new UnsupportedOperationException("Only results that are emitted on changes are kept");
  }

  /**
   * Adds a row.
   *
   * @param timestamp the row's timestamp, if its result is to have that one
   * @param passed the time that has passed for this key
   * @return false if the row is late, and rejected
   */
  public abstract boolean row(long time, Object value, long timestamp, long passed)
      throws Exception;

  /**
   * Removes rows.
   *
   * @param time the rows' time
   * @param removal removes them from the window's entry at {@link #entryTime}
   * @param passed the time that has passed for this key
   * @return false if the rows are late; then nothing is removed
   */
  public boolean remove(long time, WindowEdit removal, long passed) throws Exception {
    throw new UnsupportedOperationException("Rows can be removed only from sliding windows");
  }

  /** The time of the window's entry that has the rows of a time. */
  public long entryTime(long time) {
    return time;
  }

  /**
   * The start of the row's pane, if the rows of a pane share one entry and none of the row's
   * windows is due; otherwise NEVER. If the key's next result is not after {@link #firstResult},
   * {@link #row} would only add the value to the entry at that time.
   */
  public long paneAhead(long time, long passed) {
    return KeyHeader.NEVER;
  }

  /** The end of the first window of the row that was last given to {@link #paneAhead}. */
  public long firstResult() {
    return KeyHeader.NEVER;
  }

  /**
   * The size of windows that are single panes, whose rows share one entry and have one result;
   * otherwise 0. For such windows, {@link #fire} emits the entry's result and evicts the entry.
   */
  public long singlePaneSize() {
    return 0;
  }

  /**
   * Emits at most {@code most} results that are due; if more are due, the timer fires again at
   * once. Evicts rows that are no longer needed.
   */
  public abstract void fire(long passed, int most) throws Exception;

  /**
   * Emits the result of the window that ends at a time, whether or not one is due; that of no rows
   * if there are none. Only per-event windows have such a result.
   */
  public void emitAt(long time) throws Exception {
    throw new UnsupportedOperationException("Only per-event windows have a result at any time");
  }

  /** Emits the result of [time − size, time]. */
  protected final void emitLast(long size, long time) throws Exception {
    WindowResult rows = result(time - size, time);
    WindowResult shown = rows == null ? resultOfNothing() : rows;
    output.emit(time - size, time, shown, Change.INSERT, time);
  }

  /** Clears the next result: a savepoint may contain one that this emission mode does not emit. */
  protected final void forgetNext() {
    if (emit == Emit.ON_EVENT) {
      header.next = KeyHeader.NEVER;
      header.emittedAtNext = 0;
    }
  }

  /**
   * The result of the window with this range. If there are several windows, the range is that of
   * the longest, and the result has for each column the results of all windows.
   */
  protected final WindowResult result(long from, long to) {
    WindowResult longest = window.query(from, to);
    if (!hasSeveralWindows() || longest == null) {
      return longest;
    }
    int columns = ((Object[]) longest.value()).length;
    Object[] all = new Object[columns * startsLater.length];
    for (int i = 0; i < startsLater.length; i++) {
      WindowResult one = startsLater[i] == 0 ? longest : window.query(from + startsLater[i], to);
      Object[] values = (Object[]) (one == null ? none : one).value();
      for (int c = 0; c < columns; c++) {
        all[c * startsLater.length + i] = values[c];
      }
    }
    return new WindowResult(longest.rows(), all);
  }

  /** The result of a window without rows, or of several. */
  protected final WindowResult resultOfNothing() {
    if (!hasSeveralWindows()) {
      return none;
    }
    Object[] values = (Object[]) none.value();
    Object[] all = new Object[values.length * startsLater.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = values[i / startsLater.length];
    }
    return new WindowResult(0, all);
  }

  /** Whether each result is of several windows with the same end. */
  protected final boolean hasSeveralWindows() {
    return startsLater.length > 0;
  }

  /** As {@link #result}, for rows that no other result needs: they may be evicted. */
  protected final WindowResult resultAndEvict(long from, long to) {
    return hasSeveralWindows() ? result(from, to) : window.queryAndEvict(from, to);
  }

  /** The time that has passed for a key, limited by its next result, which is not emitted yet. */
  protected static long passedBefore(long next, long passed) {
    return Math.min(passed, next - 1);
  }

  protected final void evictBefore(long time) {
    // The window knows the time of its oldest row, so an evict that finds nothing reads no page.
    window.bulkEvict(time - 1);
  }

  /** The time of the oldest row that is not before a time; NEVER if there is none. */
  protected final long rowFrom(long time) {
    return window.isEmpty() || window.youngest() < time ? KeyHeader.NEVER : window.ceiling(time);
  }
}
