package dev.finestra.internal.window.tree;

/**
 * Hands out the blocks of {@link Nodes} and takes them back.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, the deferred free list: freeing a subtree is O(1), whatever is below its root.
 */
interface Blocks {
  /** A block, whatever is in it. */
  int allocate();

  /** One of two blocks for entries and children on their way from node to node. */
  int scratch(int which);

  /** Takes one block back. */
  void release(int block);

  /** Takes a node of a level and all below it back, in O(1). */
  void freeSubtree(int node, int level);

  /** Forgets some of what freed subtrees hold on to, where that is more than their blocks. */
  default void letGo() {}

  /** Takes everything back, the tree below a root of a level among it. */
  void reset(int root, int level);

  /** About how many bytes of heap are held. */
  long bytes();
}
