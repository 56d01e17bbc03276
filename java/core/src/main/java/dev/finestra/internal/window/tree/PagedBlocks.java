package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.pages.HeaderNumbers;
import dev.finestra.internal.window.pages.WindowPages;
import java.util.Arrays;

/**
 * Blocks on pages, one each. A block's page goes away with it, so none is taken twice: numbers rise
 * until they begin anew, when those of long ago are free. Of a freed subtree the root waits, as in
 * memory, and {@link #sweep} goes down from there a bounded number of pages at a time: two for each
 * that is given out, so that what waits does not grow with what was evicted.
 *
 * <p>Pages 0 to 2 are not the store's: block 0 lies in the header, the others are scratch.
 */
final class PagedBlocks implements Blocks {
  private static final int FIRST = 3;
  private static final int ADDRESS_BITS = 30;

  private final Nodes<?> nodes;
  private final WindowPages pages;
  private final int shift;
  private final int end;

  private int next = FIRST;

  private boolean isSecondRound;
  private long[] deferred = new long[8];
  private int deferredCount;

  PagedBlocks(Nodes<?> nodes, WindowPages pages, int shift) {
    this.nodes = nodes;
    this.pages = pages;
    this.shift = shift;
    this.end = 1 << (ADDRESS_BITS - shift);
  }

  @Override
  public int allocate() {
    sweep(2);
    if (next == end) {
      next = FIRST;
      isSecondRound = true;
    }
    while (isSecondRound && pages.has(next)) {
      next = next + 1 == end ? FIRST : next + 1;
    }
    pages.create(next);
    return next++ << shift;
  }

  @Override
  public int scratch(int which) {
    pages.keep(1 + which);
    return (1 + which) << shift;
  }

  @Override
  public void release(int block) {
    pages.remove(block >>> shift);
  }

  @Override
  public void freeSubtree(int node, int level) {
    if (deferredCount == deferred.length) {
      deferred = Arrays.copyOf(deferred, 2 * deferredCount);
    }
    deferred[deferredCount++] = (long) level << 32 | node;
  }

  @Override
  public void reset(int root, int level) {
    freeSubtree(root, level);
  }

  /** Removes at most so many nodes of freed subtrees; whether there are more. */
  boolean sweep(int most) {
    for (int i = 0; i < most && deferredCount > 0; i++) {
      long last = deferred[--deferredCount];
      int node = (int) last;
      int level = (int) (last >>> 32);
      if (level > 0) {
        int kids = nodes.kids(node);
        for (int k = nodes.count(node); k >= 0; k--) {
          freeSubtree(nodes.kid(kids, k), level - 1);
        }
        release(kids);
      }
      release(node);
    }
    return deferredCount > 0;
  }

  /** Begins anew, with no block given out. */
  void clear() {
    next = FIRST;
    isSecondRound = false;
    deferredCount = 0;
  }

  /** Writes to a header, or reads from it, which blocks are next and which are to be removed. */
  void keep(HeaderNumbers header) {
    long signed = header.number(isSecondRound ? ~next : next);
    isSecondRound = signed < 0;
    next = (int) (isSecondRound ? ~signed : signed);
    deferredCount = header.slot(deferredCount);
    if (deferred.length < deferredCount) {
      deferred = new long[2 * deferredCount];
    }
    for (int i = 0; i < deferredCount; i++) {
      deferred[i] = header.number(deferred[i]);
    }
  }

  @Override
  public long bytes() {
    return 8L * deferred.length;
  }
}
