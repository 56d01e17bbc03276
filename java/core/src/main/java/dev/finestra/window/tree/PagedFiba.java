package dev.finestra.window.tree;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import dev.finestra.window.Cells;
import dev.finestra.window.Pages;

/**
 * FiBA on pages: the same tree, with each block of its nodes a page of a store ({@link
 * PagedBlocks}).
 *
 * <p>What a node in memory would not say by itself is in the header: sizes, spines, the blocks to
 * be removed, and with them, as block 0, the suffixes of the left finger (invariant 9). Late
 * inserts are settled before a flush, so that the late finger is not part of it.
 *
 * <p>Costs, in pages looked at: an insert in order one, amortized; a bulkEvict before {@code
 * notBefore} none; else as {@link Fiba} visits nodes.
 *
 * <p>Invariant beside those of Fiba: no entry is before {@code notBefore}.
 *
 * <p>When user code throws, the window is closed until it is attached anew.
 */
final class PagedFiba<O> extends Fiba<O> implements PagedWindow<O> {
  private static final int VERSION = 1;
  private static final int FIXED = 8;

  private final Pages pages;
  private final PagedBlocks blocks;
  private long notBefore;

  PagedFiba(Algorithm algorithm, Aggregation<O> aggregation, long arity, PageStore store) {
    this(algorithm, aggregation, (int) arity, new Pages(store));
  }

  private PagedFiba(Algorithm algorithm, Aggregation<O> aggregation, int arity, Pages pages) {
    super(algorithm, Nodes.onPages(aggregation, arity, pages));
    this.pages = pages;
    this.blocks = (PagedBlocks) nodes.blocks();
    close(Pages.detached());
  }

  @Override
  public void attach(Page header) {
    pages.forget();
    reopen();
    late.forget();
    ascent.reset();
    if (header == null) {
      pages.keep(0);
      blocks.clear();
      begin();
      spines.emptied();
    } else {
      Pages.checkVersion(header, VERSION);
      pages.keep(0, header);
      read(header.longs);
    }
  }

  @Override
  public Page flush(int most) {
    open();
    late.drop();
    settle();
    boolean more = blocks.sweep(most);
    Page header = null;
    if (size == 0 && !more) {
      blocks.release(root());
    } else {
      spines.tidy();
      header = pages.page(0);
      header.longs = written();
    }
    pages.putBack();
    close(Pages.detached());
    return header;
  }

  @Override
  public void sweep(int most) {
    open();
    blocks.sweep(most);
  }

  @Override
  public int pagesHeld() {
    return pages.held();
  }

  private long[] written() {
    long[] to = new long[FIXED + 2 * (height + 1) + blocks.words()];
    int t = 0;
    to[t++] = VERSION;
    to[t++] = size;
    to[t++] = youngest;
    to[t++] = notBefore;
    to[t++] = head;
    to[t++] = spines.suffixEnd();
    to[t++] = spines.isLeftStale() ? 1 : 0;
    to[t++] = height;
    for (int level = 0; level <= height; level++) {
      to[t++] = left[level];
      to[t++] = right[level];
    }
    blocks.write(to, t);
    return to;
  }

  private void read(long[] from) {
    int f = 1;
    size = from[f++];
    youngest = from[f++];
    notBefore = from[f++];
    head = (int) from[f++];
    spines.read((int) from[f++], from[f++] != 0);
    height = (int) from[f++];
    for (int level = 0; level <= height; level++) {
      left[level] = (int) from[f++];
      right[level] = (int) from[f++];
    }
    blocks.read(from, f);
  }

  @Override
  protected void insertLifted(long time) {
    notBefore = size == 0 ? time : Math.min(notBefore, time);
    super.insertLifted(time);
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (count > 0) {
      notBefore = size == 0 ? times[from] : Math.min(notBefore, times[from]);
    }
    super.bulkInsertLifted(times, from, count, values);
  }

  @Override
  protected void evictUpTo(long time) {
    if (size == 0 || time < notBefore) {
      return;
    }
    super.evictUpTo(time);
    if (size > 0) {
      notBefore = oldest();
    }
  }
}
