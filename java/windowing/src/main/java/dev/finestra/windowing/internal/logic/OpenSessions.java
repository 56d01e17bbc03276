package dev.finestra.windowing.internal.logic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The sessions of a key in time order: each has the times of its first and last row, and whether
 * its result was emitted.
 *
 * <p>Costs: a step for each session.
 *
 * <p>Invariant: sessions are more than one gap apart.
 */
public final class OpenSessions {
  /** A session is three longs: the times of its first and last row, and 1 if it was emitted. */
  private static final int LONGS = 3;

  private long[] slots = {};
  private int count;

  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public long first(int i) {
    return slots[LONGS * i];
  }

  public long last(int i) {
    return slots[LONGS * i + 1];
  }

  public boolean isEmitted(int i) {
    return slots[LONGS * i + 2] != 0;
  }

  public void setEmitted(int i) {
    slots[LONGS * i + 2] = 1;
  }

  private void set(int i, long first, long last, boolean isEmitted) {
    slots[LONGS * i] = first;
    slots[LONGS * i + 1] = last;
    slots[LONGS * i + 2] = isEmitted ? 1 : 0;
  }

  private void add(long first, long last, boolean isEmitted) {
    resize(count, count, 1);
    set(count - 1, first, last, isEmitted);
  }

  /** Replaces the sessions [from, to) by so many others, which are still to be set. */
  private void resize(int from, int to, int others) {
    int resized = count + others - (to - from);
    if (LONGS * resized > slots.length) {
      slots = Arrays.copyOf(slots, LONGS * Math.max(resized, 2 * count));
    }
    System.arraycopy(slots, LONGS * to, slots, LONGS * (from + others), LONGS * (count - to));
    count = resized;
  }

  /** The first session that ends at most one gap before the time, or else begins after it. */
  public int reached(long time, long gap) {
    int i = 0;
    while (i < count && last(i) < time && time - last(i) > gap) {
      i++;
    }
    return i;
  }

  /** The first session, not before the given one, that begins more than one gap after the time. */
  public int beyond(int from, long time, long gap) {
    int i = from;
    while (i < count && (first(i) <= time || first(i) - time <= gap)) {
      i++;
    }
    return i;
  }

  /** Replaces the sessions [from, to) by one session. */
  public void replace(int from, int to, long first, long last, boolean isEmitted) {
    resize(from, to, 1);
    set(from, first, last, isEmitted);
  }

  /**
   * Adds rows: each extends the sessions that it reaches, and merges those that it connects. Takes
   * one step for each row and session.
   *
   * @param times sorted
   */
  public void addAll(long[] times, long gap) {
    OpenSessions merged = new OpenSessions();
    int s = 0;
    for (int t = 0; t < times.length || s < count; ) {
      boolean isRow = s == count || (t < times.length && times[t] < first(s));
      long first = isRow ? times[t] : first(s);
      long last = isRow ? first : last(s);
      int newest = merged.count - 1;
      if (newest >= 0 && (first <= merged.last(newest) || first - merged.last(newest) <= gap)) {
        long end = Math.max(merged.last(newest), last);
        merged.set(newest, merged.first(newest), end, false);
      } else {
        merged.add(first, last, !isRow && isEmitted(s));
      }
      if (isRow) {
        t++;
      } else {
        s++;
      }
    }
    slots = merged.slots;
    count = merged.count;
  }

  public void dropFirst(int dropped) {
    resize(0, dropped, 0);
  }

  // As a part of a stored header.

  /** The longs that {@link #store} needs. */
  int longs() {
    return LONGS * count;
  }

  void store(long[] to, int at) {
    System.arraycopy(slots, 0, to, at, longs());
  }

  /** Replaces the sessions by those from an index on. */
  void load(long[] stored, int at) {
    count = 0;
    if (stored.length > at) {
      resize(0, 0, (stored.length - at) / LONGS);
      System.arraycopy(stored, at, slots, 0, longs());
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(count);
    for (int s = 0; s < count; s++) {
      out.writeLong(first(s));
      out.writeLong(last(s));
      out.writeBoolean(isEmitted(s));
    }
  }

  /** Adds the sessions that {@link #write} wrote. */
  void read(DataInput in) throws IOException {
    int more = in.readInt();
    if (more < 0) {
      throw new IOException(
          "The header of a key is damaged: it has "
              + more
              + " sessions; restore an earlier checkpoint or savepoint");
    }
    for (int i = 0; i < more; i++) {
      add(in.readLong(), in.readLong(), in.readBoolean());
    }
  }
}
