package dev.finestra.window.tree;

import dev.finestra.window.Cells;
import dev.finestra.window.LongChunks;
import java.util.Arrays;

/**
 * The nodes of a B-tree in arrays: a node is an {@code int}, the first slot of its block.
 *
 * <p>A block is 2µ slots of two arrays, one of longs and one of partial aggregates ({@link Cells}).
 * A node's block holds
 *
 * <pre>
 *   longs   header  time 0  …  time 2µ−2
 *   cells   Π       value 0 …  value 2µ−2
 * </pre>
 *
 * where the header packs the parent, the kids block and the number of entries, and Π is the
 * aggregate that a spine node keeps. An inner node has a second block, its kids:
 *
 * <pre>
 *   longs   child 0        …  child 2µ−1         (its node, and above it how many entries are in its subtree)
 *   cells   Π↑ of child 0  …  Π↑ of child 2µ−1
 * </pre>
 *
 * <p>A child's up aggregate and count stand with its parent, so that a parent is repaired from two
 * blocks, not from 2µ. They hold for children that are off the spines; a spine's own are stale.
 *
 * <p>Freeing a subtree is O(1): its root goes on the deferred free list, and whoever allocates next
 * takes it and puts its children there instead. Block 0 is never a node: 0 stands for none, and its
 * cells are its owner's.
 */
final class Nodes<O> {
  private static final int COUNT_BITS = 8;
  private static final int ID_BITS = 28;
  private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
  private static final int ID_MASK = (1 << ID_BITS) - 1;

  /** Frees subtrees node by node at once: the deferred free list's ablation, for benchmarks. */
  private static final boolean EAGER = Boolean.getBoolean("finestra.tree.eager");

  /** The most entries of a node, 2µ − 1. */
  final int most;

  /** The fewest entries of a node off the spines, µ − 1. */
  final int fewest;

  private final int stride;
  private final Cells<O> cells;
  private final LongChunks longs;
  private int end;
  private int[] free = new int[4];
  private int freeCount;
  private long[] deferred = new long[4];
  private int firstDeferred;
  private int deferredCount;

  /** What {@link #touchKids} read, so that the JIT does not leave the reading out. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  Nodes(int arity, Cells<O> cells) {
    this.most = 2 * arity - 1;
    this.fewest = arity - 1;
    this.stride = stride(arity);
    this.cells = cells;
    this.longs = new LongChunks(cells.chunks().shift(), cells.chunks().maxShift());
    this.end = stride;
  }

  /**
   * The slots of a block: 2µ, up to a multiple of four, since the header leaves out a node's lowest
   * two bits.
   */
  private static int stride(int arity) {
    return (2 * arity + 3) & ~3;
  }

  /** The shift of the first chunk: block 0 and one node. */
  static int firstShift(int arity) {
    return 32 - Integer.numberOfLeadingZeros(2 * stride(arity) - 1);
  }

  int count(int node) {
    return (int) longs.get(node) & COUNT_MASK;
  }

  boolean isLeaf(int node) {
    return kids(node) == 0;
  }

  int kids(int node) {
    return ((int) (longs.get(node) >>> COUNT_BITS) & ID_MASK) << 2;
  }

  int parent(int node) {
    return (int) (longs.get(node) >>> (COUNT_BITS + ID_BITS)) << 2;
  }

  void setCount(int node, int count) {
    longs.set(node, (longs.get(node) & ~COUNT_MASK) | count);
  }

  private void setHeader(int node, int count, int kids, int parent) {
    longs.set(
        node,
        (long) (parent >>> 2) << (COUNT_BITS + ID_BITS)
            | (long) (kids >>> 2) << COUNT_BITS
            | count);
  }

  void setParent(int node, int parent) {
    setHeader(node, count(node), kids(node), parent);
  }

  /** The slot of an entry's value. */
  static int value(int node, int i) {
    return node + 1 + i;
  }

  long time(int node, int i) {
    return longs.get(node + 1 + i);
  }

  void setTime(int node, int i, long time) {
    longs.set(node + 1 + i, time);
  }

  long lastTime(int node) {
    return longs.get(node + count(node));
  }

  int kid(int kids, int i) {
    return (int) longs.get(kids + i);
  }

  int firstKid(int node) {
    return kid(kids(node), 0);
  }

  int lastKid(int node) {
    return kid(kids(node), count(node));
  }

  /** How many entries are in the subtree of a child that is off the spines. */
  long kidSize(int kids, int i) {
    return longs.get(kids + i) >>> 32;
  }

  void addToKidSize(int kids, int i, int entries) {
    longs.set(kids + i, longs.get(kids + i) + ((long) entries << 32));
  }

  void setKid(int kids, int i, int kid, long size) {
    longs.set(kids + i, size << 32 | kid);
  }

