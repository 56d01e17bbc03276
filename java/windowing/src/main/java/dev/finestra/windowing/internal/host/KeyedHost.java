package dev.finestra.windowing.internal.host;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.InArrivalOrder;
import dev.finestra.windowing.internal.columns.MissingRows;
import dev.finestra.windowing.internal.count.CountLogic;
import dev.finestra.windowing.internal.last.ChangesLogic;
import dev.finestra.windowing.internal.last.LastLogic;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.WindowEdit;
import dev.finestra.windowing.internal.logic.WindowLogic;
import dev.finestra.windowing.internal.session.SessionLogic;
import dev.finestra.windowing.internal.sliding.SlidingLogic;
import dev.finestra.windowing.internal.state.StateEntry;

/**
 * Runs the windows of one key at a time. An engine attaches a key, then reports one of its rows or
 * timers; the host calls back through {@link KeyedEngine}. {@link #addToStored} and {@link
 * #fireStored} do the same without an attached key, if they can.
 *
 * <p>Time passes for each key on its own: a watermark has not passed for a key whose timer is due
 * and has not fired. An engine may deliver rows before such timers; they are still on time.
 *
 * <p>Costs: those of {@link WindowLogic}.
 *
 * <p>Invariant: a key has at most one timer for results, and one to remove its state.
 */
public final class KeyedHost {
  /** The most results of one key that are emitted before its timer fires again. */
  public static final int MOST_AT_ONCE = 256;

  /** Times passed lie between this and its negative, so that sums with sizes stay in 64 bits. */
  private static final long ALL_PASSED = -KeyHeader.NOTHING_PASSED;

  private final KeyedEngine engine;
  private final WindowLogic logic;
  private final boolean isEventTime;
  private final boolean isBatch;
  private final boolean notesEmitted;
  private final long ttl;

  private HeldKey key;
  private KeyHeader header;

  /**
   * Whether the last timer of a key in a batch is firing; a timer that is set now would never fire.
   */
  private boolean isOver;

  /**
   * @param none the result of a window without rows, used if another of several windows has rows
   * @param isBatch whether a key's timers fire only after its last row
   */
  public KeyedHost(
      KeyedEngine engine,
      WindowRequest request,
      Aggregation<WindowResult> aggregation,
      WindowResult none,
      boolean isBatch) {
    this.engine = engine;
    this.logic = logic(request, aggregation, none);
    this.isEventTime = request.kind().isEventTime();
    this.notesEmitted =
        request.emit() == Emit.CORRECTIONS
            || request.emit() == Emit.CHANGES
            || (request.kind() instanceof LastWindow last && last.isProcessingTime());
    this.ttl = request.ttl();
    this.isBatch = isBatch;
  }

  private WindowLogic logic(
      WindowRequest request, Aggregation<WindowResult> aggregation, WindowResult none) {
    WindowKind kind = request.kind();
    LogicTimer timer = this::timerBy;
    if (kind instanceof SlidingTimeWindow sliding) {
      boolean sharesPanes = InArrivalOrder.sharesPanes(aggregation);
      return new SlidingLogic(engine, timer, request, sliding.grid(), none, sharesPanes);
    }
    if (kind instanceof LastWindow last && request.emit() == Emit.CHANGES) {
      return new ChangesLogic(engine, timer, request, last, none);
    }
    if (kind instanceof LastWindow last) {
      return new LastLogic(engine, timer, request, last, none);
    }
    if (kind instanceof SessionWindow session) {
      return new SessionLogic(engine, timer, request, session.gap());
    }
    return new CountLogic(engine, timer, request, (CountWindow) kind);
  }

  /**
   * Whether {@link #addToStored} and {@link #fireStored} suffice for most rows and results of small
   * windows.
   */
  public boolean changesStored() {
    return isEventTime && ttl == 0 && logic.singlePaneSize() > 0;
  }

