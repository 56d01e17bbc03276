package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;

/**
 * Moves entries between neighbours below one parent, through the parent's entry between them, and
 * merges two neighbours into one.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, where these are move and merge.
 */
final class Siblings<O> extends TreePart<O> {
  Siblings(Tree<O> tree) {
    super(tree);
  }

  /**
   * Restores invariant 3 for children i and i + 1 of a parent, one of which is too small: merges
   * them if they fit into one node, otherwise shares their entries evenly. The parent may become
   * too small.
   */
  void joinOrShare(int level, int parent, int i) {
    int kids = nodes.kids(parent);
    int a = nodes.kid(kids, i);
    int b = nodes.kid(kids, i + 1);
    if (a == spines.left(0)) {
      tree.straighten();
    }
    int as = nodes.count(a);
    int bs = nodes.count(b);
    if (as + bs + 1 > nodes.most) {
      int move = as - (as + bs) / 2;
      if (move > 0) {
        shareRight(level, parent, i, a, b, move);
      } else {
        shareLeft(level, parent, i, a, b, -move);
      }
      repaired(level, parent, i, a);
      repaired(level, parent, i + 1, b);
    } else if (as < bs) {
      shareRight(level, parent, i, a, b, as + 1);
      if (a == spines.left(level)) {
        spines.setLeft(level, b);
      }
      remove(parent, i, i, a);
      repaired(level, parent, i, b);
    } else {
      shareLeft(level, parent, i, a, b, bs + 1);
      if (b == spines.right(level)) {
        spines.setRight(level, a);
      }
      remove(parent, i, i + 1, b);
      repaired(level, parent, i, a);
    }
    if (level + 1 == spines.height() || tree.stops(level + 1, parent)) {
      tree.stopped(level + 1, parent);
    }
  }

  /**
   * Moves entries from a to the front of b, through entry i of their parent: entry i comes down,
   * {@code move} − 1 entries cross, and the next entry of a, if any, goes up.
   */
  void shareRight(int level, int parent, int i, int a, int b, int move) {
    int as = nodes.count(a);
    int bs = nodes.count(b);
    nodes.moveEntries(b, move, b, 0, bs);
    nodes.moveEntries(b, move - 1, parent, i, 1);
    nodes.moveEntries(b, 0, a, as - move + 1, move - 1);
    if (move <= as) {
      nodes.moveEntries(parent, i, a, as - move, 1);
    }
    nodes.setCount(b, bs + move);
    if (level > 0) {
      nodes.moveKids(nodes.kids(b), move, nodes.kids(b), 0, bs + 1);
      nodes.moveKids(nodes.kids(b), 0, nodes.kids(a), as - move + 1, move);
      nodes.adopt(b, 0, move);
    }
    shrink(a, as, Math.max(0, as - move));
  }

  /** The same from b to the back of a. */
  void shareLeft(int level, int parent, int i, int a, int b, int move) {
    int as = nodes.count(a);
    int bs = nodes.count(b);
    nodes.moveEntries(a, as, parent, i, 1);
    nodes.moveEntries(a, as + 1, b, 0, move - 1);
    if (move <= bs) {
      nodes.moveEntries(parent, i, b, move - 1, 1);
      nodes.moveEntries(b, 0, b, move, bs - move);
    }
    nodes.setCount(a, as + move);
    if (level > 0) {
      nodes.moveKids(nodes.kids(a), as + 1, nodes.kids(b), 0, move);
      nodes.adopt(a, as + 1, as + 1 + move);
      nodes.moveKids(nodes.kids(b), 0, nodes.kids(b), move, bs + 1 - move);
    }
    shrink(b, bs, Math.max(0, bs - move));
  }

  private void shrink(int node, int from, int to) {
    cells.forget(Nodes.value(node, to), from - to);
    nodes.setCount(node, to);
  }

  /** Removes entry i and a child from a parent, and frees the child. */
  private void remove(int parent, int i, int kid, int node) {
    int count = nodes.count(parent);
    int kids = nodes.kids(parent);
    nodes.moveEntries(parent, i, parent, i + 1, count - 1 - i);
    cells.forget(Nodes.value(parent, count - 1), 1);
    nodes.moveKids(kids, kid, kids, kid + 1, count - kid);
    nodes.setCount(parent, count - 1);
    nodes.free(node);
  }

  private void repaired(int level, int parent, int i, int node) {
    if (tree.stops(level, node)) {
      tree.stopped(level, node);
    } else {
      tree.repairUp(parent, i, node);
    }
  }
}
