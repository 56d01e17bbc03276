package dev.finestra.windowing.internal.columns;

/**
 * The first word of a partial result of several columns: how many rows it covers, and one bit for
 * each column that saw a value. The row count tells a window without rows from one whose rows are
 * all null. It also lets rows with equal times, which share an entry, each have a result.
 *
 * <p>Invariant: rows(combine(a, b)) = min(rows(a) + rows(b), MOST_ROWS), which is associative.
 */
public final class SeenWord {
  public static final long MOST_ROWS = Integer.MAX_VALUE;
  public static final int MOST_COLUMNS = 32;
  private static final long SEEN = 0xffffffffL;

  private SeenWord() {}

  static long of(long rows, long seen) {
    return rows << 32 | seen;
  }

  static long rows(long word) {
    return word >>> 32;
  }

  static boolean seen(long word, int column) {
    return (word >>> column & 1) != 0;
  }

  static long combine(long older, long newer) {
    long rows = Math.min((older >>> 32) + (newer >>> 32), MOST_ROWS);
    return rows << 32 | ((older | newer) & SEEN);
  }
}