  /**
   * Adds a row to the engine's current key without attaching it. Returns false, and adds nothing,
   * if that is not possible; then attach the key and call {@link #row}.
   */
  public boolean addToStored(HeldKeys keys, long time, Object value, long watermark) {
    if (ttl > 0 || !isInRange(time)) {
      return false;
    }
    long pane = logic.paneAhead(time, bounded(watermark));
    StoredKeys stored = pane == KeyHeader.NEVER ? null : keys.stored();
    if (stored == null) {
      return false;
    }
    StateEntry entry = stored.read();
    long firstResult = logic.firstResult();
    if (entry != null) {
      return stored.add(entry, pane, firstResult, value);
    }
    if (!stored.begin(pane, firstResult, value)) {
      return false;
    }
    engine.moveTimer(KeyHeader.NEVER, firstResult - 1);
    return true;
  }

  /** See {@link WindowLogic#rowsAreGone}. */
  public void rowsAreGone(long upTo) {
    logic.rowsAreGone(bounded(upTo));
  }

  /** See {@link WindowLogic#rowsAreMissing}. */
  public void rowsAreMissing(MissingRows missing) {
    logic.rowsAreMissing(missing);
  }

  /**
   * Continues with the attached key, of which a job with another emission has emitted results.
   *
   * @param passed the time that had passed for all keys
   * @param emitted the time up to which all results were emitted, unless the key noted a later one
   * @param keepsNext whether both jobs emit a result when its time has passed
   */
  public void startAfter(long passed, long emitted, boolean keepsNext) {
    if (!keepsNext) {
      logic.startAfter(bounded(passed), Math.max(header.emittedUpTo, bounded(emitted)));
    }
    noteEmitted(bounded(passed));
  }

  /** Continues with the attached key; see {@link WindowLogic#changeRate}. */
  public void changeRate(long before, long passed) {
    logic.changeRate(before, bounded(passed));
  }

  /** Continues with the attached key; see {@link WindowLogic#emitAnew}. */
  public void emitAnew(long passed) {
    logic.emitAnew(bounded(passed));
  }

  /** Emits the attached key's result at a time; see {@link WindowLogic#emitAt}. */
  public void emitAt(long time) throws Exception {
    logic.emitAt(time);
  }

  /**
   * Emits what is due for the engine's current key, whose timer has fired, without attaching it.
   * Returns false, and emits nothing, if the next result is not due or not that of the oldest pane,
   * or if the key is current or held. Then attach the key and call {@link #fire}.
   */
  public boolean fireStored(HeldKeys keys, long watermark) throws Exception {
    long size = logic.singlePaneSize();
    StoredKeys stored = size > 0 ? keys.stored() : null;
    StateEntry entry = stored == null ? null : stored.read();
    if (entry == null) {
      return false;
    }
    long passed = bounded(watermark);
    long end = entry.next();
    if (end - 1 > passed || !stored.hasOldest(entry, end - size)) {
      return false;
    }
    do {
      boolean isLast = stored.hasOneEntry(entry);
      WindowResult result = stored.takeOldest(entry);
      if (isLast) {
        stored.remove();
      }
      engine.emit(end - size, end, result, Change.INSERT, end - 1);
      if (isLast) {
        return true;
      }
      end = stored.oldest(entry) + size;
    } while (end - 1 <= passed);
    entry.setNext(end);
    engine.moveTimer(KeyHeader.NEVER, end - 1);
    return true;
  }

  /** Continues with another key, or with the same. */
  public void attach(HeldKey key) {
    // G1 makes each write of a reference expensive.
    if (this.key != key) {
      this.key = key;
      this.header = key.header();
      logic.attach(key, header);
    }
  }

  /**
   * Adds a row to the attached key.
   *
   * @param time the row's time, by the clock of the windows
   * @param timestamp the row's own timestamp
   * @param watermark the watermark, or the clock's last whole millisecond
   * @return false if the row is late, and rejected
   */
  public boolean row(long time, Object value, long timestamp, long watermark) throws Exception {
    long passed = passed(time, watermark);
    // A clock may be set back; the results of that time have been emitted.
    long at = isEventTime ? time : Math.max(time, header.emittedUpTo + 1);
    boolean isAccepted = logic.row(at, value, timestamp, passed);
    noteEmitted(passed);
    // Without a time to live, the key may still have its timer, and a later job a time to live.
    if (ttl > 0 || header.expires != KeyHeader.NEVER) {
      putOffExpiry(engine.clock());
    }
    return isAccepted;
  }

