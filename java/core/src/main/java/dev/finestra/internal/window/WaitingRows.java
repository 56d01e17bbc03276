package dev.finestra.internal.window;

import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A window on pages that inserts rows in order together. The first row enters the inner window. The
 * rows that follow it wait in a small array, and enter together: before anything else reads or
 * changes partial results, or when they are more than {@value SmallInHeader#MOST} entries. So the
 * rows of a pane are one insert into the inner window.
 *
 * <p>Costs: a row that waits costs one combine, everything else what the inner window costs.
 *
 * <p>Invariants: (1) at most {@value SmallInHeader#MOST} entries wait, none before the inner
 * window's youngest; if some wait, the inner window is not empty; (2) the invariants of the inner
 * window hold.
 *
 * <p>When user code throws while rows enter, the owner of this window closes.
 */
final class WaitingRows<O> extends Wrapper<O> implements PagedWindow<O> {
  private final Recalculate<O> rows;
  private final PagedWindow<O> pages;
  private final Consumer<Throwable> failed;

  /**
   * Whether nothing but inserts followed the last insert into the inner window. That window then
   * has a youngest entry, and younger rows wait.
   */
  private boolean isAfterInsert;

  /**
   * A window that shares the array and the slots of {@code rows}.
   *
   * @param failed receives what user code threw while rows entered the inner window
   */
  WaitingRows(Recalculate<O> rows, PagedWindow<O> pages, Consumer<Throwable> failed) {
    super(rows.algorithm(), (Window<O>) pages, rows.cells);
    this.rows = rows;
    this.pages = pages;
    this.failed = failed;
  }

  /** Moves all entries of the inner window into the array. */
  void moveToArray() {
    if (!inner.isEmpty()) {
      inner.scan((time, slot) -> rows.insert(time, inner.cells, slot));
      inner.reset();
    }
  }

  /** Moves the entries of the array into the inner window. */
  void moveFromArray() {
    isAfterInsert = false;
    if (!rows.isEmpty()) {
      try {
        rows.copyTo(inner);
        rows.reset();
      } catch (Throwable thrown) {
        failed.accept(thrown);
        throw thrown;
      }
    }
  }

  /** Whether a row of this time waits, if it follows now. */
  private boolean waits(long time) {
    return isAfterInsert && time >= youngestTime();
  }

  @Override
  public void attach(Page header) {
    isAfterInsert = false;
    pages.attach(header);
  }

  @Override
  public Page flush(int most) {
    return pages.flush(most);
  }

  @Override
  public boolean sweep(int most) {
    return pages.sweep(most);
  }

  @Override
  public int pagesHeld() {
    return pages.pagesHeld();
  }

  @Override
  protected void checkInsert(long time) {
    if (!waits(time)) {
      moveFromArray();
      super.checkInsert(time);
    }
  }

  @Override
  protected void insertLifted(long time) {
    if (waits(time)) {
      rows.insertLifted(time);
      limit();
    } else {
      super.insertLifted(time);
      isAfterInsert = true;
    }
  }

  @Override
  protected boolean insertValue(long time, Object value) {
    boolean isAdded = waits(time) && rows.addInPlace(time, value);
    limit();
    return isAdded;
  }

  private void limit() {
    if (rows.size() > SmallInHeader.MOST) {
      moveFromArray();
      isAfterInsert = true;
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (count > 0) {
      moveFromArray();
      inner.checkInsert(times[from]);
      super.bulkInsertLifted(times, from, count, values);
    }
  }

  @Override
  protected boolean evictEntry(long time) {
    moveFromArray();
    return super.evictEntry(time);
  }

  @Override
  protected void evictUpTo(long time) {
    moveFromArray();
    super.evictUpTo(time);
  }

  @Override
  protected long youngestTime() {
    return rows.isEmpty() ? inner.youngestTime() : rows.youngestTime();
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    moveFromArray();
    return super.ceilingInside(time, youngest);
  }

  @Override
  public boolean isEmpty() {
    return inner.isEmpty();
  }

  @Override
  public long size() {
    boolean joins = !rows.isEmpty() && rows.oldestTime() == inner.youngestTime();
    return inner.size() + rows.size() - (joins ? 1 : 0);
  }

  @Override
  protected void aggregate() {
    moveFromArray();
    super.aggregate();
  }

  @Override
  protected boolean aggregateAtOnce() {
    moveFromArray();
    return aggregateInnerAtOnce();
  }

  @Override
  protected boolean aggregate(long from, long to) {
    moveFromArray();
    return super.aggregate(from, to);
  }

  @Override
  protected void scan(SlotVisitor visitor) {
    moveFromArray();
    super.scan(visitor);
  }

  @Override
  protected void reset() {
    isAfterInsert = false;
    rows.reset();
    super.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    moveFromArray();
    ((OwnSnapshot) inner).write(out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    isAfterInsert = false;
    rows.reset();
    ((OwnSnapshot) inner).read(in, limit);
  }

  @Override
  public long bytes() {
    return inner.bytes();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    if (rows.size() > SmallInHeader.MOST) {
      throw new AssertionError("(1) broken: " + rows.size() + " entries wait");
    }
    if (!rows.isEmpty() && (inner.isEmpty() || rows.oldestTime() < inner.youngestTime())) {
      throw new AssertionError("(1) broken: a row waits, and is before the youngest entry");
    }
  }
}
