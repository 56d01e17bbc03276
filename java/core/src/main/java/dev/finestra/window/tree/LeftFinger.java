package dev.finestra.window.tree;

import dev.finestra.window.Cells;

/**
 * Evicting at the left finger: one entry after the other, or all up to a cut through the tree.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, bulkEvict: the finger search to the cut, down along it, and up again to restore
 * invariant 7.
 *
 * <p>Costs, amortized: {@link #evictOldest} O(1), {@link #cut} O(log m).
 */
final class LeftFinger<O> {
  private final Fiba<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private final Spines<O> spines;

  LeftFinger(Fiba<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
    this.spines = tree.spines;
  }

  void evictOldest() {
    int leaf = tree.left[0];
    cells.forget(Nodes.value(leaf, tree.head), 1);
    tree.size--;
    if (++tree.head < nodes.count(leaf)) {
      return;
    }
    tree.late.drop();
    tree.head = 0;
    nodes.setCount(leaf, 0);
    if (tree.height == 0) {
      spines.emptied();
    } else if (!nextLeaf()) {
      int parent = tree.left[1];
      refill(0);
      spines.settle();
      if (tree.height > 1 && tree.left[1] != parent) {
        nodes.touchKids(tree.left[1]);
      }
    }
  }

  /**
   * What {@link #refill} of an empty left finger mostly comes to: the entry after it moves to the
   * front of the next leaf, which is the left finger now. False where more is to be done.
   */
  private boolean nextLeaf() {
    int parent = tree.left[1];
    int rest = nodes.count(parent) - 1;
    int kids = nodes.kids(parent);
    int next = nodes.kid(kids, 1);
    int count = nodes.count(next);
    if (rest == 0 || count == nodes.most) {
      return false;
    }
    tree.visits++;
    nodes.moveEntries(next, 1, next, 0, count);
    nodes.moveEntries(next, 0, parent, 0, 1);
    nodes.setCount(next, count + 1);
    nodes.free(tree.left[0]);
    if (tree.holdsReferences) {
      nodes.blocks().letGo();
    }
    tree.left[0] = next;
    nodes.moveEntries(parent, 0, parent, 1, rest);
    cells.forget(Nodes.value(parent, rest), 1);
    nodes.moveKids(kids, 0, kids, 1, rest + 1);
    nodes.setCount(parent, rest);
    if (tree.height == 1) {
      spines.innerOf(parent);
    } else {
      spines.leftOf(1);
    }
    spines.leftFingerChanged();
    return true;
  }

  /** Evicts the left finger's entries before one of them. */
  void evictTo(int entry) {
    cells.forget(Nodes.value(tree.left[0], tree.head), entry - tree.head);
    tree.size -= entry - tree.head;
    tree.head = entry;
  }

  /**
   * Cuts the tree along the boundary between what goes, the whole left finger at least, and what
   * stays.
   */
  void cut(long time) {
    tree.late.drop();
    int level = 1;
    while (level < tree.height && nodes.lastTime(tree.left[level]) <= time) {
      level++;
    }
    int top = level;
    boolean oldSpine = true;
    int node = tree.left[top];
    while (true) {
      tree.visits++;
      boolean wasLeft = oldSpine;
      int i = nodes.upperBound(node, 0, time);
      boolean exact = i > 0 && nodes.time(node, i - 1) == time;
      drop(node, level, i, wasLeft);
      oldSpine = wasLeft && i == 0;
      if (level == 0) {
        break;
      }
      node = nodes.firstKid(node);
      tree.left[--level] = node;
      if (exact) {
        while (level > 0) {
          node = nodes.firstKid(node);
          tree.left[--level] = node;
        }
        break;
      }
    }
    tree.head = 0;
    for (level = top; level >= 0; level--) {
      refill(level);
      spines.stopped(Math.min(level, tree.height), tree.left[Math.min(level, tree.height)]);
    }
  }

  /** Drops the first i entries of a node, and the children to their left. */
  private void drop(int node, int level, int i, boolean wasLeft) {
    int count = nodes.count(node);
    tree.size -= i;
    nodes.moveEntries(node, 0, node, i, count - i);
    cells.forget(Nodes.value(node, count - i), i);
    nodes.setCount(node, count - i);
    if (level > 0) {
      int kids = nodes.kids(node);
      for (int k = 0; k < i; k++) {
        int kid = nodes.kid(kids, k);
        tree.size -= k == 0 && wasLeft ? spineSize(kid, level - 1) : nodes.kidSize(kids, k);
        nodes.blocks().freeSubtree(kid, level - 1);
      }
      nodes.moveKids(kids, 0, kids, i, count - i + 1);
    }
  }

  /** How many entries are below a node of the left spine. */
  private long spineSize(int node, int level) {
    long entries = 0;
    for (; level > 0; level--) {
      tree.visits++;
      int kids = nodes.kids(node);
      int count = nodes.count(node);
      entries += count;
      for (int k = 1; k <= count; k++) {
        entries += nodes.kidSize(kids, k);
      }
      node = nodes.kid(kids, 0);
    }
    return entries + nodes.count(node) - tree.head;
  }

  /** Restores invariant 7 for a node of the left spine that has become empty. */
  private void refill(int level) {
    if (level > tree.height || nodes.count(tree.left[level]) > 0) {
      return;
    }
    if (level == tree.height) {
      if (tree.height > 0) {
        tree.lowerRoot();
      } else {
        spines.emptied();
      }
      return;
    }
    refill(level + 1);
    if (level == tree.height || nodes.count(tree.left[level]) > 0) {
      refill(level);
      return;
    }
    tree.visits++;
    tree.siblings.joinOrShare(level, tree.left[level + 1], 0);
    refill(level + 1);
  }
}
