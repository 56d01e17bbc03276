package dev.finestra.internal.window.tree;

import java.util.Arrays;

/** Entries that an {@link Ascent} has promoted to the nodes of one level, in time order. */
final class Promoted {
  long[] times = new long[4];
  int[] right = new int[4];
  int[] target = new int[4];
  int count;

  /** Adds an entry, the node to its right, and the parent that gets both. */
  void add(long time, int rightNode, int targetNode) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
      right = Arrays.copyOf(right, 2 * count);
      target = Arrays.copyOf(target, 2 * count);
    }
    times[count] = time;
    right[count] = rightNode;
    target[count++] = targetNode;
  }
}
