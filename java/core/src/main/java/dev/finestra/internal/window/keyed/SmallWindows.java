package dev.finestra.internal.window.keyed;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;
import java.util.Arrays;

/**
 * Small windows: runs of entries in time order, in blocks of a few sizes that are cut out of one
 * array of times and one of partial results. Free blocks of one size form a linked list.
 *
 * <p>A reference contains a run's first slot, its count and the size of its block, so a run needs
 * no header.
 *
 * <p>Costs: a search and moves within at most {@value #MOST} entries; a query combines all of them.
 *
 * <p>Invariants: (1) a run's times rise strictly; (2) its count is at least one and fits its block;
 * (3) every slot belongs to one run or one free block.
 */
final class SmallWindows<O> {
  /** How many entries a run can hold. */
  static final int MOST = 32;

  private static final int[] SIZES = {1, 2, 3, 4, 6, 8, 12, 16, 24, MOST};
  private static final int NONE = -1;

  /** A run whose block is this many sizes too large moves into one that fits. */
  private static final int SLACK = 2;

  private static final int INITIAL_SHIFT = 5;
  private static final int COUNT_SHIFT = 31;
  private static final int SIZE_SHIFT = COUNT_SHIFT + 6;

  /** The first block, which belongs to no run: a bulk is lifted into it. */
  static final int SCRATCH = 0;

  private final Cells<O> cells;
  private final LongChunks times;
  private final int[] free = new int[SIZES.length];
  private int end = MOST;
  private int freeSlots;

  SmallWindows(Aggregation<O> aggregation) {
    cells = Cells.of(aggregation, 0, INITIAL_SHIFT);
    times = new LongChunks(INITIAL_SHIFT, LongChunks.WORD_BITS);
    Arrays.fill(free, NONE);
  }

  Cells<O> cells() {
    return cells;
  }

  // References.

  static int slot(long run) {
    return (int) run & Integer.MAX_VALUE;
  }

  static int count(long run) {
    return (int) (run >>> COUNT_SHIFT) & 63;
  }

  private static int size(long run) {
    return (int) (run >>> SIZE_SHIFT);
  }

  private static long run(int slot, int count, int size) {
    return slot | (long) count << COUNT_SHIFT | (long) size << SIZE_SHIFT;
  }

  private static int sizeFor(int count) {
    int size = 0;
    while (SIZES[size] < count) {
      size++;
    }
    return size;
  }

  // Blocks.

  private int allocate(int size) {
    int slot = free[size];
    if (slot != NONE) {
      free[size] = (int) times.get(slot);
      freeSlots -= SIZES[size];
      return slot;
    }
    slot = end;
    int last = end + SIZES[size] - 1;
    while (times.capacity() <= last) {
      times.grow(0, end);
    }
    while (cells.chunks().capacity() <= last) {
      cells.chunks().grow(0, end);
    }
    times.ensure(slot);
    times.ensure(last);
    cells.chunks().ensure(slot);
    cells.chunks().ensure(last);
    end = last + 1;
    return slot;
  }

  private void release(int slot, int size) {
    times.set(slot, free[size]);
    free[size] = slot;
    freeSlots += SIZES[size];
    cells.forget(slot, SIZES[size]);
  }

  /**
   * Whether a move into fresh arrays is worth its cost: the free slots exceed a quarter of all
   * slots, and a quarter of the {@code places} that the move would visit.
   */
  boolean isSparse(int places) {
    return freeSlots > 4 * MOST && freeSlots > Math.max(end, places) / 4;
  }

  // Runs.

  /** A new run of one entry, whose aggregate is in register IN. */
  long single(long time) {
    int slot = allocate(0);
    times.set(slot, time);
    cells.copy(slot, Cells.IN);
    return run(slot, 1, 0);
  }

  /** A copy of a run of other small windows. */
  long copy(SmallWindows<O> other, long run) {
    int count = count(run);
    int size = sizeFor(count);
    int slot = allocate(size);
    for (int i = 0; i < count; i++) {
      times.set(slot + i, other.times.get(slot(run) + i));
    }
    cells.copy(slot, other.cells, slot(run), count);
    return run(slot, count, size);
  }

