package dev.finestra.flink;

import java.util.Arrays;

/**
 * What a window that has rows answers; of a window without rows there is no answer but null.
 *
 * @param rows how many rows there are; what is above {@link Head#MOST_ROWS} counts as that
 * @param value the answers of several columns, an {@code Object[]}, or that of a function
 */
record Answer(long rows, Object value) {

  /** Whether two windows, each of which may have no rows, answer the same. */
  static boolean same(Answer a, Answer b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return Arrays.deepEquals(new Object[] {a.value}, new Object[] {b.value});
  }
}
