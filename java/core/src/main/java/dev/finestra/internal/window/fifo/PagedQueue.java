package dev.finestra.internal.window.fifo;

import dev.finestra.internal.window.OwnSnapshot;
import dev.finestra.internal.window.Wrapper;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An in-order algorithm on pages: each chunk of its ring is a page. If a slot has two partial
 * results, the second ones are on pages of their own.
 *
 * <p>Costs, in pages read: those at both ends, and those between them where the algorithm works.
 * Evicted pages are removed at the next flush.
 *
 * <p>When user code throws, the window is closed until it is attached anew.
 */
final class PagedQueue<O> extends Wrapper<O> implements PagedWindow<O> {
  private final InOrder<O> queue;
  private final WindowPages pages;
  private final HeaderFields<O> fields;

  PagedQueue(InOrder<O> queue, WindowPages pages) {
    super(queue.algorithm(), queue);
    this.queue = queue;
    this.pages = pages;
    this.fields = new HeaderFields<>(queue.aggregation());
    close(WindowPages.detached());
  }

  @Override
  public void attach(Page header) {
    pages.forget();
    reopen();
    fields.open(header);
    queue.keep(fields);
    queue.resume();
  }

  @Override
  public Page flush(int most) {
    open();
    Page header = null;
    if (queue.isEmpty()) {
      queue.leave();
    } else {
      fields.open();
      queue.keep(fields);
      header = fields.header();
    }
    pages.putBack();
    close(WindowPages.detached());
    return header;
  }

  @Override
  public int pagesHeld() {
    return pages.held();
  }

  @Override
  protected boolean aggregateAtOnce() {
    return aggregateInnerAtOnce();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ((OwnSnapshot) queue).write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    ((OwnSnapshot) queue).read(in, limit);
  }
}
