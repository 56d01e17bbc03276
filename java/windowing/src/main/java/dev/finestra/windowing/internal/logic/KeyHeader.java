package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The state of a key apart from its rows. {@link WindowLogic} reads and writes the fields. One
 * object serves many keys: {@link #load} it with what {@link #store} returned for a key.
 *
 * <p>A stored header is an array: the fields in the order of their declaration up to the last one
 * that differs from a new header's, or all fields and then the sessions.
 *
 * <p>Bytes: the version, one bit for each field that differs from a new header's, those fields,
 * then the sessions.
 */
public final class KeyHeader {
  /** No time: nothing is due, no timer is set. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Before the first watermark no time has passed; sums of this with sizes stay in 64 bits. */
  public static final long NOTHING_PASSED = -3 * (WindowKind.MOST_TIME >> 1);

  private static final int VERSION = 1;

  /** The fields of a new header. */
  private static final long[] NEW = {NEVER, NEVER, 0, 0, NEVER, 0, NOTHING_PASSED};

  private static final int FIELDS = NEW.length;

  /** The bit of the sessions. */
  private static final int SESSIONS = 1 << FIELDS;

  /**
   * The next result: the end of a window, or for per-event windows the time of a row. It is due
   * when that time passes.
   */
  public long next = NEVER;

  /** When the key's one timer for results fires. */
  public long timer = NEVER;

  /** The number of rows that the key has had; used by count windows only. */
  public long rowsSeen;

  /**
   * The number of rows at {@link #next} whose result was emitted; used by per-event windows only.
   */
  public long emittedAtNext;

  /** The time of the timer that removes the key's state, if no row comes until then. */
  public long expires = NEVER;

  /** When the last row came, by the clock; kept if state has a time to live. */
  public long lastSeen;

  /**
   * The time up to which results were emitted; kept by modes that correct results. After a restore
   * the first watermarks may be lower, but this time still decides which rows are late.
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

  public void raiseEmittedUpTo(long time) {
    emittedUpTo = Math.max(emittedUpTo, time);
  }

  /** Becomes the header that was stored; null is a new header. */
  public void load(long[] stored) {
    long[] from = stored == null ? NEW : stored;
    next = field(from, 0);
    timer = field(from, 1);
    rowsSeen = field(from, 2);
    emittedAtNext = field(from, 3);
    expires = field(from, 4);
    lastSeen = field(from, 5);
    emittedUpTo = field(from, 6);
    sessions.load(from, FIELDS);
  }

  private static long field(long[] stored, int i) {
    return i < stored.length ? stored[i] : NEW[i];
  }

  /**
   * The header as an array; null if it is blank.
   *
   * @param before an array that may be overwritten and returned, or null
   */
  public long[] store(long[] before) {
    if (isBlank()) {
      return null;
    }
    int length = sessions.isEmpty() ? used() : FIELDS + sessions.longs();
    long[] stored = before != null && before.length == length ? before : new long[length];
    for (int i = 0; i < FIELDS && i < length; i++) {
      stored[i] = get(i);
    }
    if (!sessions.isEmpty()) {
      sessions.store(stored, FIELDS);
    }
    return stored;
  }

  /** The number of fields up to the last one that differs from a new header's. */
  private int used() {
    int used = FIELDS;
    while (used > 0 && get(used - 1) == NEW[used - 1]) {
      used--;
    }
    return used;
  }

  private long get(int i) {
    return switch (i) {
      case 0 -> next;
      case 1 -> timer;
      case 2 -> rowsSeen;
      case 3 -> emittedAtNext;
      case 4 -> expires;
      case 5 -> lastSeen;
      default -> emittedUpTo;
    };
  }

  /** The field {@link #next} of a stored header. */
  public static long next(long[] stored) {
    return field(stored, 0);
  }

  /** The field {@link #timer} of a stored header. */
  public static long timer(long[] stored) {
    return field(stored, 1);
  }

  public static void write(long[] stored, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    int present = stored.length > FIELDS ? SESSIONS : 0;
    for (int i = 0; i < FIELDS; i++) {
      present |= field(stored, i) == NEW[i] ? 0 : 1 << i;
    }
    out.writeByte(present);
    for (int i = 0; i < FIELDS; i++) {
      if ((present & 1 << i) != 0) {
        out.writeLong(stored[i]);
      }
    }
    if (stored.length > FIELDS) {
      OpenSessions.write(stored, FIELDS, out);
    }
  }

  /** Reads a stored header that {@link #write} wrote. */
  public static long[] read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          ("The header of a key has version %s; this build reads version %s: restore the state"
                  + " with the Finestra that wrote it, or start without it")
              .formatted(version, VERSION));
    }
    int present = in.readUnsignedByte();
    long[] fields = NEW.clone();
    int used = 0;
    for (int i = 0; i < FIELDS; i++) {
      if ((present & 1 << i) != 0) {
        fields[i] = in.readLong();
        used = i + 1;
      }
    }
    if ((present & SESSIONS) == 0) {
      return Arrays.copyOf(fields, used);
    }
    OpenSessions sessions = OpenSessions.read(in);
    long[] stored = Arrays.copyOf(fields, FIELDS + sessions.longs());
    sessions.store(stored, FIELDS);
    return stored;
  }
}
