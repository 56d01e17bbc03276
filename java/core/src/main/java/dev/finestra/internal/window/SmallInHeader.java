package dev.finestra.internal.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.HeaderEntries;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import dev.finestra.paged.SmallHeaders;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * A window on pages that keeps its entries in its header, and none on pages, while they are few.
 * Most keys of a large stream have such small windows. Rows enter a large window through {@link
 * WaitingRows}.
 *
 * <p>A window moves to the pages of its algorithm when it grows beyond {@value #MOST} entries. A
 * flush moves it back when it has at most {@value #BACK} entries and the store has no evicted nodes
 * left to remove. If the algorithm keeps no entries, its window moves back only when it is empty,
 * and a snapshot of a small window moves it to pages, since only the algorithm can write one.
 *
 * <p>Costs: a small window is a sorted array. An attach copies at most {@value #MOST} entries, and
 * a flush of a changed window as many; it allocates arrays if their number has changed. A large
 * window costs what its algorithm costs, and a copy of a partial result for each insert and each
 * query.
 *
 * <p>Invariants: (1) a small window has at most {@value #MOST} entries, and no page in the store;
 * (2) the attached header has the entries of the small window, unless these have changed; (3) the
 * invariants of the inner window hold.
 *
 * <p>When user code throws, the window is closed until it is attached anew. Before it is flushed,
 * the store has no change, except in an object that the attached header owns.
 */
public final class SmallInHeader<O> extends Wrapper<O> implements PagedWindow<O> {
  /** A window with more entries is large. */
  static final int MOST = 12;

  /** A large window with no more entries moves back. */
  static final int BACK = 6;

  private final Recalculate<O> small;
  private final HeaderEntries<O> format;
  private final Supplier<PagedWindow<O>> maker;
  private final Throwable detached = WindowPages.detached();

  /** The window of the algorithm on pages; null until a window is large for the first time. */
  private WaitingRows<O> large;

  /** The header that was attached; null if there was none, or if it is not a small one. */
  private Page header;

  /** Whether the small window may have other entries than the attached header. */
  private boolean isChanged;

  /** A window; {@code maker} makes the large window. */
  public SmallInHeader(
      Algorithm algorithm, Aggregation<O> aggregation, Supplier<PagedWindow<O>> maker) {
    this(new Recalculate<>(algorithm, aggregation), maker);
  }

  private SmallInHeader(Recalculate<O> small, Supplier<PagedWindow<O>> maker) {
    super(small.algorithm(), small, small.cells);
    this.small = small;
    this.format = new HeaderEntries<>(small.aggregation(), Recalculate.SHIFT, MOST);
    this.maker = maker;
    close(detached);
  }

  @Override
  public boolean isSmall() {
    return inner == small;
  }

  @Override
  public void attach(Page stored) {
    close(detached);
    header = null;
    isChanged = false;
    inner = small;
    small.reset();
    if (stored != null && HeaderEntries.isIn(stored)) {
      small.read(format, stored);
      header = stored;
    } else if (stored != null) {
      attachLarge(stored);
      inner = large;
    }
    reopen();
  }

  private void attachLarge(Page stored) {
    if (large == null) {
      large = new WaitingRows<>(small, maker.get(), this::close);
    }
    large.attach(stored);
  }

  @Override
  public Page flush(int most) {
    open();
    try {
      Page page = isSmall() ? headerOfSmall() : flushLarge(most);
      close(detached);
      return page;
    } catch (Throwable thrown) {
      close(thrown);
      throw thrown;
    }
  }

  private Page headerOfSmall() {
    return isChanged ? small.write(format, header) : header;
  }

  private Page flushLarge(int most) {
    large.moveFromArray();
    int back = algorithm().is(Trait.KEEPS_ENTRIES) ? BACK : 0;
    if (inner.size() > back) {
      return large.flush(most);
    }
    if (large.sweep(most)) {
      return large.flush(0);
    }
    moveBack();
    return headerOfSmall();
  }

  /** Moves the entries of a large window into the small one, and removes its pages. */
  private void moveBack() {
    large.moveToArray();
    inner = small;
    isChanged = true;
    large.flush(Integer.MAX_VALUE);
  }

  /** Moves the entries of the small window to pages. */
  private void grow() {
    attachLarge(null);
    large.moveFromArray();
    header = null;
    isChanged = true;
    inner = large;
  }

  @Override
  public SmallHeaders<O> smallHeaders() {
    return format;
  }

  @Override
  public boolean sweep(int most) {
    open();
    return !isSmall() && large.sweep(most);
  }

  @Override
  public int pagesHeld() {
    return isSmall() ? 0 : large.pagesHeld();
  }

  @Override
  public boolean isWhole() {
    return algorithm().is(Trait.WHOLE_ON_PAGES);
  }

  @Override
  protected void insertLifted(long time) {
    isChanged = true;
    inner.insertLifted(time);
    limitSmall();
  }

  @Override
  protected boolean insertValue(long time, Object value) {
    boolean isAdded = isSmall() ? small.addInPlace(time, value) : inner.insertValue(time, value);
    isChanged |= isAdded;
    limitSmall();
    return isAdded;
  }

  private void limitSmall() {
    if (isSmall() && small.size() > MOST) {
      grow();
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    isChanged = true;
    if (isSmall() && small.size() + count > MOST) {
      grow();
    }
    super.bulkInsertLifted(times, from, count, values);
  }

  @Override
  protected boolean evictEntry(long time) {
    boolean was = super.evictEntry(time);
    isChanged |= was;
    return was;
  }

  @Override
  protected void evictUpTo(long time) {
    isChanged |= isSmall() && !small.isEmpty() && small.oldestTime() <= time;
    super.evictUpTo(time);
  }

  @Override
  public boolean isEmpty() {
    open();
    return inner.isEmpty();
  }

  @Override
  protected boolean aggregateAtOnce() {
    return aggregateInnerAtOnce();
  }

  @Override
  public O queryAndEvict(long from, long to) {
    open();
    if (!isSmall() || !algorithm().is(Trait.RANGE_QUERY)) {
      return PagedWindow.super.queryAndEvict(from, to);
    }
    isChanged = true;
    try {
      return small.queryAndEvict(from, to);
    } catch (Throwable thrown) {
      close(thrown);
      throw thrown;
    }
  }

  @Override
  protected void scan(SlotVisitor visitor) {
    if (header != null) {
      header.owned = 0; // the visitor may keep a copy
    }
    super.scan(visitor);
  }

  @Override
  protected void reset() {
    isChanged = true;
    super.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    if (isSmall()) {
      grow();
    }
    large.write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    if (algorithm().is(Trait.KEEPS_ENTRIES)) {
      throw new IOException(algorithm().name() + " keeps its entries, and this snapshot has none");
    }
    if (isSmall()) {
      grow();
    }
    large.read(in, limit);
  }

  @Override
  public long bytes() {
    return small.bytes() + (large == null ? 0 : large.bytes()) + bulkBytes();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    if (isSmall() && small.size() > MOST) {
      throw new AssertionError(
          "(1) broken: a small window has " + small.size() + " entries, not at most " + MOST);
    }
    if (isSmall() && !isChanged && !format.isSame(small.write(format, null), header)) {
      throw new AssertionError("(2) broken: the header has other entries than the small window");
    }
  }
}
