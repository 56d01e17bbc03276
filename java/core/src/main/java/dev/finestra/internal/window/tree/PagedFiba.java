package dev.finestra.internal.window.tree;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;

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
  private static final int FIXED = 6;

  private final WindowPages pages;
  private final PagedBlocks blocks;
  private long notBefore;

  PagedFiba(Algorithm algorithm, Aggregation<O> aggregation, int arity, PageStore store) {
    this(
        algorithm, aggregation, arity, new WindowPages(store, aggregation, Nodes.pageShift(arity)));
  }

  private PagedFiba(Algorithm algorithm, Aggregation<O> aggregation, int arity, WindowPages pages) {
    super(algorithm, Nodes.onPages(aggregation, arity, pages));
    this.pages = pages;
    this.blocks = (PagedBlocks) nodes.blocks();
    close(WindowPages.detached());
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
      aggregates.emptied();
    } else {
      WindowPages.checkVersion(header, VERSION);
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
    if (entries() == 0 && !more) {
      blocks.release(spines.root());
    } else {
      aggregates.tidy();
      header = pages.page(0);
      header.longs = written();
    }
    pages.putBack();
    close(WindowPages.detached());
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
    long[] to = new long[FIXED + spines.words() + blocks.words()];
    int t = 0;
    to[t++] = VERSION;
    to[t++] = entries();
    to[t++] = youngestTime();
    to[t++] = notBefore;
    to[t++] = aggregates.suffixEnd();
    to[t++] = aggregates.isLeftStale() ? 1 : 0;
    t = spines.write(to, t);
    blocks.write(to, t);
    return to;
  }

  private void read(long[] from) {
    int f = 1;
    resume(from[f++]);
    rightFinger.setYoungest(from[f++]);
    notBefore = from[f++];
    aggregates.read((int) from[f++], from[f++] != 0);
    f = spines.read(from, f);
    blocks.read(from, f);
  }

  @Override
  protected void insertLifted(long time) {
    notBefore = entries() == 0 ? time : Math.min(notBefore, time);
    super.insertLifted(time);
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (count > 0) {
      notBefore = entries() == 0 ? times[from] : Math.min(notBefore, times[from]);
    }
    super.bulkInsertLifted(times, from, count, values);
  }

  @Override
  protected void evictUpTo(long time) {
    if (entries() == 0 || time < notBefore) {
      return;
    }
    super.evictUpTo(time);
    if (entries() > 0) {
      notBefore = oldest();
    }
  }
}
