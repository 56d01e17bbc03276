package dev.finestra.internal.window.tree;

/**
 * The way of the last search, downwards from a node at level {@link #top} to where it ended: the
 * node of each level, and the index of the child, or in the last node of the entry, that it took.
 *
 * <p>A repair climbs the same way back. The {@link LateFinger} keeps the way of its leaf here from
 * one insert to the next.
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

  /** Begins at a node below which all of what is searched for is. */
  void begin(int level, int from) {
    top = level;
    end = level;
    node[level] = from;
  }

  /** Goes down to a time; true when an entry has it. */
  boolean descend(long time) {
    return descend(top, time);
  }

  /**
   * Goes on to a later time: up to the node where the two ways part, and down from there. All later
   * times must be below the node where the search began, which is on the right spine.
   */
  boolean advance(long time) {
    for (int level = end; level > 0; level--) {
      // the entry found last is above the leaves: the way goes on to the youngest entry before it
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

  /** Which child of a level's node the way takes; at its end, which entry. */
  int index(int level) {
    return index[level];
  }

  /** Leads the way through another node of a level, as after a split. */
  void set(int level, int newNode, int newIndex) {
    node[level] = newNode;
    index[level] = newIndex;
  }
}
