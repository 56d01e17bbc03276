package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The state of a key apart from its rows. {@link WindowLogic} reads and writes the fields. One
 * object serves many keys: {@link #load} it with what was stored for a key.
 *
 * <p>A state entry has {@link #next} and {@link #timer} as fields, and everything else as one
 * array. Most keys need no array.
 *
 * <p>Bytes: one bit for each field that is stored, those fields, then the sessions. {@link #timer}
 * is stored if the timer does not fire when the next result is due, and any other field if it
 * differs from a new header's.
 */
public final class KeyHeader {
  /** No time: nothing is due, no timer is set. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Before the first watermark no time has passed; sums of this with sizes stay in 64 bits. */
  public static final long NOTHING_PASSED = -3 * (WindowKind.MOST_TIME >> 1);

  /** The fields of a new header apart from next and timer, in the order of their declaration. */
  private static final long[] NEW = {0, 0, NEVER, 0, NOTHING_PASSED};

  private static final int NEXT = 1;
  private static final int TIMER = 1 << 1;

  /** The bit of the first field in {@link #NEW}. */
  private static final int OTHERS = 1 << 2;

  /** The bit of the sessions. */
  private static final int SESSIONS = OTHERS << NEW.length;

  /**
   * The next result: the end of a window; for per-event windows the time of a row, or the next time
   * at which the result may change. It is due when that time passes.
   */
  public long next = NEVER;

  /** When the key's one timer for results fires. */
  public long timer = NEVER;

  /** The number of rows that the key has had, if windows count rows; or see {@link #keep()}. */
  public long rowsSeen;

  /**
   * The number of rows at {@link #next} whose result was emitted; used by per-event windows only.
   * If they emit changes: how long before {@link #next} the last result at another rate was, {@link
   * #NEVER} if the result at {@link #next} is emitted whatever the last one was, or 0.
   */
  public long emittedAtNext;

  /** The time of the timer that removes the key's state, if no row comes until then. */
  public long expires = NEVER;

  /** When the last row came, by the clock; kept if state has a time to live. */
  public long lastSeen;

  /**
   * The time up to which results were emitted; kept by modes that correct results or emit changes,
   * and by per-event windows in processing time. After a restore the first watermarks may be lower,
   * but this time still decides which rows are late.
   */
  public long emittedUpTo = NOTHING_PASSED;

  /** The sessions; used by session windows only. */
  public final OpenSessions sessions = new OpenSessions();

  /**
   * Whether nothing has to be stored. {@link #lastSeen} and {@link #emittedUpTo} do not count: a
   * key with rows also has a timer, or {@link #rowsSeen}.
   */
  public boolean isBlank() {
    return next == NEVER
        && timer == NEVER
        && rowsSeen == 0
        && emittedAtNext == 0
        && expires == NEVER
        && sessions.isEmpty();
  }

  /** Stores this header until {@link #reset}, even if nothing is due. */
  public void keep() {
    rowsSeen = 1;
  }

  public void raiseEmittedUpTo(long time) {
    emittedUpTo = Math.max(emittedUpTo, time);
  }

  /** Becomes a new header. */
  public void reset() {
    load(NEVER, NEVER, null);
  }

  /**
   * Becomes the header that was stored.
   *
   * @param otherFields what {@link #otherFields} returned
   */
  public void load(long next, long timer, long[] otherFields) {
    this.next = next;
    this.timer = timer;
    long[] from = otherFields == null ? NEW : otherFields;
    rowsSeen = from[0];
    emittedAtNext = from[1];
    expires = from[2];
    lastSeen = from[3];
    emittedUpTo = from[4];
    sessions.load(from, NEW.length);
  }

  /**
   * All fields but {@link #next} and {@link #timer}; null if they are those of a new header.
   *
   * @param before an array that may be overwritten and returned, or null
   */
  public long[] otherFields(long[] before) {
    if (rowsSeen == 0
        && emittedAtNext == 0
        && expires == NEVER
        && lastSeen == 0
        && emittedUpTo == NOTHING_PASSED
        && sessions.isEmpty()) {
      return null;
    }
    int length = NEW.length + sessions.longs();
    long[] stored = before != null && before.length == length ? before : new long[length];
    stored[0] = rowsSeen;
    stored[1] = emittedAtNext;
    stored[2] = expires;
    stored[3] = lastSeen;
    stored[4] = emittedUpTo;
    sessions.store(stored, NEW.length);
    return stored;
  }

  public void write(DataOutput out) throws IOException {
    long[] fields = otherFields(null);
    if (fields == null) {
      fields = NEW;
    }
    int present = (next == NEVER ? 0 : NEXT) | (timer == timerOf(next) ? 0 : TIMER);
    for (int i = 0; i < NEW.length; i++) {
      present |= fields[i] == NEW[i] ? 0 : OTHERS << i;
    }
    out.writeByte(present | (sessions.isEmpty() ? 0 : SESSIONS));
    if (next != NEVER) {
      out.writeLong(next);
    }
    if (timer != timerOf(next)) {
      out.writeLong(timer);
    }
    for (int i = 0; i < NEW.length; i++) {
      if (fields[i] != NEW[i]) {
        out.writeLong(fields[i]);
      }
    }
    if (!sessions.isEmpty()) {
      sessions.write(out);
    }
  }

  /** When the timer fires if it waits for the next result only. */
  private static long timerOf(long next) {
    return next == NEVER ? NEVER : next - 1;
  }

  /** Becomes the header that {@link #write} wrote. */
  public void read(DataInput in) throws IOException {
    read(in, false);
  }

  /** Becomes a header in the bytes of Finestra 0.1.0, which had a version and each timer. */
  public void readFirstVersion(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != 1) {
      throw new IOException(
          ("The header of a key has version %s, but its state entry has version 1: the state is"
                  + " damaged; restore an earlier checkpoint or savepoint")
              .formatted(version));
    }
    read(in, true);
  }

  private void read(DataInput in, boolean hasEachTimer) throws IOException {
    int present = in.readUnsignedByte();
    long readNext = (present & NEXT) != 0 ? in.readLong() : NEVER;
    long timerByDefault = hasEachTimer ? NEVER : timerOf(readNext);
    long readTimer = (present & TIMER) != 0 ? in.readLong() : timerByDefault;
    long[] fields = NEW.clone();
    for (int i = 0; i < NEW.length; i++) {
      if ((present & OTHERS << i) != 0) {
        fields[i] = in.readLong();
      }
    }
    load(readNext, readTimer, fields);
    if ((present & SESSIONS) != 0) {
      sessions.read(in);
    }
  }
}
