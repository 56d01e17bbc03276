package dev.finestra.internal.window.nodes;

import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;
import java.util.Arrays;

/**
 * Blocks in memory. The root of a freed subtree is put on the deferred free list. A later
 * allocation takes it from there and puts its children on the list instead.
 *
 * <p>Costs: all O(1), amortized where chunks grow.
 */
final class MemoryBlocks implements Blocks {
  /**
   * Frees subtrees node by node at once: the variant without a deferred free list, for benchmarks.
   */
  private static final boolean EAGER = Boolean.getBoolean("finestra.tree.eager");

  private final Nodes<?> nodes;
  private final Cells<?> cells;
  private final LongChunks longs;
  private final int stride;
  private int end;
  private int[] free = new int[4];
  private int freeCount;
  private long[] deferred = new long[4];
  private int firstDeferred;
  private int deferredCount;

  MemoryBlocks(Nodes<?> nodes, LongChunks longs, int stride) {
    this.nodes = nodes;
    this.cells = nodes.cells();
    this.longs = longs;
    this.stride = stride;
    this.end = stride;
  }

  @Override
  public int allocate() {
    if (freeCount > 0) {
      return free[--freeCount];
    }
    if (deferredCount > 0) {
      return takeDeferred();
    }
    int mask = (1 << longs.shift()) - 1;
    if (longs.shift() == longs.maxShift() && (end & mask) + stride > mask + 1) {
      end = (end | mask) + 1;
    }
    while (end + stride > longs.capacity()) {
      longs.grow(0, end);
      cells.chunks().grow(0, end);
    }
    longs.ensure(end);
    cells.chunks().ensure(end);
    int block = end;
    end += stride;
    return block;
  }

  @Override
  public int scratch(int which) {
    return allocate();
  }

  /**
   * Takes the root of the subtree that was freed first; its children are next. A leaf is not read
   * for this, since it is seldom in the cache. So nodes are reused in the order of their age, which
   * in a sliding window is the order of their addresses.
   */
  private int takeDeferred() {
    long next = deferred[firstDeferred];
    firstDeferred = (firstDeferred + 1) & (deferred.length - 1);
    deferredCount--;
    int node = (int) next;
    int level = (int) (next >>> 32);
    if (level > 0) {
      int kids = nodes.kids(node);
      for (int i = nodes.count(node); i >= 0; i--) {
        makeRoom();
        firstDeferred = (firstDeferred - 1) & (deferred.length - 1);
        deferred[firstDeferred] = (long) (level - 1) << 32 | nodes.kid(kids, i);
        deferredCount++;
      }
      if (level == 1) {
        nodes.touchKids(node);
      }
      release(kids);
    }
    return node;
  }

  @Override
  public void release(int block) {
    cells.forget(block, stride);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = block;
  }

  @Override
  public void freeSubtree(int node, int level) {
    if (EAGER) {
      freeAtOnce(node, level);
      return;
    }
    makeRoom();
    deferred[(firstDeferred + deferredCount) & (deferred.length - 1)] = (long) level << 32 | node;
    deferredCount++;
  }

  @Override
  public void letGo() {
    for (int i = 0; i < 2 && deferredCount > 0; i++) {
      release(takeDeferred());
    }
  }

  private void freeAtOnce(int node, int level) {
    if (level > 0) {
      int kids = nodes.kids(node);
      for (int i = nodes.count(node); i >= 0; i--) {
        freeAtOnce(nodes.kid(kids, i), level - 1);
      }
    }
    nodes.free(node);
  }

  private void makeRoom() {
    if (deferredCount == deferred.length) {
      long[] larger = new long[2 * deferredCount];
      for (int i = 0; i < deferredCount; i++) {
        larger[i] = deferred[(firstDeferred + i) & (deferredCount - 1)];
      }
      deferred = larger;
      firstDeferred = 0;
    }
  }

  /** Takes back all blocks, and frees all chunks but the first one. */
  @Override
  public void reset(int root, int level) {
    cells.forget(0, Math.min(end, 1 << longs.shift()));
    for (int slot = 1 << longs.shift(); slot < end; slot += 1 << longs.shift()) {
      longs.release(slot);
      cells.chunks().release(slot);
    }
    end = stride;
    free = new int[4];
    freeCount = 0;
    deferred = new long[4];
    firstDeferred = 0;
    deferredCount = 0;
  }

  @Override
  public long bytes() {
    return 4L * free.length + 8L * deferred.length;
  }
}
