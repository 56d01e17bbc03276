package dev.finestra.sketches;

import java.util.Arrays;

/**
 * Up to {@value #MOST} numbers in an array whose first element is their count. They are held as
 * {@link dev.finestra.internal.aggregation.base.DoubleWords keys}.
 *
 * <p>One array, because a job with many keys waits for memory at each object on the way to a key's
 * numbers.
 */
final class FewNumbers {
  static final int MOST = 16;

  /** Adding to it makes another array, so it can be shared. */
  static final long[] NONE = {0};

  /**
   * The room for the first numbers. A larger array later lies apart from the key's other objects,
   * so it costs a cache miss for each number.
   */
  static final int SOME = 4;

  private FewNumbers() {}

  static int count(long[] few) {
    return (int) few[0];
  }

  /** The number at an index from 0 on. */
  static long at(long[] few, int index) {
    return few[1 + index];
  }

  static long[] sorted(long[] few) {
    long[] sorted = Arrays.copyOfRange(few, 1, 1 + count(few));
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * Adds a number, in place if there is room, and returns the array; null if {@value #MOST} numbers
   * are there. A set keeps its numbers sorted, each once.
   */
  static long[] with(long[] few, long key, boolean isSet) {
    int end = 1 + count(few);
    int at = isSet ? Arrays.binarySearch(few, 1, end, key) : ~end;
    if (at >= 0) {
      return few;
    }
    if (end > MOST) {
      return null;
    }
    long[] more = end < few.length ? few : Arrays.copyOf(few, 1 + (end == 1 ? SOME : MOST));
    System.arraycopy(more, ~at, more, ~at + 1, end - ~at);
    more[~at] = key;
    more[0]++;
    return more;
  }
}
