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
 * Most keys of a large stream have such small windows.
 *
 * <p>A window moves to the pages of its algorithm when it grows beyond {@value #MOST} entries. A
 * flush moves it back when it has at most {@value #BACK} entries and the store has no evicted nodes
 * left to remove. If the algorithm keeps no entries, its window moves back only when it is empty,
 * and a snapshot of a small window moves it to pages, since only the algorithm can write one.
 *
 * <p>If several rows in order follow each other, the first one enters the large window. The others
 * wait as entries of the small window, and enter the large one together: before anything else reads
 * or changes partial results, or when they are more than {@value #MOST} entries. So the rows of a
 * pane are one insert into the large window.
 *
 * <p>Costs: a small window is a sorted array. An attach copies at most {@value #MOST} entries, and
 * a flush of a changed window as many; it allocates arrays if their number has changed. A large
 * window costs what its algorithm costs, and a copy of a partial result for each insert and each
 * query. A row that waits costs one combine.
 *
 * <p>Invariants: (1) a small window has at most {@value #MOST} entries, and no page in the store;
 * (2) while the window is large, the small one has at most as many entries, none before the large
 * window's youngest; if it has some, the large window is not empty; (3) the attached header has the
 * entries of the small window, unless these have changed; (4) the invariants of the inner window
 * hold.
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
  private PagedWindow<O> large;

  /** The header that was attached; null if there was none, or if it is not a small one. */
  private Page header;

  /** Whether the small window may have other entries than the attached header. */
  private boolean isChanged;

  /**
   * Whether the window is large, and nothing but inserts followed its last insert into the large
   * window. That window then has a youngest entry, and younger rows wait.
   */
  private boolean isAfterInsert;

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

  private boolean isSmall() {
    return inner == small;
  }

  /** Whether a row of this time waits, if it follows now. */
  private boolean waits(long time) {
    return isAfterInsert && time >= youngestTime();
  }

  private boolean isAnyWaiting() {
    return !isSmall() && !small.isEmpty();
  }

  @Override
  public void attach(Page stored) {
    close(detached);
    header = null;
    isChanged = false;
    isAfterInsert = false;
    inner = small;
    small.reset();
    if (stored != null && HeaderEntries.isIn(stored)) {
      small.read(format, stored);
      header = stored;
    } else if (stored != null) {
      inner = attachLarge(stored);
    }
    reopen();
  }

  private Window<O> attachLarge(Page stored) {
    if (large == null) {
      large = maker.get();
    }
    large.attach(stored);
    return (Window<O>) large;
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
    insertWaiting();
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
    if (!inner.isEmpty()) {
      inner.scan((time, slot) -> small.insert(time, inner.cells, slot));
      inner.reset();
    }
    inner = small;
    isChanged = true;
    large.flush(Integer.MAX_VALUE);
  }

  /** Moves the entries of the small window to pages. When user code throws, they stay. */
  private void grow() {
    Window<O> window = attachLarge(null);
    small.copyTo(window);
    small.reset();
    header = null;
    isChanged = true;
    inner = window;
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
  public boolean isInHeader() {
    return isSmall();
  }

  @Override
  public boolean isWhole() {
    return algorithm().is(Trait.WHOLE_ON_PAGES);
  }

  @Override
  protected void checkInsert(long time) {
    if (!waits(time)) {
      insertWaiting();
      super.checkInsert(time);
    }
  }

  @Override
  protected void insertLifted(long time) {
    isChanged = true;
    if (isSmall() || waits(time)) {
      small.insertLifted(time);
      limitSmall();
    } else {
      super.insertLifted(time);
      isAfterInsert = true;
    }
  }

  @Override
  protected boolean insertValue(long time, Object value) {
    boolean isAdded = (isSmall() || waits(time)) && small.addInPlace(time, value);
    isChanged |= isAdded;
    limitSmall();
    return isAdded;
  }

  /** Empties the small window if it has too many entries. */
  private void limitSmall() {
    if (small.size() <= MOST) {
      return;
    }
    if (isSmall()) {
      grow();
    } else {
      insertWaiting();
      isAfterInsert = true;
    }
  }

  /** Moves the rows that wait into the large window. */
  private void insertWaiting() {
    isAfterInsert = false;
    if (isAnyWaiting()) {
      try {
        small.copyTo(inner);
        small.reset();
      } catch (Throwable thrown) {
        close(thrown);
        throw thrown;
      }
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    isChanged = true;
    if (isSmall() && small.size() + count > MOST) {
      grow();
    }
    if (!isSmall() && count > 0) {
      insertWaiting();
      inner.checkInsert(times[from]);
    }
    super.bulkInsertLifted(times, from, count, values);
  }

  @Override
  protected boolean evictEntry(long time) {
    insertWaiting();
    boolean was = super.evictEntry(time);
    isChanged |= was;
    return was;
  }

  @Override
  protected void evictUpTo(long time) {
    if (!isSmall()) {
      insertWaiting();
      super.evictUpTo(time);
    } else if (!small.isEmpty() && small.oldestTime() <= time) {
      isChanged = true;
      small.evictUpTo(time);
    }
  }

  @Override
  protected long youngestTime() {
    return isAnyWaiting() ? small.youngestTime() : inner.youngestTime();
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    insertWaiting();
    return super.ceilingInside(time, youngest);
  }

  @Override
  public boolean isEmpty() {
    open();
    return inner.isEmpty();
  }

  @Override
  public long size() {
    open();
    if (!isAnyWaiting()) {
      return inner.size();
    }
    boolean joins = small.oldestTime() == inner.youngestTime();
    return inner.size() + small.size() - (joins ? 1 : 0);
  }

  @Override
  protected void aggregate() {
    insertWaiting();
    super.aggregate();
  }

  @Override
  protected boolean aggregate(long from, long to) {
    insertWaiting();
    return super.aggregate(from, to);
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
    insertWaiting();
    if (header != null) {
      header.owned = 0; // the visitor may keep a copy
    }
    super.scan(visitor);
  }

  @Override
  protected boolean aggregateAtOnce() {
    insertWaiting();
    return aggregateInnerAtOnce();
  }

  @Override
  protected void reset() {
    isChanged = true;
    isAfterInsert = false;
    small.reset();
    super.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    if (isSmall()) {
      grow();
    }
    insertWaiting();
    ((OwnSnapshot) inner).write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    if (algorithm().is(Trait.KEEPS_ENTRIES)) {
      throw new IOException(algorithm().name() + " keeps its entries, and this snapshot has none");
    }
    if (isSmall()) {
      grow();
    }
    isAfterInsert = false;
    small.reset();
    ((OwnSnapshot) inner).read(in, limit);
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
    if (isAnyWaiting() && small.size() > MOST) {
      throw new AssertionError("(2) broken: the rows that wait are " + small.size() + " entries");
    }
    if (isAnyWaiting() && (inner.isEmpty() || small.oldestTime() < inner.youngestTime())) {
      throw new AssertionError("(2) broken: a row waits, and is before the youngest entry");
    }
    if (isSmall() && !isChanged && !format.isSame(small.write(format, null), header)) {
      throw new AssertionError("(3) broken: the header has other entries than the small window");
    }
  }
}
