package dev.finestra.window.tree;

import static dev.finestra.window.Cells.OUT;

import dev.finestra.window.Cells;

/**
 * The aggregates that the nodes of the spines keep, which follow from where a node stands: on the
 * left spine the left aggregate Π↙ = what is right of a node's leftmost child, up to below the
 * root; on the right spine likewise the right aggregate Π↘; the root the inner aggregate Π▲,
 * without its outermost children. A query is Π↙ of the left finger ⊗ Π▲ of the root ⊗ Π↘ of the
 * right finger.
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, section 4.
 *
 * <p>Costs: {@link #settle} 2µ combines for each level from the highest changed one down, which the
 * changes before it pay for; {@link #aggregate} O(1) amortized.
 *
 * <p>Invariants, where the papers' are restated: (8) Π of spine nodes at levels above 0 and of the
 * right finger are as said. (9) Of the left finger's entries, those before {@code head} are
 * evicted; block 0 holds, for each one up to {@code suffixEnd}, the aggregate from it up to the end
 * of what Π↙ covers, unless {@code leftStale}. In a tree of height 0 the Π of the root covers the
 * entries from {@code suffixEnd} on: the two stacks of a window that fits a node.
 */
final class Spines<O> {
  /** Nothing to repair. */
  private static final int NONE = -1;

  private final Fiba<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private int suffixEnd;
  private boolean leftStale;
  private int leftFrom = NONE;
  private int rightFrom = NONE;
  private boolean rootStale;

  Spines(Fiba<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
    cells.identity(tree.right[0]);
  }

  /** Whether Π of the right spine at a level is as invariant 8 says, and an append extends it. */
  boolean isRightSettled(int level) {
    return rightFrom < level;
  }

  /** Notes that Π↘ must be repaired from a level down. */
  void rightChanged(int level) {
    rightFrom = Math.max(rightFrom, level);
  }

  /** Notes that invariant 9 must be restored. */
  void leftFingerChanged() {
    leftStale = true;
  }

  /** Leaves the aggregate of all in register OUT. */
  void aggregate() {
    readyLeftFinger();
    int head = tree.head;
    int last = tree.right[0];
    if (tree.height > 0) {
      cells.combine(OUT, head, tree.root());
      cells.combine(OUT, OUT, last);
    } else if (head < suffixEnd) {
      cells.combine(OUT, head, last);
    } else {
      cells.copy(OUT, last);
    }
  }

  /**
   * Leaves the aggregate of what is before the right spine's node at a level, in a tree, in OUT.
   */
  void aggregateBefore(int level) {
    readyLeftFinger();
    cells.combine(OUT, tree.head, tree.root());
    if (level + 1 < tree.height) {
      cells.combine(OUT, OUT, tree.right[level + 1]);
    }
  }

  private void readyLeftFinger() {
    if (leftStale || (tree.height == 0 && tree.head > suffixEnd)) {
      repairLeftFinger();
    }
  }

  /** See {@link Tree#stopped}. */
  void stopped(int level, int node) {
    if (level == tree.height) {
      rootStale = true;
      leftStale |= tree.height == 0;
    } else {
      if (node == tree.left[level]) {
        leftFrom = Math.max(leftFrom, level);
      }
      if (node == tree.right[level]) {
        rightFrom = Math.max(rightFrom, level);
      }
    }
  }

  /** See {@link Tree#absorbed}. */
  void absorbed(int level, int node, int slot) {
    if (level == tree.height) {
      leftStale |= tree.height == 0;
      cells.combine(node, node, slot);
    } else {
      if (node == tree.left[level]) {
        leftStale = true;
        for (int l = level; l > 0; l--) {
          cells.combine(tree.left[l], tree.left[l], slot);
        }
      } else {
        for (int l = level; l >= 0; l--) {
          cells.combine(tree.right[l], tree.right[l], slot);
        }
      }
    }
  }

  /** See {@link Tree#heightChanged}. */
  void heightChanged() {
    rootStale = true;
    leftFrom = tree.height;
    rightFrom = tree.height;
  }

