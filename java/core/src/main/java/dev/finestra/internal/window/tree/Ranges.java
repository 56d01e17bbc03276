package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.internal.window.nodes.Nodes;

/**
 * Range queries, on the way down from a node whose subtree covers the range.
 *
 * <p>Paper: <em>Optimal and General Out-of-Order Sliding-Window Aggregation</em>, section 4.
 *
 * <p>Costs: at most two nodes at each level, and their entries and children inside the range. A
 * range from the oldest entry on costs O(log d) if d entries are younger than its end.
 *
 * <p>When user code throws, nothing has changed but OUT.
 */
final class Ranges<O> extends TreePart<O> {
  Ranges(Tree<O> tree) {
    super(tree);
  }

  /**
   * Combines the entries of a range onto OUT; false when there are none.
   *
   * @param top the result of {@link Tree#seek}
   */
  boolean fold(int top, long from, long to) {
    int node = spines.at(top);
    for (int level = Math.max(top, ~top); ; level--) {
      nodes.visit(1);
      int i = nodes.lowerBound(node, spines.first(node), from);
      int j = nodes.upperBound(node, i, to);
      if (level == 0) {
        cells.fold(OUT, Nodes.value(node, i), j - i);
        return i < j;
      }
      int kids = nodes.kids(node);
      if (i < j) {
        // The part in the child left of the first entry reaches to that child's end. The part in
        // the child right of the last entry begins at that child's start.
        if (nodes.time(node, i) > from) {
          foldFrom(nodes.kid(kids, i), level - 1, from);
        }
        cells.fold(OUT, Nodes.value(node, i), 1);
        cells.zip(OUT, kids + i + 1, Nodes.value(node, i + 1), j - i - 1);
        if (nodes.time(node, j - 1) < to) {
          foldUpTo(nodes.kid(kids, j), level - 1, to);
        }
        return true;
      }
      node = nodes.kid(kids, i);
    }
  }

  /** Combines all entries from a time on below a node off the right spine onto OUT. */
  private void foldFrom(int node, int level, long from) {
    nodes.visit(1);
    int i = nodes.lowerBound(node, spines.first(node), from);
    int behind = nodes.count(node) - i;
    if (level == 0) {
      cells.fold(OUT, Nodes.value(node, i), behind);
      return;
    }
    int kids = nodes.kids(node);
    if (behind == 0 || nodes.time(node, i) > from) {
      foldFrom(nodes.kid(kids, i), level - 1, from);
    }
    if (behind > 0) {
      cells.fold(OUT, Nodes.value(node, i), 1);
      cells.zip(OUT, kids + i + 1, Nodes.value(node, i + 1), behind - 1);
      cells.fold(OUT, kids + i + behind, 1);
    }
  }

  /** Combines all entries up to a time below a node off the left spine onto OUT. */
  void foldUpTo(int node, int level, long to) {
    for (; level > 0; level--) {
      nodes.visit(1);
      int count = nodes.upperBound(node, 0, to);
      cells.zip(OUT, nodes.kids(node), Nodes.value(node, 0), count);
      node = nodes.kid(nodes.kids(node), count);
    }
    nodes.visit(1);
    cells.fold(OUT, Nodes.value(node, 0), nodes.upperBound(node, 0, to));
  }

  /**
   * The smallest time that is not before {@code time}, or {@code or} if that is smaller.
   *
   * @param top the result of {@link Tree#seek}
   */
  long ceiling(int top, long time, long or) {
    long ceiling = or;
    int node = spines.at(top);
    for (int level = Math.max(top, ~top); ; level--) {
      nodes.visit(1);
      int i = nodes.lowerBound(node, spines.first(node), time);
      if (i < nodes.count(node)) {
        ceiling = nodes.time(node, i);
      }
      if (level == 0 || ceiling == time) {
        return ceiling;
      }
      node = nodes.kid(nodes.kids(node), i);
    }
  }
}
