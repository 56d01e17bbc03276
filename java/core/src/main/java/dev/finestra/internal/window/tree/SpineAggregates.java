package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.pages.HeaderNumbers;

/**
 * The aggregates in the Π cells of spine nodes. The part of the window that a Π covers depends on
 * the node's place:
 *
 * <pre>
 *                  [ root ]            Π▲  all but its first and its last child
 *                 /    |   \
 *            [left] ···│··· [right]    Π↙  from right of the first child up to below the root
 *            /   \           /   \     Π↘  likewise up to left of the last child
 *     [finger]                [finger] Π   of the right finger: all its entries, and Π↘ above it
 *
 *   whole window = Π↙ from the left finger's first entry ⊗ Π▲ of the root ⊗ Π of the right finger
 * </pre>
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, section 4.
 *
 * <p>Costs: {@link #settle} 2µ combines for each level from the highest changed one down, amortized
 * over the changes; {@link #aggregate} O(1) amortized.
 *
 * <p>Invariants: restores 8 and 9 of {@link TreeInvariants}.
 *
 * <p>When user code throws in {@link #settle}, stale levels remain noted as stale.
 */
final class SpineAggregates<O> extends TreePart<O> {
  /** Nothing to repair. */
  private static final int NONE = -1;

  private int suffixEnd;
  private boolean leftStale;
  private int leftFrom = NONE;
  private int rightFrom = NONE;
  private boolean rootStale;

  SpineAggregates(Fiba<O> fiba) {
    super(fiba);
    cells.identity(spines.right(0));
  }

  /**
   * Whether Π of the right spine at a level is valid (invariant 8), so that an append can extend
   * it.
   */
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

  /** Leaves the aggregate of all entries in register OUT. */
  void aggregate() {
    readyLeftFinger();
    int head = spines.head();
    int last = spines.right(0);
    if (spines.height() > 0) {
      cells.combine(OUT, head, spines.root());
      cells.combine(OUT, OUT, last);
    } else if (head < suffixEnd) {
      cells.combine(OUT, head, last);
    } else {
      cells.copy(OUT, last);
    }
  }

  /**
   * Leaves the aggregate of all entries before the right spine's node at a level, which is below
   * the root, in OUT.
   */
  void aggregateBefore(int level) {
    readyLeftFinger();
    cells.combine(OUT, spines.head(), spines.root());
    if (level + 1 < spines.height()) {
      cells.combine(OUT, OUT, spines.right(level + 1));
    }
  }

  private void readyLeftFinger() {
    if (leftStale || (spines.height() == 0 && spines.head() > suffixEnd)) {
      repairLeftFinger();
    }
  }

  /** See {@link Tree#stopped}. */
  void stopped(int level, int node) {
    if (level == spines.height()) {
      rootStale = true;
      leftStale |= spines.height() == 0;
    } else {
      if (node == spines.left(level)) {
        leftFrom = Math.max(leftFrom, level);
      }
      if (node == spines.right(level)) {
        rightFrom = Math.max(rightFrom, level);
      }
    }
  }

  /** See {@link Tree#absorbed}. */
  void absorbed(int level, int node, int slot) {
    if (level == spines.height()) {
      leftStale |= spines.height() == 0;
      cells.combine(node, node, slot);
    } else {
      if (node == spines.left(level)) {
        leftStale = true;
        for (int l = level; l > 0; l--) {
          cells.combine(spines.left(l), spines.left(l), slot);
        }
      } else {
        for (int l = level; l >= 0; l--) {
          cells.combine(spines.right(l), spines.right(l), slot);
        }
      }
    }
  }

  /** See {@link Tree#heightChanged}. */
  void heightChanged() {
    rootStale = true;
    leftFrom = spines.height();
    rightFrom = spines.height();
  }

  /**
   * Restores invariant 8 from the highest changed level down each spine. A note is cleared only
   * after its repair: a query calls this, too, and may try again after user code threw.
   */
  void settle() {
    if (rootStale) {
      if (spines.height() == 0) {
        leftStale = true;
        cells.identity(spines.root()); // an append combines onto it before the next query comes
      } else {
        innerOf(spines.root());
      }
      rootStale = false;
    }
    if (leftFrom >= 0) {
      for (int level = Math.min(leftFrom, spines.height() - 1); level > 0; level--) {
        leftOf(level);
      }
      leftStale = true;
      leftFrom = NONE;
    }
    if (rightFrom >= 0) {
      for (int level = Math.min(rightFrom, spines.height() - 1); level >= 0; level--) {
        rightOf(level);
      }
      rightFrom = NONE;
    }
  }

  /** Π▲ of the root: without its first and last child. */
  void innerOf(int node) {
    nodes.visit(1);
    cells.copy(node, Nodes.value(node, 0));
    cells.zip(node, nodes.kids(node) + 1, Nodes.value(node, 1), nodes.count(node) - 1);
  }

  /** Π↙ of the left spine at a level above 0. */
  void leftOf(int level) {
    int node = spines.left(level);
    innerOf(node);
    cells.combine(node, node, nodes.kids(node) + nodes.count(node));
    if (level + 1 < spines.height()) {
      cells.combine(node, node, spines.left(level + 1));
    }
  }

  /** Π↘ of the right spine at a level. */
  private void rightOf(int level) {
    nodes.visit(1);
    int node = spines.right(level);
    if (level + 1 < spines.height()) {
      cells.copy(node, spines.right(level + 1));
    } else {
      cells.identity(node);
    }
    if (level == 0) {
      cells.fold(node, Nodes.value(node, 0), nodes.count(node));
    } else {
      cells.zip(node, nodes.kids(node), Nodes.value(node, 0), nodes.count(node));
    }
  }

  /** Restores invariant 9: suffixes of the left finger's entries, followed by Π↙ of its parent. */
  private void repairLeftFinger() {
    int leaf = spines.left(0);
    int count = nodes.count(leaf);
    int parent = spines.height() > 1 ? spines.left(1) : 0;
    cells.copy(spines.head(), Nodes.value(leaf, spines.head()), count - spines.head());
    if (parent != 0) {
      cells.copy(count, parent);
    }
    cells.suffixes(spines.head(), spines.head(), count - spines.head() + (parent == 0 ? 0 : 1));
    suffixEnd = count;
    leftStale = false;
    if (spines.height() == 0) {
      cells.identity(leaf);
    }
  }

  /** Resets to the state of a tree without entries. */
  void emptied() {
    cells.identity(spines.right(0));
    leftStale = false;
    suffixEnd = 0;
    rootStale = false;
    leftFrom = NONE;
    rightFrom = NONE;
  }

  /** The highest level of a spine whose Π is not settled, or −1. */
  int staleFrom(boolean onLeft) {
    return rootStale ? spines.height() : onLeft ? leftFrom : rightFrom;
  }

  /** Clears block 0, except for the valid suffixes. */
  void tidy() {
    boolean hold = suffixEnd() > spines.head();
    int end = hold ? suffixEnd + 1 : 0;
    cells.forget(0, hold ? spines.head() : 0);
    cells.forget(end, nodes.most + 1 - end);
  }

  /** The end of the left finger's entries for which block 0 has a valid suffix (invariant 9). */
  int suffixEnd() {
    return leftStale ? 0 : suffixEnd;
  }

  /** Writes the state of settled spines to a header, or reads it. */
  void keep(HeaderNumbers header) {
    suffixEnd = header.slot(suffixEnd());
    leftStale = header.slot(leftStale ? 1 : 0) != 0;
    rootStale = false;
    leftFrom = NONE;
    rightFrom = NONE;
  }
}
