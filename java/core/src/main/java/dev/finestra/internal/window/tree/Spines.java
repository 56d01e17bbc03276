package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.pages.HeaderNumbers;

/**
 * The outline of a tree: the leftmost and the rightmost node of each level, from the leaves at
 * level 0 up to the root, and the index of the first entry in the leftmost leaf.
 *
 * <pre>
 *   level 2              left(2) = root = right(2)
 *                       /         |          \
 *   level 1      left(1)          ·          right(1)
 *               /  |  \                      /  |  \
 *   level 0  left(0) ·  ·                   ·   ·  right(0)
 *            [x x 5 7]   head = 2: two entries are evicted already
 * </pre>
 *
 * <p>Invariant 4 of {@link TreeInvariants} is about this class.
 */
final class Spines {
  /** More levels than a tree of 2^28 nodes can have. */
  static final int HIGHEST = 32;

  private final int[] left = new int[HIGHEST];
  private final int[] right = new int[HIGHEST];
  private int height;
  private int head;

  /** Begins with a leaf as the root. */
  void begin(int leaf) {
    height = 0;
    head = 0;
    left[0] = leaf;
    right[0] = leaf;
  }

  int left(int level) {
    return left[level];
  }

  int right(int level) {
    return right[level];
  }

  void setLeft(int level, int node) {
    left[level] = node;
  }

  void setRight(int level, int node) {
    right[level] = node;
  }

  /** The right spine's node at a level, or the left spine's at {@code ~} a negative level. */
  int at(int level) {
    return level < 0 ? left[~level] : right[level];
  }

  /** The level of the root. */
  int height() {
    return height;
  }

  int root() {
    return left[height];
  }

  boolean has(int level, int node) {
    return node == left[level] || node == right[level];
  }

  /** Puts a root above the root. */
  void raise(int root) {
    height++;
    left[height] = root;
    right[height] = root;
  }

  /** Removes the root, which has one child. */
  void lower() {
    height--;
    right[height] = left[height];
  }

  /** How many entries at the front of the leftmost leaf are evicted already. */
  int head() {
    return head;
  }

  void setHead(int head) {
    this.head = head;
  }

  /** The index of a node's first entry that is not evicted. */
  int first(int node) {
    return node == left[0] ? head : 0;
  }

  /** Writes the outline to a header, or reads it. */
  void keep(HeaderNumbers header) {
    head = header.slot(head);
    height = header.slot(height);
    for (int level = 0; level <= height; level++) {
      left[level] = header.slot(left[level]);
      right[level] = header.slot(right[level]);
    }
  }
}