  /**
   * Restores invariant 8 from the highest changed level down each spine. What is noted is forgotten
   * only when it is done, since a query comes here too, and may try again when user code threw.
   */
  void settle() {
    if (rootStale) {
      if (tree.height == 0) {
        leftStale = true;
        cells.identity(tree.root()); // an append combines onto it before the next query comes
      } else {
        innerOf(tree.root());
      }
      rootStale = false;
    }
    if (leftFrom >= 0) {
      for (int level = Math.min(leftFrom, tree.height - 1); level > 0; level--) {
        leftOf(level);
      }
      leftStale = true;
      leftFrom = NONE;
    }
    if (rightFrom >= 0) {
      for (int level = Math.min(rightFrom, tree.height - 1); level >= 0; level--) {
        rightOf(level);
      }
      rightFrom = NONE;
    }
  }

  /** Π▲ of the root: without its first and last child. */
  void innerOf(int node) {
    tree.visits++;
    cells.copy(node, Nodes.value(node, 0));
    cells.zip(node, nodes.kids(node) + 1, Nodes.value(node, 1), nodes.count(node) - 1);
  }

  /** Π↙ of the left spine at a level above 0. */
  void leftOf(int level) {
    int node = tree.left[level];
    innerOf(node);
    cells.combine(node, node, nodes.kids(node) + nodes.count(node));
    if (level + 1 < tree.height) {
      cells.combine(node, node, tree.left[level + 1]);
    }
  }

  /** Π↘ of the right spine at a level. */
  private void rightOf(int level) {
    tree.visits++;
    int node = tree.right[level];
    if (level + 1 < tree.height) {
      cells.copy(node, tree.right[level + 1]);
    } else {
      cells.identity(node);
    }
    if (level == 0) {
      cells.fold(node, Nodes.value(node, 0), nodes.count(node));
    } else {
      cells.zip(node, nodes.kids(node), Nodes.value(node, 0), nodes.count(node));
    }
  }

  /**
   * Restores invariant 9: suffixes of the left finger's entries, and behind them Π↙ of its parent.
   */
  private void repairLeftFinger() {
    int leaf = tree.left[0];
    int count = nodes.count(leaf);
    int parent = tree.height > 1 ? tree.left[1] : 0;
    cells.copy(tree.head, Nodes.value(leaf, tree.head), count - tree.head);
    if (parent != 0) {
      cells.copy(count, parent);
    }
    cells.suffixes(tree.head, tree.head, count - tree.head + (parent == 0 ? 0 : 1));
    suffixEnd = count;
    leftStale = false;
    if (tree.height == 0) {
      cells.identity(leaf);
    }
  }

  /** Begins anew in a tree without entries. */
  void emptied() {
    cells.identity(tree.right[0]);
    leftStale = false;
    suffixEnd = 0;
    rootStale = false;
    leftFrom = NONE;
    rightFrom = NONE;
  }

  /** The highest level of a spine whose Π is not settled, or −1. */
  int staleFrom(boolean onLeft) {
    return rootStale ? tree.height : onLeft ? leftFrom : rightFrom;
  }

  /** Lets go of what block 0 held before: of all but the suffixes that hold. */
  void tidy() {
    boolean hold = suffixEnd() > tree.head;
    int end = hold ? suffixEnd + 1 : 0;
    cells.forget(0, hold ? tree.head : 0);
    cells.forget(end, nodes.most + 1 - end);
  }

  /** Up to which of the left finger's entries block 0 holds what invariant 9 says. */
  int suffixEnd() {
    return leftStale ? 0 : suffixEnd;
  }

  boolean isLeftStale() {
    return leftStale;
  }

  /** Goes on with spines that are settled. */
  void read(int suffixEnd, boolean leftStale) {
    this.suffixEnd = suffixEnd;
    this.leftStale = leftStale;
    rootStale = false;
    leftFrom = NONE;
    rightFrom = NONE;
  }
}
