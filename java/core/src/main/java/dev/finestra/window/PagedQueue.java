package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An in-order algorithm on pages: each chunk of its ring is one, and one more where it has two
 * partial aggregates for a slot.
 *
 * <p>Costs, in pages looked at: those at both ends, and where the algorithm works between them.
 * Evicted pages are removed at the next flush.
 *
 * <p>When user code throws, the window is closed until it is attached anew.
 */
final class PagedQueue<O> extends Wrapper<O> implements PagedWindow<O> {
  private final InOrder<O> queue;
  private final Pages pages;
  private final Ledger<O> ledger;

  private PagedQueue(InOrder<O> queue, Pages pages) {
    super(queue.algorithm(), queue.aggregation(), queue);
    this.queue = queue;
    this.pages = pages;
    this.ledger = new Ledger<>(queue.aggregation());
    close(Pages.detached());
  }

  static <O> PagedWindow<O> make(
      Family.QueueMaker maker, Algorithm algorithm, Aggregation<O> aggregation, PageStore store) {
    Pages pages = new Pages(store);
    return new PagedQueue<>(maker.make(algorithm, aggregation, pages), pages);
  }

  @Override
  public void attach(Page header) {
    pages.forget();
    reopen();
    ledger.open(header);
    queue.keep(ledger);
    queue.resume();
  }

  @Override
  public Page flush(int most) {
    open();
    Page header = null;
    if (queue.isEmpty()) {
      queue.leave();
    } else {
      ledger.open();
      queue.keep(ledger);
      header = ledger.header();
    }
    pages.putBack();
    close(Pages.detached());
    return header;
  }

  @Override
  public int pagesHeld() {
    return pages.held();
  }

  @Override
  protected boolean aggregateAtOnce() {
    if (queue.aggregateAtOnce()) {
      cells.copy(Cells.OUT, queue.cells, Cells.OUT, 1);
      return true;
    }
    return false;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ((Raw) queue).write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    ((Raw) queue).read(in, limit);
  }
}
