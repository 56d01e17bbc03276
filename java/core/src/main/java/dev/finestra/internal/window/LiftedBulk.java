package dev.finestra.internal.window;

import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Chunks;
import java.util.Arrays;

/**
 * A buffer for a bulk before it is inserted into a window. Values are lifted, and entries with
 * equal times are combined, so that the times rise strictly.
 *
 * <p>A bulk larger than {@link #piece} is lifted and inserted in pieces, so that the memory held
 * stays small.
 */
public final class LiftedBulk<O> {
  /** The most entries for which room is made in advance. */
  static final int MOST = 1 << Chunks.WORD_BITS;

  /** The values to lift. */
  final BulkValues source = new BulkValues();

  final Cells<O> cells;
  private final int piece;
  private long[] combined = new long[0];
  long[] times;
  int from;
  int count;

  /** A buffer for bulks of about this many entries. */
  LiftedBulk(Cells<O> window, int most) {
    cells = window.fresh(0, 32 - Integer.numberOfLeadingZeros(Math.max(16, most) - 1));
    piece = Math.max(1024, 1 << cells.chunks().maxShift());
  }

  /**
   * Lifts as many of [from, to) as fit, without nulls; returns their number.
   *
   * @param strict whether the times rise strictly and no value is null
   */
  int lift(long[] times, int from, int to, boolean strict) {
    int n = begin(times, from, to);
    if (strict) {
      source.lift(from, n, cells, 0);
      count = n;
    } else {
      for (int i = from; i < from + n; i++) {
        if (source.has(i)) {
          source.lift(i, cells, slot(times[i]));
          add(times[i]);
        }
      }
    }
    return n;
  }

  /**
   * Lifts all pieces but the first, so that a value that cannot be lifted is rejected before any
   * piece is inserted.
   */
  void rehearse(long[] times, int from, int to, boolean strict) {
    for (int i = from, n = Math.min(piece, to - from); (i += n) < to; ) {
      n = lift(times, i, to, strict);
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

  /** The slot for the next value; a register if its time equals the last one. */
  int slot(long time) {
    return count > 0 && combined[count - 1] == time ? Cells.A : count;
  }

  /** Adds the partial result that was put into {@link #slot}. */
  void add(long time) {
    if (count > 0 && combined[count - 1] == time) {
      cells.combine(count - 1, count - 1, Cells.A);
      return;
    }
    if (count == combined.length) {
      combined = Arrays.copyOf(combined, Math.max(16, 2 * count));
    }
    combined[count++] = time;
    times = combined;
    from = 0;
  }

  /** Begins a bulk of at most this many partial results, which are added one at a time. */
  void begin(long most) {
    begin(combined, 0, (int) Math.min(piece, most));
  }

  boolean isFull() {
    return count == piece;
  }

  /** Whether it has room for far more than a window of this size, and is not worth keeping. */
  boolean isTooLargeFor(long size) {
    return cells.chunks().capacity() > 1_024 + 4 * size;
  }

  /** About how many bytes of heap are held. */
  long bytes() {
    return cells.bytes() + 8L * combined.length;
  }

  /**
   * Rejects a bulk as {@link #isStrict} does; returns the index of its first value that is not
   * null.
   */
  static int firstPresent(long[] times, Object[] values, int from, int to) {
    isStrict(times, values.length, from, to);
    int first = from;
    while (first < to && values[first] == null) {
      first++;
    }
    return first;
  }

  /**
   * Rejects a bulk that is not sorted or is out of bounds; returns whether its times rise strictly.
   */
  public static boolean isStrict(long[] times, int values, int from, int to) {
    if (from < 0 || to < from || to > times.length || to > values) {
      throw new IndexOutOfBoundsException(
          ("A bulk from %s to %s does not fit %s times and %s values; it must lie inside both"
                  + " arrays.")
              .formatted(from, to, times.length, values));
    }
    boolean strict = true;
    for (int i = from + 1; i < to; i++) {
      if (times[i] <= times[i - 1]) {
        strict = false;
        if (times[i] < times[i - 1]) {
          throw new IllegalArgumentException(
              "A bulk must be sorted by time: %s comes after %s, at index %s."
                  .formatted(times[i], times[i - 1], i));
        }
      }
    }
    return strict;
  }
}
