package dev.finestra.internal.window.tree;

import java.util.Arrays;

/** A list of nodes of one level; a node that is added twice in a row is listed once. */
final class NodeList {
  int[] ids = new int[4];
  int count;

  void add(int id) {
    if (count > 0 && ids[count - 1] == id) {
      return;
    }
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
    ids[count++] = id;
  }
}
