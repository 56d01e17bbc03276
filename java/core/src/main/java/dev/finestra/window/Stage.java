package dev.finestra.window;

/**
 * Where a bulk waits, lifted, with its times rising strictly: equal ones are combined on the way
 * in.
 *
 * <p>A bulk larger than {@link #piece} goes in pieces, so that the memory held stays small.
 */
public final class Stage<O> {
  /** The most entries that a stage begins with room for. */
  static final int MOST = 1 << Chunks.WORD_BITS;

  final Cells<O> cells;
  private final int piece;
  private long[] combined = new long[0];
  long[] times;
  int from;
  int count;

  /** For bulks of about so many entries. */
  Stage(Cells<O> window, int most) {
    cells = window.fresh(0, 32 - Integer.numberOfLeadingZeros(Math.max(16, most) - 1));
    piece = Math.max(1024, 1 << cells.chunks().maxShift());
  }

  /** Lifts as much of [from, to) as fits; answers how many. */
  int lift(long[] times, long[] values, int from, int to, boolean strict) {
    int n = begin(times, from, to);
    if (strict) {
      cells.lift(0, values, from, n);
      count = n;
    } else {
      for (int i = from; i < from + n; i++) {
        cells.lift(slot(times[i]), values[i]);
        add(times[i]);
      }
    }
    return n;
  }

  /** Lifts as much of [from, to) as fits; answers how many. */
  int lift(long[] times, double[] values, int from, int to, boolean strict) {
    int n = begin(times, from, to);
    if (strict) {
      cells.lift(0, values, from, n);
      count = n;
    } else {
      for (int i = from; i < from + n; i++) {
        cells.lift(slot(times[i]), values[i]);
        add(times[i]);
      }
    }
    return n;
  }

  /** Lifts as much of [from, to) as fits, skipping nulls; answers how many. */
  int lift(long[] times, Object[] values, int from, int to) {
    int n = begin(times, from, to);
    for (int i = from; i < from + n; i++) {
      if (values[i] != null) {
        cells.lift(slot(times[i]), values[i]);
        add(times[i]);
      }
    }
    return n;
  }

  /** Lifts what does not fit at once, so that a value that is not taken is refused in time. */
  void rehearse(long[] times, long[] values, int from, int to, boolean strict) {
    for (int i = from, n = Math.min(piece, to - from); (i += n) < to; ) {
      n = lift(times, values, i, to, strict);
      cells.forget(0, count);
    }
  }

  /** Lifts what does not fit at once, so that a value that is not taken is refused in time. */
  void rehearse(long[] times, double[] values, int from, int to, boolean strict) {
    for (int i = from, n = Math.min(piece, to - from); (i += n) < to; ) {
      n = lift(times, values, i, to, strict);
      cells.forget(0, count);
    }
  }

  /** Lifts what does not fit at once, so that a value that is not taken is refused in time. */
  void rehearse(long[] times, Object[] values, int from, int to) {
    for (int i = from, n = Math.min(piece, to - from); (i += n) < to; ) {
      n = lift(times, values, i, to);
      cells.forget(0, count);
    }
  }

  private int begin(long[] times, int from, int to) {
    int n = Math.min(piece, to - from);
    while (cells.chunks().capacity() < n) {
      cells.chunks().grow(0, (int) cells.chunks().capacity());
    }
    for (int i = 0; i < n; i += 1 << cells.chunks().shift()) {
      cells.chunks().ensure(i);
    }
    this.times = times;
    this.from = from;
    this.count = 0;
    return n;
  }

  /**
   * Where the next value goes: a slot of its own, or a register when its time is the last one's.
   */
  int slot(long time) {
    return count > 0 && combined[count - 1] == time ? Cells.A : count;
  }

  private void add(long time) {
    if (count > 0 && combined[count - 1] == time) {
      cells.combine(count - 1, count - 1, Cells.A);
      return;
    }
    if (count == combined.length) {
      combined = java.util.Arrays.copyOf(combined, Math.max(16, 2 * count));
    }
    combined[count++] = time;
    times = combined;
    from = 0;
  }

  /** Begins a bulk of at most so many states, which are put in one at a time. */
  void begin(long most) {
    begin(combined, 0, (int) Math.min(piece, most));
  }

  boolean isFull() {
    return count == piece;
  }

  /** Adds the state that was put into {@link #next}. */
  void next(long time) {
    add(time);
  }

  /** Whether it has room for far more than a window of this size, and is not worth keeping. */
  boolean isTooLargeFor(long size) {
    return cells.chunks().capacity() > 1_024 + 4 * size;
  }

  /** About how many bytes of heap are held. */
  long bytes() {
    return cells.bytes() + 8L * combined.length;
  }

  /** The slot for the next state, whose time is not the last one's. */
  int next() {
    return count;
  }

  /** Refuses a bulk as {@link #isStrict}; answers where its first value is that is not null. */
  public static int firstPresent(long[] times, Object[] values, int from, int to) {
    isStrict(times, values.length, from, to);
    int first = from;
    while (first < to && values[first] == null) {
      first++;
    }
    return first;
  }

  /** Refuses a bulk that is not sorted or not there; answers whether its times rise strictly. */
  public static boolean isStrict(long[] times, int values, int from, int to) {
    if (from < 0 || to < from || to > times.length || to > values) {
      throw new IndexOutOfBoundsException(
          "a bulk from "
              + from
              + " to "
              + to
              + " does not fit "
              + times.length
              + " times and "
              + values
              + " values");
    }
    boolean strict = true;
    for (int i = from + 1; i < to; i++) {
      if (times[i] <= times[i - 1]) {
        strict = false;
        if (times[i] < times[i - 1]) {
          throw new IllegalArgumentException(
              "a bulk must be sorted by time: "
                  + times[i]
                  + " comes after "
                  + times[i - 1]
                  + ", at index "
                  + i);
        }
      }
    }
    return strict;
  }
}
