package dev.finestra.windowing.internal.logic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of a key in time order: each has the times of its first and last row, and whether
 * its result was emitted.
 *
 * <p>Costs: a step for each session.
 *
 * <p>Invariant: sessions are more than one gap apart.
 */
public final class OpenSessions {
  private List<Session> all = new ArrayList<>();

  private static final class Session {
    private long first;
    private long last;
    private boolean isEmitted;

    Session(long first, long last, boolean isEmitted) {
      this.first = first;
      this.last = last;
      this.isEmitted = isEmitted;
    }
  }

  public int count() {
    return all.size();
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public long first(int i) {
    return all.get(i).first;
  }

  public long last(int i) {
    return all.get(i).last;
  }

  public boolean isEmitted(int i) {
    return all.get(i).isEmitted;
  }

  public void setEmitted(int i) {
    all.get(i).isEmitted = true;
  }

  /** The first session that ends at most one gap before the time, or else begins after it. */
  public int reached(long time, long gap) {
    int i = 0;
    while (i < count() && last(i) < time && time - last(i) > gap) {
      i++;
    }
    return i;
  }

  /** The first session, not before the given one, that begins more than one gap after the time. */
  public int beyond(int from, long time, long gap) {
    int i = from;
    while (i < count() && (first(i) <= time || first(i) - time <= gap)) {
      i++;
    }
    return i;
  }

  /** Replaces the sessions [from, to) by one session. */
  public void replace(int from, int to, long newFirst, long newLast, boolean emitted) {
    if (to == from + 1) {
      Session session = all.get(from);
      session.first = newFirst;
      session.last = newLast;
      session.isEmitted = emitted;
    } else {
      all.subList(from, to).clear();
      all.add(from, new Session(newFirst, newLast, emitted));
    }
  }

  /**
   * Adds rows: each extends the sessions that it reaches, and merges those that it connects. Takes
   * one step for each row and session.
   *
   * @param times sorted
   */
  public void addAll(long[] times, long gap) {
    List<Session> merged = new ArrayList<>();
    Session newest = null;
    int s = 0;
    for (int t = 0; t < times.length || s < count(); ) {
      boolean isRow = s == count() || (t < times.length && times[t] < first(s));
      long start = isRow ? times[t] : first(s);
      if (newest != null && (start <= newest.last || start - newest.last <= gap)) {
        newest.last = Math.max(newest.last, isRow ? start : last(s));
        newest.isEmitted = false;
      } else {
        newest = isRow ? new Session(start, start, false) : all.get(s);
        merged.add(newest);
      }
      if (isRow) {
        t++;
      } else {
        s++;
      }
    }
    all = merged;
  }

  public void dropFirst(int count) {
    all.subList(0, count).clear();
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(count());
    for (Session session : all) {
      out.writeLong(session.first);
      out.writeLong(session.last);
      out.writeBoolean(session.isEmitted);
    }
  }

  static OpenSessions read(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException(
          "The header of a key is damaged: it has "
              + count
              + " sessions; restore an earlier checkpoint or savepoint");
    }
    OpenSessions sessions = new OpenSessions();
    for (int i = 0; i < count; i++) {
      sessions.all.add(new Session(in.readLong(), in.readLong(), in.readBoolean()));
    }
    return sessions;
  }

  OpenSessions copy() {
    OpenSessions copy = new OpenSessions();
    all.forEach(s -> copy.all.add(new Session(s.first, s.last, s.isEmitted)));
    return copy;
  }
}
