package dev.finestra.flink;

/**
 * The word before a partial aggregate's columns: how many rows it is of, and a bit for each column
 * that has seen a value. By the rows a window without rows is told from one whose rows are all
 * null, and rows at the same time, which share an entry, can each have a result.
 *
 * <p>Invariant: rows(combine(a, b)) = min(rows(a) + rows(b), MOST_ROWS), which is associative.
 */
final class Head {
  static final long MOST_ROWS = Integer.MAX_VALUE;
  static final int MOST_COLUMNS = 32;
  private static final long SEEN = 0xffffffffL;

  private Head() {}

  static long of(long rows, long seen) {
    return rows << 32 | seen;
  }

  static long rows(long head) {
    return head >>> 32;
  }

  static boolean seen(long head, int column) {
    return (head >>> column & 1) != 0;
  }

  static long combine(long older, long newer) {
    long rows = Math.min((older >>> 32) + (newer >>> 32), MOST_ROWS);
    return rows << 32 | ((older | newer) & SEEN);
  }
}