  /** Which child of its parent a node is. */
  int position(int parent, int node) {
    int kids = kids(parent);
    long[] chunk = longs.chunk(kids);
    int first = longs.at(kids);
    int i = first;
    while ((int) chunk[i] != node) {
      i++;
    }
    return i - first;
  }

  /**
   * The index of the first entry from {@code from} on whose time is {@code time} or later. The
   * halving has no branch that depends on a time: what is searched for is seldom predictable.
   */
  int lowerBound(int node, int from, long time) {
    long[] chunk = longs.chunk(node);
    int first = longs.at(node) + 1;
    int low = first + from;
    int length = ((int) chunk[first - 1] & COUNT_MASK) - from;
    while (length > 1) {
      int half = length >>> 1;
      low = chunk[low + half - 1] < time ? low + half : low;
      length -= half;
    }
    if (length == 1 && chunk[low] < time) {
      low++;
    }
    return low - first;
  }

  /** The index of the first entry from {@code from} on whose time is later. */
  int upperBound(int node, int from, long time) {
    int i = lowerBound(node, from, time);
    return i < count(node) && time(node, i) == time ? i + 1 : i;
  }

  /** Moves count entries, within a node or between nodes. */
  void moveEntries(int to, int t, int from, int f, int count) {
    longs.copy(to + 1 + t, from + 1 + f, count);
    cells.copy(to + 1 + t, from + 1 + f, count);
  }

  /** Puts count entries from outside. */
  void putEntries(int node, int i, long[] times, int from, int count, Cells<O> values, int slot) {
    longs.copy(node + 1 + i, times, from, count);
    cells.copy(node + 1 + i, values, slot, count);
  }

  /** Moves count children with their aggregates; their parent is not told. */
  void moveKids(int to, int t, int from, int f, int count) {
    longs.copy(to + t, from + f, count);
    cells.copy(to + t, from + f, count);
  }

  /** Tells children [from, to) who their parent is. */
  void adopt(int node, int from, int to) {
    int kids = kids(node);
    for (int i = from; i < to; i++) {
      setParent(kid(kids, i), node);
    }
  }

  /** A leaf without entries. */
  int newLeaf() {
    int node = allocate();
    setHeader(node, 0, 0, 0);
    return node;
  }

  /** An inner node without entries, and with no child yet. */
  int newInner() {
    int node = allocate();
    setHeader(node, 0, allocate(), 0);
    return node;
  }

  /** A block for an owner's own use. */
  int allocate() {
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

  /**
   * Takes the root of the subtree that was freed first, without a look at it when it is a leaf: it
   * is seldom in the cache. Its children are next. So nodes are reused in the order of their age,
   * which in a window that slides is the order of their addresses.
   */
  private int takeDeferred() {
    long next = deferred[firstDeferred];
    firstDeferred = (firstDeferred + 1) & (deferred.length - 1);
    deferredCount--;
    int node = (int) next;
    int level = (int) (next >>> 32);
    if (level > 0) {
      int kids = kids(node);
      for (int i = count(node); i >= 0; i--) {
        makeRoom();
        firstDeferred = (firstDeferred - 1) & (deferred.length - 1);
        deferred[firstDeferred] = (long) (level - 1) << 32 | kid(kids, i);
        deferredCount++;
      }
      if (level == 1) {
        touchKids(node);
      }
      release(kids);
    }
    return node;
  }

  /**
   * Brings a node's children into the cache, all at once: one after the other, as they are used,
   * each would be waited for.
   */
  void touchKids(int node) {
    int kids = kids(node);
    long any = 0;
    for (int i = count(node); i >= 0; i--) {
      int kid = kid(kids, i);
      any ^= longs.get(kid) ^ cells.touch(kid);
    }
    touched = any;
  }

  /** Frees one node, not its children. */
  void free(int node) {
    int kids = kids(node);
    if (kids != 0) {
      release(kids);
    }
    release(node);
  }

  private void release(int block) {
    cells.forget(block, stride);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = block;
  }

  /** Frees a node of a level and all below it, in O(1). */
  void freeSubtree(int node, int level) {
    if (EAGER) {
      freeAtOnce(node, level);
      return;
    }
    makeRoom();
    deferred[(firstDeferred + deferredCount) & (deferred.length - 1)] = (long) level << 32 | node;
    deferredCount++;
  }

  private void freeAtOnce(int node, int level) {
    if (level > 0) {
      int kids = kids(node);
      for (int i = count(node); i >= 0; i--) {
        freeAtOnce(kid(kids, i), level - 1);
      }
    }
    free(node);
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

  /** Frees everything, all chunks but the first one included. */
  void reset() {
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

  long bytes() {
    return longs.bytes() + 4L * free.length + 8L * deferred.length;
  }
}
