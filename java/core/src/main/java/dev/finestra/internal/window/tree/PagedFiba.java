package dev.finestra.internal.window.tree;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.nodes.PagedBlocks;
import dev.finestra.internal.window.pages.HeaderNumbers;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;

/**
 * FiBA on pages: the same tree, with each block of its nodes a page of a store ({@link
 * PagedBlocks}).
 *
 * <p>The header has everything that is not in a node: sizes, spines, the subtrees to remove, and,
 * as block 0, the suffixes of the left finger (invariant 9). It needs no late finger, since a flush
 * first repairs what late inserts left stale.
 *
 * <p>Costs, in pages read: an insert in order one, amortized; a bulkEvict up to a time before
 * {@code notBefore} none; otherwise one for each node that {@link Fiba} visits.
 *
 * <p>Invariants: those of Fiba; and no entry is before {@code notBefore}.
 *
 * <p>When user code throws, the window is closed until it is attached anew.
 */
final class PagedFiba<O> extends Fiba<O> implements PagedWindow<O> {
  private final WindowPages pages;
  private final PagedBlocks blocks;
  private final HeaderNumbers header = new HeaderNumbers();
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
  public void attach(Page page) {
    pages.forget();
    reopen();
    late.forget();
    ascent.reset();
    if (page == null) {
      pages.keep(0);
      blocks.clear();
      begin();
      aggregates.emptied();
    } else {
      header.open(page);
      pages.keep(0, page);
      keep();
    }
  }

  @Override
  public Page flush(int most) {
    open();
    late.drop();
    settle();
    boolean more = blocks.sweep(most);
    Page page = null;
    if (entries() == 0 && !more) {
      blocks.release(spines.root());
    } else {
      aggregates.tidy();
      header.open();
      keep();
      page = pages.page(0);
      page.longs = header.written();
    }
    pages.putBack();
    close(WindowPages.detached());
    return page;
  }

  @Override
  public boolean sweep(int most) {
    open();
    return blocks.sweep(most);
  }

  @Override
  public int pagesHeld() {
    return pages.held();
  }

  /** Writes the fields to a header, or reads them from it. */
  private void keep() {
    resume(header.number(entries()));
    rightFinger.setYoungest(header.number(youngestTime()));
    notBefore = header.number(notBefore);
    aggregates.keep(header);
    spines.keep(header);
    blocks.keep(header);
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
