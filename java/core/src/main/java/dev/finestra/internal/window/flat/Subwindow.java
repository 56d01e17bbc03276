package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.B;
import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.slots.Cells;

/**
 * Sub-windows: slices of a given width, each with its aggregate, combined on demand.
 *
 * <p>Every time, in inserts, evicts and range queries alike, is rounded down to the start of its
 * slice; a slice is one entry and is evicted as a whole. With a width of 1, every time is a slice.
 *
 * <p>Paper: the Kafka proposal for sliding windows as optimized tumbling windows (sub-windows,
 * combinator, optional inverter). An insert updates one slice, the youngest one without a search. A
 * query combines the slices; the aggregate of a run of older ones is kept from the query before, so
 * only the {@value #RECENT} or so most recent ones, which still get inserts, are combined again. If
 * the aggregation has an exact inverse of constant cost, evicts remove slices from that run. If
 * not, the run begins in the middle of the window, and is dropped when the evicts reach it.
 *
 * <p>Costs: insert one combine, or none for a new slice, O(log d) search and O(d) moves; evict O(d)
 * moves, at most one inverse for each slice evicted; query O(1) combines with an exact inverse or
 * without evicts, else about n/4, and n after a change to an older slice; range query one combine
 * for each of its slices. Space: n partial results.
 *
 * <p>Invariants: (1) and (2) of {@link PositionedEntries}; (3) times are multiples of the width;
 * (4) register B is the aggregate of [run, settled), which lies in [head, tail).
 */
final class Subwindow<O> extends PositionedEntries<O> {
  private static final int RECENT = 8;

  private final long width;
  private final boolean inverse;

  /** Positions [run, settled) are combined in register B; there is no run if the two are equal. */
  private long run;

  private long settled;

  /** Whether an evict dropped the last run; then the next one begins in the middle. */
  private boolean evicted;

  Subwindow(Algorithm algorithm, Aggregation<O> aggregation, long width) {
    super(algorithm, Cells.of(aggregation, 0, 4));
    this.width = width;
    // An inexact inverse would accumulate rounding errors. The inverse of an aggregate that grows,
    // such as a list, costs its length.
    inverse =
        aggregation.is(Property.INVERTIBLE)
            && aggregation.is(Property.EXACT)
            && aggregation.is(Property.FIXED_SIZE);
  }

  /**
   * The start of a time's slice; the lowest slice, which would start before the smallest time,
   * starts there.
   */
  private long slice(long time) {
    long past = Math.floorMod(time, width);
    return time < Long.MIN_VALUE + past ? Long.MIN_VALUE : time - past;
  }

  @Override
  protected long rounded(long time) {
    return slice(time);
  }

  /** The first position whose time is not before this one; searches outwards from the tail. */
  private long search(long time) {
    long step = 1;
    long high = tail;
    while (high - step >= head && time(high - step) >= time) {
      high -= step;
      step *= 2;
    }
    long low = Math.max(high - step + 1, head);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (time(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  protected void checkInsert(long time) {
    // any time is accepted
  }

  @Override
  protected void insertLifted(long time) {
    long start = slice(time);
    if (head == tail || start > time(tail - 1)) {
      append(start);
      return;
    }
    long p = search(start);
    if (time(p) == start) {
      if (run <= p && p < settled) {
        forgetRun(false);
      }
      cells.combine(slot(p), slot(p), IN);
      return;
    }
    insertAt(p, start);
    if (run < p && p < settled) {
      forgetRun(false);
    } else if (p <= run) {
      shiftRun(1);
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < count; ) {
      if (width == 1 && (head == tail || times[from + i] > time(tail - 1))) {
        i += append(times, from + i, count - i, values, i);
      } else {
        cells.copy(IN, values, i, 1);
        insertLifted(times[from + i]);
        i++;
      }
    }
  }

  @Override
  protected boolean evictEntry(long time) {
    long start = slice(time);
    long p = search(start);
    if (p == tail || time(p) != start) {
      return false;
    }
    if (p == head) {
      evictBefore(p + 1);
      return true;
    }
    removeAt(p);
    if (run <= p && p < settled) {
      forgetRun(false);
    } else if (p < run) {
      shiftRun(-1);
    }
    return true;
  }

  @Override
  protected void evictUpTo(long time) {
    long to = after(slice(time));
    if (to > head) {
      evictBefore(to);
    }
  }

  private void evictBefore(long to) {
    if (run < to && run < settled) {
      if (inverse && to - run <= settled - to) {
        for (; run < to; run++) {
          cells.uncombine(B, B, slot(run));
        }
      } else {
        forgetRun(true);
      }
    }
    drop(to);
  }

  private void forgetRun(boolean byEvict) {
    run = settled;
    evicted = byEvict;
  }

  private void shiftRun(int by) {
    run += by;
    settled += by;
  }

  /** Begins a run if there is none, or extends one that is too far behind; restores (4). */
  private void settle() {
    long recent = tail - RECENT;
    if (run < settled) {
      if (recent - settled > RECENT) {
        cells.copy(OUT, B);
        cells.fold(OUT, slot(settled), (int) (recent - settled));
        cells.copy(B, OUT);
        settled = recent;
      }
    } else if (recent - head > RECENT) {
      long first = evicted && !inverse ? (head + recent) >>> 1 : head;
      fold(first, recent);
      cells.copy(B, OUT);
      run = first;
      settled = recent;
    }
  }

  /** Leaves the aggregate of positions [from, to), at least one, in OUT. */
  private void fold(long from, long to) {
    cells.copy(OUT, slot(from));
    cells.fold(OUT, slot(from + 1), (int) (to - from) - 1);
  }

  @Override
  protected void aggregate() {
    settle();
    aggregateBetween(head, tail);
  }

  @Override
  protected boolean aggregate(long from, long to) {
    long first = from(slice(from));
    long last = after(slice(to));
    if (first < last) {
      aggregateBetween(first, last);
    }
    return first < last;
  }

  private void aggregateBetween(long first, long last) {
    if (run == settled || first > run || last < settled) {
      fold(first, last);
      return;
    }
    if (first < run) {
      fold(first, run);
      cells.combine(OUT, OUT, B);
    } else {
      cells.copy(OUT, B);
    }
    cells.fold(OUT, slot(settled), (int) (last - settled));
  }

  @Override
  protected void reset() {
    forgetRun(false);
    super.reset();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    for (long p = head; p < tail; p++) {
      if (slice(time(p)) != time(p)) {
        throw new AssertionError(
            "(3) broken: time " + time(p) + " at " + (p - head) + " is no slice");
      }
    }
    if (run < settled) {
      if (run < head || settled > tail) {
        throw new AssertionError(
            "(4) broken: the run [%s, %s) at size %s"
                .formatted(run - head, settled - head, size()));
      }
      fold(run, settled);
      if (aggregation().is(Property.EXACT)) {
        checkSame(OUT, B, "(4) broken: the run [" + (run - head) + ", " + (settled - head) + ")");
      }
    }
  }
}
