package dev.finestra.internal.window.nodes;

/**
 * Hands out the blocks of {@link Nodes} and takes them back.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, the deferred free list: freeing a subtree is O(1), whatever is below its root.
 */
public interface Blocks {
  /** A free block, with any content. */
  int allocate();

  /** One of two blocks for the entries and children of a node while it is split. */
  int scratch(int which);

  /** Takes one block back. */
  void release(int block);

  /** Takes back a node at a level and all nodes below it, in O(1). */
  void freeSubtree(int node, int level);

  /** Clears some freed nodes that still refer to objects. */
  default void letGo() {}

  /** Takes back all blocks, including the tree below {@code root}, which is at {@code level}. */
  void reset(int root, int level);

  /** About how many bytes of heap are held. */
  long bytes();
}
