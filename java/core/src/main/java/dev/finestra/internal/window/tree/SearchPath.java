package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;

/**
 * The path of the last search, from a node at level {@link #top} down to its end: the node at each
 * level, and the index of the child that the path takes; in the last node, the index of an entry.
 *
 * <p>A repair climbs the same path. The {@link LateFinger} keeps the path to its leaf here between
 * inserts.
 */
final class SearchPath<O> {
  private final Nodes<O> nodes;
  private final Spines spines;
  private final int[] node = new int[Spines.HIGHEST];
  private final int[] index = new int[Spines.HIGHEST];
  private int top;
  private int end;

  SearchPath(Nodes<O> nodes, Spines spines) {
    this.nodes = nodes;
    this.spines = spines;
  }

  /** Begins at a node whose subtree covers the times to search for. */
  void begin(int level, int from) {
    top = level;
    end = level;
    node[level] = from;
  }

  /** Goes down to a time; true if an entry has it. */
  boolean descend(long time) {
    return descend(top, time);
  }

  /**
   * Continues to a later time: up to the node where the two paths part, and down from there. All
   * later times must be below the node where the search began, which is on the right spine.
   */
  boolean advance(long time) {
    for (int level = end; level > 0; level--) {
      // the last entry found is above the leaves: extend the path to the youngest entry before it
      node[level - 1] = nodes.kid(nodes.kids(node[level]), index[level]);
      index[level - 1] = nodes.count(node[level - 1]);
    }
    int from = 0;
    for (int level = 1; level <= top; level++) {
      int i = index[level];
      if (i < nodes.count(node[level])) {
        long bound = nodes.time(node[level], i);
        if (time < bound) {
          break;
        }
        from = level;
        if (time == bound || time <= nodes.lastTime(node[level])) {
          break;
        }
      }
    }
    return descend(from, time);
  }

  private boolean descend(int from, long time) {
    nodes.visit(from);
    int level = from;
    int at = node[level];
    for (; ; level--) {
      int i = nodes.lowerBound(at, spines.first(at), time);
      node[level] = at;
      index[level] = i;
      boolean found = i < nodes.count(at) && nodes.time(at, i) == time;
      if (level == 0 || found) {
        end = level;
        return found;
      }
      at = nodes.kid(nodes.kids(at), i);
    }
  }

  /** The level where the search began. */
  int top() {
    return top;
  }

  /** The level where the search ended. */
  int end() {
    return end;
  }

  /** The node of a level. */
  int node(int level) {
    return node[level];
  }

  /** The index of the child that the path takes at a level; at its end, the index of the entry. */
  int index(int level) {
    return index[level];
  }

  /** Replaces the path's node at a level, for example after a split. */
  void set(int level, int newNode, int newIndex) {
    node[level] = newNode;
    index[level] = newIndex;
  }
}
