package dev.finestra.internal.window.nodes;

import dev.finestra.internal.window.pages.HeaderNumbers;
import dev.finestra.internal.window.pages.WindowPages;
import java.util.Arrays;

/**
 * Blocks on pages, one page for each block. Freeing a block removes its page. Block numbers rise up
 * to a limit, and then begin again at the lowest free one. The root of a freed subtree is put on a
 * list, as in memory. {@link #sweep} removes a bounded number of nodes from there; each allocation
 * sweeps two nodes, so the list stays short.
 *
 * <p>Pages 0 to 2 are not in the store: block 0 is in the header, the others are scratch blocks.
 */
public final class PagedBlocks implements Blocks {
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

  /** Removes at most {@code most} nodes of freed subtrees; returns whether more are left. */
  public boolean sweep(int most) {
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

  /** Resets to the state without any allocated block. */
  public void clear() {
    next = FIRST;
    isSecondRound = false;
    deferredCount = 0;
  }

  /** Writes to a header, or reads from it, the next block's number and the subtrees to remove. */
  public void keep(HeaderNumbers header) {
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
