package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;

/**
 * The nodes between the leaf of a {@link LateFinger} and the first node on a spine, which is at
 * level {@code top}: their repair, and the splits of full nodes among them.
 *
 * <p>{@link #promote} puts a new node to the right of the one that it was split from, and an entry
 * between the two. A parent that is full is split first, in two, and the same follows one level up:
 *
 * <pre>
 *   level 2   [ … p … ]                 [ … p  P' … ]         P' promoted from the parent
 *                 |                          |    \
 *   level 1   [ a  b  c ]  full   ⇒     [ a  e ]   [ c ]      the parent, and its right half "above"
 *                 |                       /   \
 *   level 0   [ leaf ]                [leaf] [next]           e = the entry between leaf and next
 *
 *   path: always through the half with the finger; the other half is repaired at once
 * </pre>
 *
 * <p>The half with the finger stays stale as the rest of the path does, until the finger's flush.
 * {@link Ascent}, for bulks, splits a node into as many as it takes and repairs all at once.
 *
 * <p>Costs: a repair O(log d); a split O(1) amortized, since each half has room.
 *
 * <p>Invariants: keeps 10 and 11 of {@link TreeInvariants}.
 */
final class LatePath<O> extends TreePart<O> {
  private int top;

  LatePath(Tree<O> tree) {
    super(tree);
  }

  /** Adopts the path of the last search, which ended at a leaf off the spines. */
  void aim() {
    top = 1;
    while (!tree.stops(top, path.node(top))) {
      top++;
    }
  }

  int top() {
    return top;
  }

  /** Whether the path ends on this spine. */
  boolean endsOn(boolean onLeft) {
    return path.node(top) == (onLeft ? spines.left(top) : spines.right(top));
  }

  /**
   * Adds a register, which was inserted into the leaf, to all aggregates that cover the leaf, and
   * entries to the sizes.
   */
  void add(int slot, int entries) {
    nodes.visit(top);
    for (int level = 1; level <= top; level++) {
      int kids = nodes.kids(path.node(level));
      int i = path.index(level);
      cells.combine(kids + i, kids + i, slot);
      nodes.addToKidSize(kids, i, entries);
    }
    tree.absorbed(top, path.node(top), slot);
  }

  /** Restores invariant 5 from the leaf up, and notes the spine node where this ended. */
  void repair() {
    nodes.visit(top);
    for (int level = 0; level < top; level++) {
      tree.repairUp(path.node(level + 1), path.index(level + 1), path.node(level));
    }
    tree.stopped(top, path.node(top));
  }

  /**
   * Puts a promoted entry, whose value is in Π of {@code next}, and the node {@code next} to the
   * right of the leaf that {@code next} was split from. Splits full nodes on the way up. The finger
   * is in one of the two leaves.
   */
  void promote(int node, long time, int next, boolean inNext) {
    for (int level = 1; ; level++) {
      nodes.visit(1);
      int parent = path.node(level);
      int j = path.index(level);
      int mine = inNext ? j + 1 : j;
      int other = inNext ? j : j + 1;
      if (nodes.count(parent) < nodes.most) {
        nodes.insertEntry(parent, j, time, next, next);
        path.set(level, parent, mine);
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
      if (inNext) {
        path.set(level, above, mine - keep - 1);
      } else {
        path.set(level, parent, mine);
      }
      if (spines.right(level) == parent) {
        spines.setRight(level, above);
      }
      if (tree.stops(level, path.node(level))) {
        tree.stopped(level, path.node(level));
      } else if (level == top) {
        top++;
      }
      node = parent;
      next = above;
    }
  }

  /**
   * How many of 2µ entries, of which the one at index i is new, the left half keeps, so that each
   * half has room.
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

  /** Extends the path to the parent of a node on a spine. */
  private void reachParent(int level) {
    int node = path.node(level);
    if (level == spines.height()) {
      tree.raise();
    }
    int parent = nodes.parent(node);
    path.set(level + 1, parent, nodes.position(parent, node));
  }

  /**
   * Splits a full node in two, with a new entry at index i (and a child to its right). The value of
   * the promoted entry is put into Π of the right half; its time is returned. Which entry is
   * promoted depends on the place of the new one; with {@code keep} = 3 of 5 entries:
   *
   * <pre>
   *   i = keep   a b c | * | d e       the new entry * is promoted
   *   i > keep   a b c | d | e *       entry keep is promoted, * goes into the right half
   *   i < keep   a * b | c | d e       entry keep − 1 is promoted, * goes into the left half
   * </pre>
   */
  long split(int level, int node, int next, int i, int keep, long time, int value, int kid) {
    int most = nodes.most;
    int stay = i < keep ? keep - 1 : keep;
    int from = i > keep ? keep + 1 : keep;
    long promoted = i == keep ? time : nodes.time(node, stay);
    cells.copy(next, i == keep ? value : Nodes.value(node, stay));
    nodes.moveEntries(next, 0, node, from, most - from);
    nodes.setCount(next, most - from);
    if (level > 0) {
      int gap = i == keep ? 1 : 0;
      nodes.moveKids(nodes.kids(next), gap, nodes.kids(node), from + gap, most - from + 1 - gap);
      if (gap > 0) {
        nodes.setKid(nodes.kids(next), 0, kid, 0);
      }
    }
    nodes.setCount(node, stay);
    cells.forget(Nodes.value(node, stay), most - stay);
    if (i < keep) {
      nodes.insertEntry(node, i, time, value, kid);
    } else if (i > keep) {
      nodes.insertEntry(next, i - keep - 1, time, value, kid);
    }
    if (level > 0) {
      nodes.adopt(next, 0, most - keep + 1);
    }
    return promoted;
  }

  /** Checks invariant 10 for a leaf between two times, for tests. */
  void check(long low, long high) {
    long above = Long.MAX_VALUE;
    long below = Long.MIN_VALUE;
    for (int level = top; level > 0; level--) {
      int node = path.node(level);
      int i = path.index(level);
      require(
          nodes.kid(nodes.kids(node), i) == path.node(level - 1),
          "child " + i + " at level " + level + " is not on the path");
      below = i > 0 ? nodes.time(node, i - 1) : below;
      above = i < nodes.count(node) ? nodes.time(node, i) : above;
      require(!tree.stops(level - 1, path.node(level - 1)), "the path goes on below a spine");
    }
    require(tree.stops(top, path.node(top)), "the path ends off the spines");
    require(below == Long.MIN_VALUE || below == low, "low is " + low + ", not " + below);
    require(above == Long.MAX_VALUE || above == high, "high is " + high + ", not " + above);
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("invariant 10 broken: " + what);
    }
  }
}
