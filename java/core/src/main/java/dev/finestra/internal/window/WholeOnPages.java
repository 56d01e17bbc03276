package dev.finestra.internal.window;

import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A window in memory that is stored in an engine's state as a whole: its snapshot, cut into pages.
 *
 * <p>This is for algorithms without a version on pages. Attaching costs O(n), and so does flushing
 * after a change, where trees on pages cost O(1). In between, operations are as fast as in memory.
 * So it suits few keys, each attached for many operations.
 *
 * <p>When user code throws, the window is closed until it is attached anew.
 */
public final class WholeOnPages<O> extends Wrapper<O> implements PagedWindow<O> {
  private static final int VERSION = 1;

  /** Longs on a page: 16 KiB, so that no stored value is huge. */
  private static final int PAGE = 2048;

  /** This many entries count as one held page: they take about as much memory as a tree's page. */
  private static final int ENTRIES = 128;

  private final Supplier<Window<O>> maker;
  private final PageStore store;
  private final List<Page> pages = new ArrayList<>();
  private Page header;
  private boolean isChanged;

  /** A window; {@code maker} makes a new inner one for each attach. */
  public WholeOnPages(Supplier<Window<O>> maker, PageStore store) {
    this(maker, maker.get(), store);
  }

  private WholeOnPages(Supplier<Window<O>> maker, Window<O> inner, PageStore store) {
    super(inner.algorithm(), inner);
    this.maker = maker;
    this.store = store;
    close(WindowPages.detached());
  }

  @Override
  public void attach(Page header) {
    inner = maker.get();
    this.header = header;
    pages.clear();
    isChanged = false;
    reopen();
    if (header == null) {
      return;
    }
    WindowPages.checkVersion(header, VERSION);
    int length = (int) header.longs[1];
    int count = pagesFor(length);
    ByteBuffer bytes = ByteBuffer.allocate(count * PAGE * Long.BYTES);
    for (int id = 0; id < count; id++) {
      Page page = store.get(id);
      if (page == null) {
        throw WindowPages.missing(id);
      }
      pages.add(page);
      bytes.asLongBuffer().position(id * PAGE).put(page.longs);
    }
    byte[] snapshot = new byte[length];
    bytes.get(snapshot);
    inner.restore(snapshot);
  }

  private static int pagesFor(int length) {
    return (length - 1) / (PAGE * Long.BYTES) + 1;
  }

  @Override
  public Page flush(int most) {
    open();
    if (isChanged) {
      header = null;
      int count = 0;
      if (!inner.isEmpty()) {
        byte[] snapshot = inner.snapshot();
        count = pagesFor(snapshot.length);
        put(snapshot, count);
        header = blank(new long[] {VERSION, snapshot.length});
      }
      for (int id = pages.size() - 1; id >= count; id--) {
        pages.remove(id);
        store.remove(id);
      }
    }
    close(WindowPages.detached());
    pages.clear();
    inner = maker.get();
    return header;
  }

  /** Writes into the store's own page objects, since the store may keep exactly these. */
  private void put(byte[] snapshot, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * PAGE * Long.BYTES).put(snapshot).rewind();
    for (int id = 0; id < count; id++) {
      long[] longs = new long[Math.min(PAGE, (snapshot.length + 7) / 8 - id * PAGE)];
      bytes.asLongBuffer().position(id * PAGE).get(longs);
      boolean isNew = id == pages.size();
      if (isNew) {
        pages.add(blank(longs));
      }
      pages.get(id).longs = longs;
      store.put(id, pages.get(id), isNew);
    }
  }

  private Page blank(long[] longs) {
    return cells.holdsReferences() ? new Page(longs, new Object[0]) : new Page(longs, new long[0]);
  }

  @Override
  public int pagesHeld() {
    return (int) Math.min(Integer.MAX_VALUE, inner.size() / ENTRIES);
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  protected void insertLifted(long time) {
    isChanged = true;
    super.insertLifted(time);
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    isChanged = true;
    super.bulkInsertLifted(times, from, count, values);
  }

  @Override
  protected boolean evictEntry(long time) {
    isChanged = true;
    return super.evictEntry(time);
  }

  @Override
  protected void evictUpTo(long time) {
    if (!inner.isEmpty() && inner.oldest() <= time) {
      isChanged = true;
      super.evictUpTo(time);
    }
  }

  @Override
  protected void reset() {
    isChanged = true;
    super.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ((OwnSnapshot) inner).write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    ((OwnSnapshot) inner).read(in, limit);
  }
}