  long time(long run, int i) {
    return times.get(slot(run) + i);
  }

  long oldest(long run) {
    return times.get(slot(run));
  }

  long youngest(long run) {
    return times.get(slot(run) + count(run) - 1);
  }

  /** How many entries have a time up to this one. */
  int countUpTo(long run, long time) {
    int slot = slot(run);
    int i = count(run);
    while (i > 0 && times.get(slot + i - 1) > time) {
      i--;
    }
    return i;
  }

  boolean holds(long run, long time) {
    int i = countUpTo(run, time);
    return i > 0 && time(run, i - 1) == time;
  }

  /** How many entries have a time before this one. */
  int countBefore(long run, long time) {
    int i = countUpTo(run, time);
    return i > 0 && time(run, i - 1) == time ? i - 1 : i;
  }

  /** Inserts the aggregate in register IN; returns the changed run. */
  long insert(long run, long time) {
    int slot = slot(run);
    int count = count(run);
    int size = size(run);
    int i = countUpTo(run, time);
    if (i > 0 && times.get(slot + i - 1) == time) {
      cells.combine(slot + i - 1, slot + i - 1, Cells.IN);
      return run;
    }
    if (count < SIZES[size]) {
      times.copy(slot + i + 1, slot + i, count - i);
      cells.copy(slot + i + 1, slot + i, count - i);
    } else {
      int larger = allocate(size + 1);
      times.copy(larger, slot, i);
      times.copy(larger + i + 1, slot + i, count - i);
      cells.copy(larger, slot, i);
      cells.copy(larger + i + 1, slot + i, count - i);
      release(slot, size);
      slot = larger;
      size++;
    }
    times.set(slot + i, time);
    cells.copy(slot + i, Cells.IN);
    return run(slot, count + 1, size);
  }

  /** Removes entries [from, to), which are not all of them; returns the changed run. */
  long remove(long run, int from, int to) {
    int slot = slot(run);
    int count = count(run);
    int size = size(run);
    int left = count - (to - from);
    int fit = sizeFor(left);
    int target = slot;
    if (fit + SLACK <= size) {
      target = allocate(fit);
      times.copy(target, slot, from);
      cells.copy(target, slot, from);
    }
    times.copy(target + from, slot + to, count - to);
    cells.copy(target + from, slot + to, count - to);
    if (target == slot) {
      cells.forget(slot + left, count - left);
      return run(slot, left, size);
    }
    release(slot, size);
    return run(target, left, fit);
  }

  /** Removes a whole run. */
  void free(long run) {
    release(slot(run), size(run));
  }

  /** Leaves the aggregate of entries [from, to), at least one, in OUT. */
  void aggregate(long run, int from, int to) {
    int slot = slot(run);
    cells.copy(Cells.OUT, slot + from);
    cells.fold(Cells.OUT, slot + from + 1, to - from - 1);
  }

  long bytes() {
    return times.bytes() + cells.bytes();
  }

  /** Checks a run; returns the number of slots in its block. */
  int check(Object key, long run) {
    int count = count(run);
    if (count < 1 || count > SIZES[size(run)]) {
      throw new AssertionError(
          "(2) broken: " + count + " entries of " + key + " in a block of " + SIZES[size(run)]);
    }
    for (int i = 1; i < count; i++) {
      if (time(run, i) <= time(run, i - 1)) {
        throw new AssertionError(
            "(1) broken: " + time(run, i) + " of " + key + " comes after " + time(run, i - 1));
      }
    }
    return SIZES[size(run)];
  }

  /** Checks that every slot is in a run or free. */
  void check(long slotsInRuns) {
    long listed = 0;
    for (int size = 0; size < SIZES.length; size++) {
      for (int slot = free[size]; slot != NONE && listed <= end; slot = (int) times.get(slot)) {
        listed += SIZES[size];
      }
    }
    if (listed != freeSlots || MOST + slotsInRuns + listed != end) {
      throw new AssertionError(
          "(3) broken: %s slots in runs and %s free, of %s (%s)"
              .formatted(slotsInRuns, listed, end, freeSlots));
    }
  }
}
