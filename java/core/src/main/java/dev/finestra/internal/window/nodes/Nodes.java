package dev.finestra.internal.window.nodes;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;
import java.util.function.Function;

/**
 * The nodes of a B-tree in arrays: a node is an {@code int}, the first slot of its block.
 *
 * <p>A block is 2µ slots of two arrays, one of longs and one of partial results ({@link Cells}). A
 * node's block holds
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
 * <p>A child's up aggregate and count are stored with its parent, so that a parent is repaired from
 * two blocks, not from 2µ. They are valid for children off the spines; those of spine nodes are
 * stale.
 *
 * <p>{@link Blocks} hands blocks out and takes them back. Block 0 is never a node: 0 stands for
 * none, and the tree uses its cells for other values.
 */
public final class Nodes<O> {
  private static final int COUNT_BITS = 8;
  private static final int ID_BITS = 28;
  private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
  private static final int ID_MASK = (1 << ID_BITS) - 1;

  /** The most entries of a node, 2µ − 1. */
  public final int most;

  /** The fewest entries of a node off the spines, µ − 1. */
  public final int fewest;

  private final Cells<O> cells;
  private final LongChunks longs;
  private final Blocks blocks;
  private long visits;

  /** The result of {@link #touchKids}; without it, the JIT would remove the reads. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  /** Nodes in memory. */
  public static <O> Nodes<O> inMemory(Aggregation<O> aggregation, int arity) {
    int stride = stride(arity);
    int shift = 32 - Integer.numberOfLeadingZeros(2 * stride - 1);
    Cells<O> cells = Cells.of(aggregation, 0, shift);
    LongChunks longs = new LongChunks(cells.chunks().shift(), cells.chunks().maxShift());
    return new Nodes<>(arity, cells, longs, nodes -> new MemoryBlocks(nodes, longs, stride));
  }

  /** Nodes on pages, one for each block. */
  public static <O> Nodes<O> onPages(Aggregation<O> aggregation, int arity, WindowPages pages) {
    int shift = pageShift(arity);
    Cells<O> cells = Cells.of(aggregation, 0, shift, pages, false);
    return new Nodes<>(
        arity, cells, pages.longs(shift, shift), nodes -> new PagedBlocks(nodes, pages, shift));
  }

  /** The binary logarithm of a page's slots: a block's slots, rounded up to a power of two. */
  public static int pageShift(int arity) {
    return 32 - Integer.numberOfLeadingZeros(stride(arity) - 1);
  }

  private Nodes(int arity, Cells<O> cells, LongChunks longs, Function<Nodes<O>, Blocks> blocks) {
    this.most = 2 * arity - 1;
    this.fewest = arity - 1;
    this.cells = cells;
    this.longs = longs;
    this.blocks = blocks.apply(this);
  }

  /**
   * The slots of a block: 2µ, rounded up to a multiple of four, since the header omits a node's
   * lowest two bits.
   */
  private static int stride(int arity) {
    return (2 * arity + 3) & ~3;
  }

  public Cells<O> cells() {
    return cells;
  }

  public int count(int node) {
    return (int) longs.get(node) & COUNT_MASK;
  }

  public boolean isLeaf(int node) {
    return kids(node) == 0;
  }

  public int kids(int node) {
    return ((int) (longs.get(node) >>> COUNT_BITS) & ID_MASK) << 2;
  }

  public int parent(int node) {
    return (int) (longs.get(node) >>> (COUNT_BITS + ID_BITS)) << 2;
  }

  public void setCount(int node, int count) {
    longs.set(node, (longs.get(node) & ~COUNT_MASK) | count);
  }

  private void setHeader(int node, int count, int kids, int parent) {
    longs.set(
        node,
        (long) (parent >>> 2) << (COUNT_BITS + ID_BITS)
            | (long) (kids >>> 2) << COUNT_BITS
            | count);
  }

  public void setParent(int node, int parent) {
    setHeader(node, count(node), kids(node), parent);
  }

  /** The slot of an entry's value. */
  public static int value(int node, int i) {
    return node + 1 + i;
  }

