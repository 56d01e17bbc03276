package dev.finestra.window.tree;

import dev.finestra.window.Cells;

/**
 * The way from the leaf of a {@link LateFinger} up to the first node on a spine, which is at level
 * {@code top}: its repair, and the splits of full nodes along it.
 *
 * <p>A split here is in two, for one entry; of the halves the one with the finger is left stale, as
 * the rest of the way is. {@link Ascent} splits in as many as it takes, and repairs all at once.
 *
 * <p>Costs: a repair O(log d); a split O(1) amortized, since each half has room.
 *
 * <p>Invariants: (10) and (11), see {@link LateFinger}.
 */
final class LatePath<O> {
  private final Tree<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private final int[] path;
  private final int[] index;
  private int top;

  LatePath(Tree<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
    this.path = tree.path;
    this.index = tree.index;
  }

  /** Takes the way of a search that ended at a leaf off the spines. */
  void aim() {
    top = 1;
    while (!tree.stops(top, path[top])) {
      top++;
    }
  }

  int top() {
    return top;
  }

  /** Whether it ends on this spine. */
  boolean endsOn(int[] spine) {
    return spine[top] == path[top];
  }

  /**
   * Adds a register, which went into the leaf, to all that take it in, and entries to the sizes.
   */
  void add(int slot, int entries) {
    tree.visits += top;
    for (int level = 1; level <= top; level++) {
      int kids = nodes.kids(path[level]);
      int i = index[level];
      cells.combine(kids + i, kids + i, slot);
      nodes.addToKidSize(kids, i, entries);
    }
    tree.absorbed(top, path[top], slot);
  }

  /** Restores invariant 5 from the leaf up, and notes where it ended. */
  void repair() {
    tree.visits += top;
    for (int level = 0; level < top; level++) {
      tree.repairUp(path[level + 1], index[level + 1], path[level]);
    }
    tree.stopped(top, path[top]);
  }

  /**
   * Puts the promoted entry, whose value is in Π of {@code next}, and {@code next} to the right of
   * a leaf that it was split from, and goes on upwards while nodes are full. The finger is in one
   * of the two.
   */
  void promote(int node, long time, int next, boolean inNext) {
    for (int level = 1; ; level++) {
      tree.visits++;
      int parent = path[level];
      int j = index[level];
      int count = nodes.count(parent);
      int mine = inNext ? j + 1 : j;
      int other = inNext ? j : j + 1;
      if (count < nodes.most) {
        int kids = nodes.kids(parent);
        nodes.moveEntries(parent, j + 1, parent, j, count - j);
        nodes.moveKids(kids, j + 2, kids, j + 1, count - j);
        nodes.setTime(parent, j, time);
        cells.copy(Nodes.value(parent, j), next);
        nodes.setKid(kids, j + 1, next, 0);
        nodes.setParent(next, parent);
        nodes.setCount(parent, count + 1);
        index[level] = mine;
        restore(level - 1, parent, other, inNext ? node : next);
        if (tree.stops(level, parent)) {
          tree.stopped(level, parent);
        }
        return;
      }
      if (level >= top) {
        reachParent(level);
      }
      int keep = keep(j);
      int above = nodes.newInner();
      time = split(level, parent, above, j, keep, time, next, next);
      restore(
          level - 1,
          other > keep ? above : parent,
          other > keep ? other - keep - 1 : other,
          inNext ? node : next);
      inNext = mine > keep;
      path[level] = inNext ? above : parent;
      index[level] = inNext ? mine - keep - 1 : mine;
      if (tree.right[level] == parent) {
        tree.right[level] = above;
      }
      if (tree.stops(level, path[level])) {
        tree.stopped(level, path[level]);
      } else if (level == top) {
        top++;
      }
      node = parent;
      next = above;
    }
  }

