package dev.finestra.internal.window;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.pages.HeaderEntries;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import java.util.Arrays;

/**
 * Recalculation: a sorted array of entries; every query folds them from scratch. The tests compare
 * all other algorithms with it. {@link SmallInHeader} uses it for the small windows of another
 * algorithm, whose order of inserts and evicts it then requires.
 *
 * <p>Paper: the baseline of <em>In-Order Sliding-Window Aggregation in Worst-Case Constant
 * Time</em>, section 8.1.
 *
 * <p>Costs: query n − 1 combines; insert and evict O(log n) search and O(n) moves, and no combines
 * except of equal times.
 *
 * <p>Invariants: (1) times[0 .. size) rise strictly; (2) slot i holds the aggregate of the entry at
 * times[i].
 *
 * <p>When user code throws: a query changes nothing. In an insert, the youngest entry may be half
 * changed, and the window closes.
 */
public final class Recalculate<O> extends Window<O> {
  /** The binary logarithm of the entries for which there is room at first. */
  static final int SHIFT = 4;

  private long[] times = new long[1 << SHIFT];
  private int size;

  /** As {@link Page#owned}, for the partial results of the youngest entries. */
  private int owned;

  public Recalculate(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, Cells.of(aggregation, 0, SHIFT));
  }

  private int indexOf(long time) {
    return Arrays.binarySearch(times, 0, size, time);
  }

  /** The index of the first entry that is not before a time. */
  private int firstFrom(long time) {
    int i = indexOf(time);
    return i >= 0 ? i : ~i;
  }

  /** The index of the first entry after a time. */
  private int firstAfter(long time) {
    int i = indexOf(time);
    return i >= 0 ? i + 1 : ~i;
  }

  @Override
  protected void checkInsert(long time) {
    if (size > 0 && time < times[size - 1] && !algorithm().is(Trait.OUT_OF_ORDER)) {
      throw Refusal.late(algorithm(), time, times[size - 1]);
    }
  }

  @Override
  protected void insertLifted(long time) {
    int i = size > 0 && time > times[size - 1] ? ~size : indexOf(time);
    if (i >= 0 && (i == size - 1 || isOwn(i))) {
      cells.combineInto(i, Cells.IN, isOwn(i));
      owned = Math.max(owned, 1);
      return;
    }
    if (i >= 0) {
      cells.combine(i, i, Cells.IN);
      return;
    }
    i = ~i;
    owned = Math.min(owned, size - i);
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
    }
    if (cells.chunks().capacity() == size) {
      cells.chunks().grow(0, size);
    }
    cells.chunks().ensure(size);
    System.arraycopy(times, i, times, i + 1, size - i);
    cells.copy(i + 1, i, size - i);
    times[i] = time;
    cells.copy(i, Cells.IN);
    size++;
  }

  private boolean isOwn(int i) {
    return i >= size - owned;
  }

  /**
   * Adds a value to the youngest entry, or begins a younger one; most rows do one of these. Returns
   * false, and does nothing, if that is not possible. When lift or add throws, the entry may be
   * half changed.
   */
  boolean addInPlace(long time, Object value) {
    if (size > 0 && time < times[size - 1]) {
      return false;
    }
    if (size > 0 && time == times[size - 1]) {
      cells.add(size - 1, value, owned > 0);
      owned = Math.max(owned, 1);
      return true;
    }
    if (cells.makesFresh()) {
      cells.lift(Cells.IN, value);
      int before = owned;
      insertLifted(time);
      owned = before + 1;
    }
    return cells.makesFresh();
  }

  @Override
  protected boolean evictEntry(long time) {
    int i = indexOf(time);
    if (i > 0 && !algorithm().is(Trait.OUT_OF_ORDER)) {
      throw Refusal.notOldest(algorithm(), time, times[0]);
    }
    if (i >= 0) {
      remove(i, i + 1);
    }
    return i >= 0;
  }

  @Override
  protected void evictUpTo(long time) {
    remove(0, firstAfter(time));
  }

  private void remove(int from, int to) {
    // Owned entries after the removed ones, then owned entries before them.
    owned = Math.min(owned, size - to) + Math.max(0, owned - (size - from));
    System.arraycopy(times, to, times, from, size - to);
    cells.copy(from, to, size - to);
    cells.forget(size - (to - from), to - from);
    size -= to - from;
  }

  @Override
  protected void aggregate() {
    fold(0, size);
  }

  @Override
  protected boolean aggregate(long from, long to) {
    int i = firstFrom(from);
    int j = firstAfter(to);
    if (i < j) {
      fold(i, j);
    }
    return i < j;
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    return times[firstFrom(time)];
  }

  /**
   * As {@link PagedWindow#queryAndEvict}. If the range is one entry that is owned, its object is
   * lowered without a copy.
   */
  O queryAndEvict(long from, long to) {
    int i = firstFrom(from);
    int j = firstAfter(to);
    O answer = aggregation().empty();
    if (j - i == 1 && isOwn(i)) {
      answer = cells.lowerOwn(i);
    } else if (i < j) {
      fold(i, j);
      answer = cells.lower(OUT);
    }
    remove(0, j);
    return answer;
  }

  private void fold(int from, int to) {
    cells.copy(OUT, from);
    cells.fold(OUT, from + 1, to - from - 1);
  }

  // Small windows.

  /** Reads the entries of a header into an empty window. */
  void read(HeaderEntries<O> format, Page header) {
    size = format.read(header, times, cells);
    owned = header.owned;
  }

  /**
   * A header with the entries: {@code before}, overwritten, or a new page if that is null. Returns
   * null if there are no entries.
   */
  Page write(HeaderEntries<O> format, Page before) {
    if (size == 0) {
      return null;
    }
    Page header = format.write(times, cells, size, before);
    header.owned = owned;
    return header;
  }

  /** Inserts the entries into another window, which has none. */
  void copyTo(Window<O> other) {
    if (size > 0) {
      other.checkInsert(times[0]);
      other.bulkInsertLifted(times, 0, size, cells);
    }
  }

  @Override
  protected void scan(SlotVisitor visitor) {
    owned = 0; // the visitor may keep a copy
    for (int i = 0; i < size; i++) {
      visitor.visit(times[i], i);
    }
  }

  @Override
  protected void reset() {
    remove(0, size);
  }

  @Override
  protected long oldestTime() {
    return times[0];
  }

  @Override
  protected long youngestTime() {
    return times[size - 1];
  }

  @Override
  public long size() {
    open();
    return size;
  }

  @Override
  public long bytes() {
    return 8L * times.length + cells.bytes() + bulkBytes();
  }

  @Override
  public void checkInvariants() {
    for (int i = 1; i < size; i++) {
      if (times[i] <= times[i - 1]) {
        throw new AssertionError(
            "(1) broken: time " + times[i] + " at " + i + " comes after " + times[i - 1]);
      }
    }
  }
}
