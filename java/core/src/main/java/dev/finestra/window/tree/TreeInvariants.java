package dev.finestra.window.tree;

import dev.finestra.window.Cells;
import java.util.Objects;

/**
 * Checks the numbered invariants of {@link Tree} and {@link Fiba} by walking the tree; for tests.
 */
final class TreeInvariants<O> {
  private final Tree<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private final Cells<O> found;
  private boolean hasLast;
  private long last;
  private long entries;
  private LateFinger<O> late;

  TreeInvariants(Tree<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
    this.found = cells.fresh(0, 1);
    this.late = tree instanceof Fiba<O> fiba ? fiba.late : null;
  }

  void check() {
    require(nodes.parent(tree.root()) == 0, 4, "the root has a parent", tree.root());
    require(
        tree.left[tree.height] == tree.right[tree.height], 4, "there are two roots", tree.root());
    walk(tree.root(), tree.height, true, true);
    require(
        entries == tree.size,
        6,
        "there are " + entries + " entries, size is " + tree.size,
        tree.root());
    if (tree.size > 0 && tree instanceof Fiba<O> fiba) {
      checkSpines(fiba);
    }
  }

  private void walk(int node, int level, boolean leftmost, boolean rightmost) {
    int count = nodes.count(node);
    int first = node == tree.left[0] ? tree.head : 0;
    require(
        (node == tree.left[level]) == leftmost,
        4,
        "the left spine at level " + level + " is not outermost",
        node);
    require(
        (node == tree.right[level]) == rightmost,
        4,
        "the right spine at level " + level + " is not outermost",
        node);
    require(
        nodes.isLeaf(node) == (level == 0),
        2,
        "a leaf is at level " + level + ", or none at level 0",
        node);
    int fewest =
        tree.mayBeSmall(level, node) ? Math.min(1, (int) Math.min(1, tree.size)) : nodes.fewest;
    require(
        count - first >= fewest,
        3,
        "it has " + (count - first) + " entries, at least " + fewest + " are due",
        node);
    require(count <= nodes.most, 3, "it has " + count + " entries", node);
    for (int i = first; i <= count; i++) {
      if (level > 0) {
        child(node, i, level, leftmost, rightmost);
      }
      if (i < count) {
        long time = nodes.time(node, i);
        require(!hasLast || last < time, 1, "time " + time + " comes after " + last, node);
        hasLast = true;
        last = time;
        entries++;
      }
    }
  }

  private void child(int node, int i, int level, boolean leftmost, boolean rightmost) {
    int kids = nodes.kids(node);
    int kid = nodes.kid(kids, i);
    require(nodes.parent(kid) == node, 4, "its child " + i + " has another parent", node);
    long before = entries;
    walk(kid, level - 1, leftmost && i == 0, rightmost && i == nodes.count(node));
    if (!tree.stops(level - 1, kid) && !(late != null && late.isStale(level - 1, kid))) {
      require(
          entries - before == nodes.kidSize(kids, i),
          5,
          "the size of child " + i + " is wrong",
          node);
      found.identity(Cells.A);
      foldAll(kid, level - 1);
      found.copy(Cells.B, cells, kids + i, 1);
      same(5, "the up aggregate of child " + i, node);
    }
  }

  /** Folds all entries below a node, one by one, onto register A. */
  private void foldAll(int node, int level) {
    int count = nodes.count(node);
    for (int i = node == tree.left[0] ? tree.head : 0; i <= count; i++) {
      if (level > 0) {
        foldAll(nodes.kid(nodes.kids(node), i), level - 1);
      }
      if (i < count) {
        foldEntry(node, i);
      }
    }
  }

  private void foldEntry(int node, int i) {
    found.copy(Cells.C, cells, Nodes.value(node, i), 1);
    found.combine(Cells.A, Cells.A, Cells.C);
  }

  private void checkSpines(Fiba<O> fiba) {
    late.check();
    if (tree.height == 0) {
      return;
    }
    if (staleFrom(fiba, true) < tree.height && staleFrom(fiba, false) < tree.height) {
      found.identity(Cells.A);
      foldBetween(tree.root(), tree.height, 1, nodes.count(tree.root()) - 1);
      found.copy(Cells.B, cells, tree.root(), 1);
      same(8, "the inner aggregate of the root", tree.root());
    }
    for (int level = staleFrom(fiba, false) + 1; level < tree.height; level++) {
      found.identity(Cells.A);
      for (int l = tree.height - 1; l >= level; l--) {
        int node = tree.right[l];
        foldBetween(node, l, 0, nodes.count(node) - 1);
        foldEntry(node, nodes.count(node) - 1);
      }
      found.copy(Cells.B, cells, tree.right[level], 1);
      same(8, "the right aggregate at level " + level, tree.right[level]);
    }
    int stale = staleFrom(fiba, true);
    for (int level = Math.max(1, stale + 1); level < tree.height; level++) {
      checkLeft(level, tree.left[level]);
    }
    for (int i = tree.head; stale < 0 && i < fiba.spines.suffixEnd(); i++) {
      found.identity(Cells.A);
      for (int k = i; k < nodes.count(tree.left[0]); k++) {
        foldEntry(tree.left[0], k);
      }
      foldLeftFrom(1);
      found.copy(Cells.B, cells, i, 1);
      same(9, "the left finger's aggregate from entry " + i, tree.left[0]);
    }
  }

  /** The highest level of a spine whose Π invariant 11 excuses, or −1. */
  private int staleFrom(Fiba<O> fiba, boolean onLeft) {
    return late.staleFrom(onLeft ? tree.left : tree.right, fiba.spines.staleFrom(onLeft));
  }

  private void checkLeft(int level, int node) {
    found.identity(Cells.A);
    foldLeftFrom(level);
    found.copy(Cells.B, cells, node, 1);
    same(8, "the left aggregate at level " + level, node);
  }

  /** Folds what Π↙ of the left spine at a level covers. */
  private void foldLeftFrom(int level) {
    for (int l = level; l < tree.height; l++) {
      foldBetween(tree.left[l], l, 1, nodes.count(tree.left[l]));
    }
  }

  /**
   * Folds the entries and children of an inner node from child i − 1's right to child j; a leaf's
   * entries but the last.
   */
  private void foldBetween(int node, int level, int i, int j) {
    if (level == 0) {
      for (int k = 0; k < j; k++) {
        foldEntry(node, k);
      }
      return;
    }
    for (int k = i; k <= j; k++) {
      if (k > 0) {
        foldEntry(node, k - 1);
      }
      foldAll(nodes.kid(nodes.kids(node), k), level - 1);
    }
    if (level == tree.height) {
      foldEntry(node, nodes.count(node) - 1);
    }
  }

  private void same(int invariant, String what, int node) {
    Object expected = found.lower(Cells.A);
    Object actual = found.lower(Cells.B);
    require(
        Objects.equals(expected, actual),
        invariant,
        what + " is " + actual + ", not " + expected,
        node);
  }

  private void require(boolean holds, int invariant, String what, int node) {
    if (!holds) {
      throw new AssertionError("invariant " + invariant + " broken at node " + node + ": " + what);
    }
  }
}
