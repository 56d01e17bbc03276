package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;

/**
 * Evicts at the left finger: one entry, or all entries up to a cut through the tree.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, bulkEvict: the finger search to the cut, down along it, and up again to restore
 * invariant 7.
 *
 * <p>Costs, amortized: {@link #evictOldest} O(1), {@link #cut} O(log m).
 */
final class LeftFinger<O> extends TreePart<O> {
  private final Fiba<O> fiba;
  private final SpineAggregates<O> aggregates;

  LeftFinger(Fiba<O> fiba) {
    super(fiba);
    this.fiba = fiba;
    this.aggregates = fiba.aggregates;
  }

  void evictOldest() {
    if (fiba.holdsReferences) {
      nodes.blocks().letGo();
    }
    int leaf = spines.left(0);
    cells.forget(Nodes.value(leaf, spines.head()), 1);
    tree.removed(1);
    spines.setHead(spines.head() + 1);
    if (spines.head() < nodes.count(leaf)) {
      return;
    }
    fiba.late.drop();
    spines.setHead(0);
    nodes.setCount(leaf, 0);
    if (spines.height() == 0) {
      aggregates.emptied();
    } else if (!nextLeaf()) {
      int parent = spines.left(1);
      refill(0);
      aggregates.settle();
      if (spines.height() > 1 && spines.left(1) != parent) {
        nodes.touchKids(spines.left(1));
      }
    }
  }

  /**
   * The usual case of {@link #refill} for an empty left finger: the entry after it moves to the
   * front of the next leaf, which becomes the left finger. False if this is another case.
   */
  private boolean nextLeaf() {
    int parent = spines.left(1);
    int rest = nodes.count(parent) - 1;
    int kids = nodes.kids(parent);
    int next = nodes.kid(kids, 1);
    int count = nodes.count(next);
    if (rest == 0 || count == nodes.most) {
      return false;
    }
    nodes.visit(1);
    nodes.moveEntries(next, 1, next, 0, count);
    nodes.moveEntries(next, 0, parent, 0, 1);
    nodes.setCount(next, count + 1);
    nodes.free(spines.left(0));
    spines.setLeft(0, next);
    nodes.moveEntries(parent, 0, parent, 1, rest);
    cells.forget(Nodes.value(parent, rest), 1);
    nodes.moveKids(kids, 0, kids, 1, rest + 1);
    nodes.setCount(parent, rest);
    if (spines.height() == 1) {
      aggregates.innerOf(parent);
    } else {
      aggregates.leftOf(1);
    }
    aggregates.leftFingerChanged();
    return true;
  }

  /** Evicts the left finger's entries before this one. */
  void evictTo(int entry) {
    cells.forget(Nodes.value(spines.left(0), spines.head()), entry - spines.head());
    tree.removed(entry - spines.head());
    spines.setHead(entry);
  }

  /**
   * Evicts all entries up to a time, at least the whole left finger: cuts the tree along the
   * boundary to the remaining ones.
   */
  void cut(long time) {
    fiba.late.drop();
    int level = 1;
    while (level < spines.height() && nodes.lastTime(spines.left(level)) <= time) {
      level++;
    }
    int top = level;
    boolean oldSpine = true;
    int node = spines.left(top);
    while (true) {
      nodes.visit(1);
      boolean wasLeft = oldSpine;
      int i = nodes.upperBound(node, 0, time);
      boolean exact = i > 0 && nodes.time(node, i - 1) == time;
      drop(node, level, i, wasLeft);
      oldSpine = wasLeft && i == 0;
      if (level == 0) {
        break;
      }
      node = nodes.firstKid(node);
      spines.setLeft(--level, node);
      if (exact) {
        while (level > 0) {
          node = nodes.firstKid(node);
          spines.setLeft(--level, node);
        }
        break;
      }
    }
    spines.setHead(0);
    for (level = top; level >= 0; level--) {
      refill(level);
      aggregates.stopped(
          Math.min(level, spines.height()), spines.left(Math.min(level, spines.height())));
    }
  }

  /** Drops the first i entries of a node, and the children to their left. */
  private void drop(int node, int level, int i, boolean wasLeft) {
    int count = nodes.count(node);
    tree.removed(i);
    nodes.moveEntries(node, 0, node, i, count - i);
    cells.forget(Nodes.value(node, count - i), i);
    nodes.setCount(node, count - i);
    if (level > 0) {
      int kids = nodes.kids(node);
      for (int k = 0; k < i; k++) {
        int kid = nodes.kid(kids, k);
        tree.removed(k == 0 && wasLeft ? spineSize(kid, level - 1) : nodes.kidSize(kids, k));
        nodes.blocks().freeSubtree(kid, level - 1);
      }
      nodes.moveKids(kids, 0, kids, i, count - i + 1);
    }
  }

  /** How many entries are below a node of the left spine. */
  private long spineSize(int node, int level) {
    long entries = 0;
    for (; level > 0; level--) {
      nodes.visit(1);
      int kids = nodes.kids(node);
      int count = nodes.count(node);
      entries += count;
      for (int k = 1; k <= count; k++) {
        entries += nodes.kidSize(kids, k);
      }
      node = nodes.kid(kids, 0);
    }
    return entries + nodes.count(node) - spines.head();
  }

  /** Restores invariant 7 for a node of the left spine that has become empty. */
  private void refill(int level) {
    if (level > spines.height() || nodes.count(spines.left(level)) > 0) {
      return;
    }
    if (level == spines.height()) {
      if (spines.height() > 0) {
        tree.lowerRoot();
      } else {
        aggregates.emptied();
      }
      return;
    }
    refill(level + 1);
    if (level == spines.height() || nodes.count(spines.left(level)) > 0) {
      refill(level);
      return;
    }
    nodes.visit(1);
    tree.siblings.joinOrShare(level, spines.left(level + 1), 0);
    refill(level + 1);
  }
}
