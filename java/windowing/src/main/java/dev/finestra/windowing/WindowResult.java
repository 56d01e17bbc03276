package dev.finestra.windowing;

import java.util.Arrays;

/**
 * The result of a window that contains rows. A window without rows has no result: its query returns
 * null.
 *
 * @param rows how many rows the window contains, at most {@link Integer#MAX_VALUE}
 * @param value an {@code Object[]} with the result of each column, or the result of a function
 */
public record WindowResult(long rows, Object value) {

  /** Whether two results have equal values; either may be null for a window without rows. */
  public static boolean same(WindowResult a, WindowResult b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return Arrays.deepEquals(new Object[] {a.value}, new Object[] {b.value});
  }
}
