package dev.finestra.window.tree;

import static dev.finestra.window.Cells.IN;

import dev.finestra.window.Cells;

/**
 * The insertion sites of a bulk: the finger search for its first entry, and from each entry to the
 * next one only up to where their paths part and down again.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, bulkInsert, step 1. Entries whose time is in the tree are combined into it on
 * the spot.
 *
 * <p>Invariant: {@code path[level]} is the node of that level on the way to the last site, and
 * {@code index[level]} the child through which the way goes.
 */
final class Sites<O> {
  private final Fiba<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private final int[] path = new int[32];
  private final int[] index = new int[32];
  private int known;

  Sites(Fiba<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
  }

  /**
   * Finds where entries [first, count) of a bulk go, and tells the ascent; answers how many of its
   * times are new.
   */
  int insert(long[] times, int from, int first, int count, Cells<O> values) {
    climbFromFinger(times[from + first]);
    int inserted = 0;
    for (int i = first; i < count; i++) {
      long time = times[from + i];
      int level = i == first ? descend(known, time) : next(time);
      int node = path[level];
      int at = nodes.lowerBound(node, node == tree.left[0] ? tree.head : 0, time);
      if (at < nodes.count(node) && nodes.time(node, at) == time) {
        cells.copy(IN, values, i, 1);
        cells.combine(Nodes.value(node, at), Nodes.value(node, at), IN);
        tree.ascent.hit(level, node);
      } else {
        tree.ascent.add(node, i);
        inserted++;
      }
    }
    return inserted;
  }

  /** Goes up the right spine to the first node whose subtree has the time. */
  private void climbFromFinger(long time) {
    int level = 0;
    while (level < tree.height && nodes.time(tree.right[level], 0) > time) {
      tree.visits++;
      level++;
    }
    known = level;
    path[level] = tree.right[level];
  }

  /**
   * Goes down from the path's node of a level; answers the level of the node that has the time, or
   * of the leaf.
   */
  private int descend(int level, long time) {
    while (level > 0) {
      tree.visits++;
      int node = path[level];
      int i = nodes.lowerBound(node, 0, time);
      index[level] = i;
      path[level - 1] = nodes.kid(nodes.kids(node), i);
      if (i < nodes.count(node) && nodes.time(node, i) == time) {
        finishPath(level - 1);
        return level;
      }
      level--;
    }
    return 0;
  }

  /** After a hit at an inner node, the path goes on to the youngest entry before it. */
  private void finishPath(int level) {
    for (; level > 0; level--) {
      index[level] = nodes.count(path[level]);
      path[level - 1] = nodes.lastKid(path[level]);
    }
  }

  /** Goes from the last site to the one of a later time; answers as {@link #descend} does. */
  private int next(long time) {
    int from = 0;
    for (int level = 1; level <= known; level++) {
      int node = path[level];
      if (index[level] < nodes.count(node)) {
        long bound = nodes.time(node, index[level]);
        if (time < bound) {
          break;
        }
        from = level;
        if (time == bound || time <= nodes.lastTime(node)) {
          break;
        }
      }
    }
    return descend(from, time);
  }
}