  /**
   * How many of 2µ entries, one of them new and at index i, the left half keeps: each half has
   * room.
   */
  int keep(int i) {
    return i <= nodes.fewest ? nodes.fewest : nodes.fewest + 1;
  }

  /** Restores invariant 5 for a half without the finger. */
  void restore(int level, int parent, int i, int half) {
    if (tree.stops(level, half)) {
      tree.stopped(level, half);
    } else {
      tree.repairUp(parent, i, half);
    }
  }

  /** Makes the path go on to the parent of a node on a spine. */
  private void reachParent(int level) {
    int node = path[level];
    if (level == tree.height) {
      tree.raise();
    }
    path[level + 1] = nodes.parent(node);
    index[level + 1] = nodes.position(path[level + 1], node);
  }

  /**
   * Splits a full node in two, with a new entry at index i (and a child to its right); leaves the
   * value of the promoted entry in Π of the right half, and answers its time.
   */
  long split(int level, int node, int next, int i, int keep, long time, int value, int kid) {
    int most = nodes.most;
    int kids = nodes.kids(node);
    int nextKids = nodes.kids(next);
    int moved = most - keep;
    long promoted = time;
    if (i == keep) {
      cells.copy(next, value);
      nodes.moveEntries(next, 0, node, keep, moved);
      if (level > 0) {
        nodes.setKid(nextKids, 0, kid, 0);
        nodes.moveKids(nextKids, 1, kids, keep + 1, moved);
      }
    } else if (i > keep) {
      int before = i - keep - 1;
      promoted = nodes.time(node, keep);
      cells.copy(next, Nodes.value(node, keep));
      nodes.moveEntries(next, 0, node, keep + 1, before);
      nodes.setTime(next, before, time);
      cells.copy(Nodes.value(next, before), value);
      nodes.moveEntries(next, before + 1, node, i, most - i);
      if (level > 0) {
        nodes.moveKids(nextKids, 0, kids, keep + 1, before + 1);
        nodes.setKid(nextKids, before + 1, kid, 0);
        nodes.moveKids(nextKids, before + 2, kids, i + 1, most - i);
      }
    } else {
      promoted = nodes.time(node, keep - 1);
      cells.copy(next, Nodes.value(node, keep - 1));
      nodes.moveEntries(next, 0, node, keep, moved);
      nodes.moveEntries(node, i + 1, node, i, keep - 1 - i);
      nodes.setTime(node, i, time);
      cells.copy(Nodes.value(node, i), value);
      if (level > 0) {
        nodes.moveKids(nextKids, 0, kids, keep, moved + 1);
        nodes.moveKids(kids, i + 2, kids, i + 1, keep - 1 - i);
        nodes.setKid(kids, i + 1, kid, 0);
        nodes.setParent(kid, node);
      }
    }
    nodes.setCount(node, keep);
    nodes.setCount(next, moved);
    cells.forget(Nodes.value(node, keep), moved);
    if (level > 0) {
      nodes.adopt(next, 0, moved + 1);
    }
    return promoted;
  }

  /** Checks invariant 10 for a leaf between two times, for tests. */
  void check(long low, long high) {
    long above = Long.MAX_VALUE;
    long below = Long.MIN_VALUE;
    for (int level = top; level > 0; level--) {
      int node = path[level];
      int i = index[level];
      require(
          nodes.kid(nodes.kids(node), i) == path[level - 1],
          "child " + i + " at level " + level + " is not on the path");
      below = i > 0 ? nodes.time(node, i - 1) : below;
      above = i < nodes.count(node) ? nodes.time(node, i) : above;
      require(!tree.stops(level - 1, path[level - 1]), "the path goes on below a spine");
    }
    require(tree.stops(top, path[top]), "the path ends off the spines");
    require(below == Long.MIN_VALUE || below == low, "low is " + low + ", not " + below);
    require(above == Long.MAX_VALUE || above == high, "high is " + high + ", not " + above);
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("invariant 10 broken: " + what);
    }
  }
}
