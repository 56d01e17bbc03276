package dev.finestra.flink;

import java.util.Arrays;

/** What the operator keeps for a key beside its window, in the header's entry. */
final class Notes {
  static final long NONE = Long.MAX_VALUE;
  private static final int FIXED = 5;

  /** The next end, or time of a row, that is to be answered when time passes it. */
  long next = NONE;

  /** The time of the key's one timer. */
  long timer = NONE;

  /** How many rows came, where windows go by that; how many at {@code next} are answered, else. */
  long count;

  /** When the key is forgotten if no row comes, and has a timer for that. */
  long forget = NONE;

  /** When the last row came, by the clock; kept where keys are forgotten. */
  long touched;

  /** What had passed when the key was last answered; known where answers are corrected. */
  long passed = Site.UNKNOWN;

  /** The sessions in time order: start, end, and 1 where the session was answered. */
  long[] sessions = {};

  /** Whether there is nothing that must be kept. */
  boolean isBlank() {
    return next == NONE && timer == NONE && count == 0 && forget == NONE && sessions.length == 0;
  }

  /** Notes that the key is answered up to a time, for rows after a restore. */
  void hasPassed(long time) {
    passed = Math.max(passed, time);
  }

  /** Sessions are three longs each; where one more follows it is what had passed. */
  long[] toLongs() {
    int behind = passed == Site.UNKNOWN ? 0 : 1;
    long[] longs = new long[FIXED + sessions.length + behind];
    longs[0] = next;
    longs[1] = timer;
    longs[2] = count;
    longs[3] = forget;
    longs[4] = touched;
    System.arraycopy(sessions, 0, longs, FIXED, sessions.length);
    if (behind > 0) {
      longs[longs.length - 1] = passed;
    }
    return longs;
  }

  static Notes of(long[] longs) {
    Notes notes = new Notes();
    if (longs != null) {
      notes.next = longs[0];
      notes.timer = longs[1];
      notes.count = longs[2];
      notes.forget = longs[3];
      notes.touched = longs[4];
      int behind = (longs.length - FIXED) % 3;
      notes.sessions = Arrays.copyOfRange(longs, FIXED, longs.length - behind);
      if (behind > 0) {
        notes.passed = longs[longs.length - 1];
      }
    }
    return notes;
  }
}
