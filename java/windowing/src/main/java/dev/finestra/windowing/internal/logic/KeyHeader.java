package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The state of a key apart from its rows. {@link WindowLogic} reads and writes the fields; a host
 * stores the header with the key's pages and attaches both together.
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
  private static final int LONGS = 7;
  private static final int SESSIONS = 1 << LONGS;
  private static final KeyHeader BLANK = new KeyHeader();

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
  public OpenSessions sessions = new OpenSessions();

  public boolean isBlank() {
    return next == NEVER
        && timer == NEVER
        && rowsSeen == 0
        && emittedAtNext == 0
        && expires == NEVER
        && sessions.isEmpty();
  }

  public void emittedUpTo(long time) {
    emittedUpTo = Math.max(emittedUpTo, time);
  }

  public KeyHeader copy() {
    KeyHeader copy = new KeyHeader();
    for (int i = 0; i < LONGS; i++) {
      copy.set(i, get(i));
    }
    copy.sessions = sessions.copy();
    return copy;
  }

  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    int fields = sessions.isEmpty() ? 0 : SESSIONS;
    for (int i = 0; i < LONGS; i++) {
      fields |= get(i) == BLANK.get(i) ? 0 : 1 << i;
    }
    out.writeByte(fields);
    for (int i = 0; i < LONGS; i++) {
      if ((fields & 1 << i) != 0) {
        out.writeLong(get(i));
      }
    }
    if (!sessions.isEmpty()) {
      sessions.write(out);
    }
  }

  public static KeyHeader read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          ("The header of a key has version %s; this build reads version %s: restore the state"
                  + " with the Finestra that wrote it, or start without it")
              .formatted(version, VERSION));
    }
    KeyHeader header = new KeyHeader();
    int fields = in.readUnsignedByte();
    for (int i = 0; i < LONGS; i++) {
      if ((fields & 1 << i) != 0) {
        header.set(i, in.readLong());
      }
    }
    if ((fields & SESSIONS) != 0) {
      header.sessions = OpenSessions.read(in);
    }
    return header;
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

  private void set(int i, long value) {
    switch (i) {
      case 0 -> next = value;
      case 1 -> timer = value;
      case 2 -> rowsSeen = value;
      case 3 -> emittedAtNext = value;
      case 4 -> expires = value;
      case 5 -> lastSeen = value;
      default -> emittedUpTo = value;
    }
  }
}