  /**
   * Removes rows of the attached key.
   *
   * @param time the rows' time
   * @param removal removes them from the window's entry at {@link #entryTime}
   * @return false if the rows are late; then nothing is removed
   */
  public boolean remove(long time, WindowEdit removal, long watermark) throws Exception {
    long passed = passed(time, watermark);
    boolean isAccepted = logic.remove(time, removal, passed);
    noteEmitted(passed);
    return isAccepted;
  }

  /** The time of the window's entry that has the rows of a time. */
  public long entryTime(long time) {
    return logic.entryTime(time);
  }

  /** The time that has passed for the attached key when a row comes. */
  private long passed(long time, long watermark) {
    long passed = watermark;
    if (isEventTime) {
      if (!isInRange(time)) {
        throw new IllegalArgumentException(
            ("A row's timestamp is %s; windows accept timestamps between -2^62 and 2^62. Correct the"
                    + " timestamps that the source or the watermark strategy assigns, or filter such"
                    + " rows out")
                .formatted(time));
      }
      // After a restore, the first watermarks may be lower than the time of the last results.
      passed = Math.max(header.emittedUpTo, Math.min(beforeTimer(), bounded(watermark)));
    }
    return passed;
  }

  /** Emits what is due for the attached key, whose timer has fired. */
  public void fire(long watermark) throws Exception {
    long passed = bounded(watermark);
    isOver = isBatch && passed == ALL_PASSED;
    try {
      do {
        header.timer = KeyHeader.NEVER;
        logic.fire(passed, MOST_AT_ONCE);
        noteEmitted(passed);
        if (key.sweep()) {
          // There are more pages to remove. A timer at this time would mean it has not passed.
          timerBy(passed + 1);
        }
      } while (isOver && header.timer <= passed + 1);
    } finally {
      isOver = false;
    }
  }

  private static boolean isInRange(long time) {
    return time > -WindowKind.MOST_TIME && time < WindowKind.MOST_TIME;
  }

  private static long bounded(long watermark) {
    return Math.max(-ALL_PASSED, Math.min(ALL_PASSED, watermark));
  }

  private void noteEmitted(long passed) {
    if (notesEmitted) {
      header.raiseEmittedUpTo(Math.min(beforeTimer(), passed));
    }
  }

  /** The latest time that can have passed, as the key's timer has not fired. */
  private long beforeTimer() {
    return header.timer == KeyHeader.NEVER ? ALL_PASSED : header.timer - 1;
  }

  private void putOffExpiry(long clock) {
    if (header.expires == KeyHeader.NEVER) {
      expireAt(clock + ttl);
    }
    header.lastSeen = clock;
  }

  /**
   * Removes the attached key's state if no row came for its time to live.
   *
   * @param clock when the timer was due
   * @return whether the key's state is gone
   */
  public boolean expire(long clock) {
    if (ttl == 0) {
      // The timer comes from a savepoint of a job with a time to live.
      header.expires = KeyHeader.NEVER;
      return false;
    }
    long due = header.lastSeen + ttl;
    if (due <= clock) {
      timerBy(KeyHeader.NEVER);
      key.clear();
      if (!key.sweep()) {
        return true;
      }
      due = clock + 1;
    }
    expireAt(due);
    return false;
  }

  private void expireAt(long clock) {
    header.expires = clock;
    engine.expireAt(clock);
  }

  private void timerBy(long time) {
    long timer = header.timer;
    if (timer == time || (timer < time && time != KeyHeader.NEVER)) {
      return;
    }
    header.timer = time;
    if (!isOver) {
      engine.moveTimer(timer, time);
    }
  }
}