  public long time(int node, int i) {
    return longs.get(node + 1 + i);
  }

  public void setTime(int node, int i, long time) {
    longs.set(node + 1 + i, time);
  }

  public long lastTime(int node) {
    return longs.get(node + count(node));
  }

  public int kid(int kids, int i) {
    return (int) longs.get(kids + i);
  }

  public int firstKid(int node) {
    return kid(kids(node), 0);
  }

  /** How many entries are in the subtree of a child that is off the spines. */
  public long kidSize(int kids, int i) {
    return longs.get(kids + i) >>> 32;
  }

  public void addToKidSize(int kids, int i, int entries) {
    longs.set(kids + i, longs.get(kids + i) + ((long) entries << 32));
  }

  public void setKid(int kids, int i, int kid, long size) {
    longs.set(kids + i, size << 32 | kid);
  }

  /** Which child of its parent a node is. */
  public int position(int parent, int node) {
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
   * binary search has no branch that depends on a time, because such branches are hard to predict.
   */
  public int lowerBound(int node, int from, long time) {
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
  public int upperBound(int node, int from, long time) {
    int i = lowerBound(node, from, time);
    return i < count(node) && time(node, i) == time ? i + 1 : i;
  }

  /** Moves count entries, within a node or between nodes. */
  public void moveEntries(int to, int t, int from, int f, int count) {
    longs.copy(to + 1 + t, from + 1 + f, count);
    cells.copy(to + 1 + t, from + 1 + f, count);
  }

  /**
   * Inserts an entry, whose value is in a slot, at index i of a node that has room; in an inner
   * node, also a child to its right.
   */
  public void insertEntry(int node, int i, long time, int value, int kid) {
    int count = count(node);
    if (i < count) {
      moveEntries(node, i + 1, node, i, count - i);
    }
    setTime(node, i, time);
    cells.copy(value(node, i), value);
    if (kid != 0) {
      int kids = kids(node);
      moveKids(kids, i + 2, kids, i + 1, count - i);
      setKid(kids, i + 1, kid, 0);
      setParent(kid, node);
    }
    setCount(node, count + 1);
  }

  /** Writes {@code count} entries from arrays. */
  public void putEntries(
      int node, int i, long[] times, int from, int count, Cells<O> values, int slot) {
    longs.copy(node + 1 + i, times, from, count);
    cells.copy(node + 1 + i, values, slot, count);
  }

  /** Moves {@code count} children with their aggregates, but does not set their parent. */
  public void moveKids(int to, int t, int from, int f, int count) {
    longs.copy(to + t, from + f, count);
    cells.copy(to + t, from + f, count);
  }

  /** Sets the parent of children [from, to). */
  public void adopt(int node, int from, int to) {
    int kids = kids(node);
    for (int i = from; i < to; i++) {
      setParent(kid(kids, i), node);
    }
  }

  /** A leaf without entries. */
  public int newLeaf() {
    int node = blocks.allocate();
    setHeader(node, 0, 0, 0);
    return node;
  }

  /** An inner node without entries and children. */
  public int newInner() {
    int node = blocks.allocate();
    setHeader(node, 0, blocks.allocate(), 0);
    return node;
  }

  /**
   * Brings all of a node's children into the cache at once. Otherwise each later use would wait for
   * its own child.
   */
  public void touchKids(int node) {
    int kids = kids(node);
    long any = 0;
    for (int i = count(node); i >= 0; i--) {
      int kid = kid(kids, i);
      any ^= longs.get(kid) ^ cells.touch(kid);
    }
    touched = any;
  }

  /** Frees one node, not its children. */
  public void free(int node) {
    int kids = kids(node);
    if (kids != 0) {
      blocks.release(kids);
    }
    blocks.release(node);
  }

  /** Counts visits of nodes by searches and repairs: with it, tests check the papers' bounds. */
  public void visit(long more) {
    visits += more;
  }

  public long visits() {
    return visits;
  }

  public Blocks blocks() {
    return blocks;
  }

  public long bytes() {
    return longs.bytes() + blocks.bytes();
  }
}
