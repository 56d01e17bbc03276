package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;
import java.util.Objects;

/**
 * The invariants of all trees, and their check for tests, which visits the whole tree.
 *
 * <p>For every tree:
 *
 * <ol>
 *   <li>Times rise strictly in time order.
 *   <li>All leaves are at level 0.
 *   <li>A node has at most 2µ − 1 entries. It has at least µ − 1, unless it may be small, and then
 *       at least 1 (the root of an empty tree has none).
 *   <li>Parents and children agree, and {@link Spines} has the outermost node of each level.
 *   <li>The up aggregate Π↑ and the size that a parent stores for a child are those of the child's
 *       subtree, for every child where no repair ends ({@link Tree#stops}).
 *   <li>The tree counts its entries right.
 * </ol>
 *
 * <p>For FiBA, where repairs end on the spines:
 *
 * <ol start="7">
 *   <li>Only nodes on a spine may be small. The right spine is filled from the left, so that a
 *       stream in order makes nearly full leaves. A node of the left spine is used up to its last
 *       entry, so that evicts rebalance only when a node is empty. At most two nodes at each level
 *       are small, so the height stays O(log n); µ − 1 evicts come before each merge and pay for
 *       it.
 *   <li>The nodes on the spines, above level 0 and at the right finger, keep the aggregates that
 *       {@link SpineAggregates} describes.
 *   <li>Block 0 holds, for each entry i of the left finger from {@code head} up to {@code
 *       suffixEnd}, the aggregate from entry i to the end of what Π↙ covers, unless {@code
 *       leftStale}. In a tree of height 0 the Π of the root covers the entries from {@code
 *       suffixEnd} on: these are the two stacks of a window that fits into one node.
 *   <li>While the {@link LateFinger} is set, the {@link SearchPath} leads from the first node on a
 *       spine, at level {@code top}, down to the finger's leaf. The leaf covers the times between
 *       {@code low} and {@code high}.
 *   <li>While the late finger is dirty, only these are stale: the up aggregates and sizes of the
 *       nodes on its path below {@code top}, and every Π on a spine that covers such a node, or a
 *       node that was noted for a repair.
 * </ol>
 */
final class TreeInvariants<O> extends TreePart<O> {
  /** Its register A has the aggregate of the entries folded since the last comparison. */
  private final Cells<O> found;

  private boolean hasLast;
  private long last;
  private long entries;
  private final LateFinger<O> late;

  TreeInvariants(Tree<O> tree) {
    super(tree);
    this.found = cells.fresh(0, 1);
    found.identity(Cells.A);
    this.late = tree instanceof Fiba<O> fiba ? fiba.late : null;
  }

  void check() {
    require(nodes.parent(spines.root()) == 0, 4, "the root has a parent", spines.root());
    require(
        spines.left(spines.height()) == spines.right(spines.height()),
        4,
        "there are two roots",
        spines.root());
    walk(spines.root(), spines.height(), true, true);
    require(
        entries == tree.entries(),
        6,
        "there are " + entries + " entries, size is " + tree.entries(),
        spines.root());
    if (tree.entries() > 0 && tree instanceof Fiba<O> fiba) {
      checkSpines(fiba);
    }
  }

  private void walk(int node, int level, boolean leftmost, boolean rightmost) {
    int count = nodes.count(node);
    int first = spines.first(node);
    require(
        (node == spines.left(level)) == leftmost,
        4,
        "the left spine at level " + level + " is not outermost",
        node);
    require(
        (node == spines.right(level)) == rightmost,
        4,
        "the right spine at level " + level + " is not outermost",
        node);
    require(
        nodes.isLeaf(node) == (level == 0),
        2,
        "a leaf is at level " + level + ", or none at level 0",
        node);
    int fewest =
        tree.stops(level, node) ? Math.min(1, (int) Math.min(1, tree.entries())) : nodes.fewest;
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
      foldAll(kid, level - 1);
      same(5, kids + i, "the up aggregate of child " + i, node);
    }
  }

  /** Folds all entries below a node, one by one, onto register A. */
  private void foldAll(int node, int level) {
    int count = nodes.count(node);
    for (int i = spines.first(node); i <= count; i++) {
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
    if (spines.height() == 0) {
      return;
    }
    if (fiba.staleFrom(true) < spines.height() && fiba.staleFrom(false) < spines.height()) {
      foldBetween(spines.root(), spines.height(), 1, nodes.count(spines.root()) - 1);
      same(8, spines.root(), "the inner aggregate of the root", spines.root());
    }
    for (int level = fiba.staleFrom(false) + 1; level < spines.height(); level++) {
      for (int l = spines.height() - 1; l >= level; l--) {
        int node = spines.right(l);
        foldBetween(node, l, 0, nodes.count(node) - 1);
        foldEntry(node, nodes.count(node) - 1);
      }
      same(8, spines.right(level), "the right aggregate at level " + level, spines.right(level));
    }
    int stale = fiba.staleFrom(true);
    for (int level = Math.max(1, stale + 1); level < spines.height(); level++) {
      foldLeftFrom(level);
      int node = spines.left(level);
      same(8, node, "the left aggregate at level " + level, node);
    }
    for (int i = spines.head(); stale < 0 && i < fiba.aggregates.suffixEnd(); i++) {
      for (int k = i; k < nodes.count(spines.left(0)); k++) {
        foldEntry(spines.left(0), k);
      }
      foldLeftFrom(1);
      same(9, i, "the left finger's aggregate from entry " + i, spines.left(0));
    }
  }

  /** Folds the entries that Π↙ of the left spine at a level covers. */
  private void foldLeftFrom(int level) {
    for (int l = level; l < spines.height(); l++) {
      foldBetween(spines.left(l), l, 1, nodes.count(spines.left(l)));
    }
  }

  /**
   * Folds an inner node's entries and children from the entry after child i − 1 to child j; of a
   * leaf, all entries but the last.
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
    if (level == spines.height()) {
      foldEntry(node, nodes.count(node) - 1);
    }
  }

  /** Compares a slot with the aggregate folded onto register A, and empties A. */
  private void same(int invariant, int slot, String what, int node) {
    Object expected = found.lower(Cells.A);
    Object actual = cells.lower(slot);
    require(
        Objects.equals(expected, actual),
        invariant,
        what + " is " + actual + ", not " + expected,
        node);
    found.identity(Cells.A);
  }

  private void require(boolean holds, int invariant, String what, int node) {
    if (!holds) {
      throw new AssertionError("invariant " + invariant + " broken at node " + node + ": " + what);
    }
  }
}
