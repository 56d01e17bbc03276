package dev.finestra.window.flat;

import static dev.finestra.window.Cells.C;
import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;
import static dev.finestra.window.flat.Room.slot;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.window.Cells;
import dev.finestra.window.LongChunks;
import dev.finestra.window.Refusal;
import java.util.Set;

/**
 * The flat and fast index traverser: beside each entry a pointer to a later one and the aggregate
 * of all before that. A query hops from the oldest to the youngest, and lets the entries it came by
 * point there.
 *
 * <p>Paper: Shein, Chrysanthis and Labrinidis, <em>FlatFIT</em>, with the circular buffer that
 * grows and shrinks of the DABA paper, section 6 (experiments) and 8.1: pointers are positions,
 * which resizing does not disturb. Two departures. The youngest entry is left out of the
 * aggregates, so that equal times can still be added to it. And the indices on the way are kept not
 * on a stack but in the pointers, turned around on the way there and set on the way back.
 *
 * <p>Costs: insert and evict O(1) and no combine; query amortized O(1) combines, at worst n. 2n
 * partial aggregates, as the entries' own are kept, and n pointers.
 *
 * <p>Invariants: (1) and (2) of {@link Entries}; (3) each position p before the youngest points to
 * a later one, up to the youngest; (4) if that is not p + 1, the partial aggregate at p is the
 * aggregate of all from p on and before it.
 *
 * <p>When user code throws: a query leaves what it had combined and sets the other pointers back;
 * an insert of an equal time closes the window.
 *
 * <p>One thread at a time.
 */
final class FlatFit<O> extends Entries<O> {
  private static final long NONE = -1;

  private final LongChunks next = new LongChunks(4, LongChunks.WORD_BITS);
  private final Cells<O> partial = cells.fresh(0, 4);

  /** The position after the last for which next and partial have room. */
  private long nextMade;

  private long partialMade;

  FlatFit(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, Cells.of(aggregation, 0, 4));
  }

  static Algorithm describe(String name) {
    return new Algorithm(
        name,
        Set.of(Trait.NATIVE_BULK_EVICT, Trait.KEEPS_ENTRIES),
        "O(1), no combine",
        "O(1), no combine",
        "m inserts",
        "O(log m) search, no combine",
        "amortized O(1), worst n",
        "2n and n pointers",
        "FlatFIT, SSDBM 2017; DABA 8.1");
  }

  @Override
  void room(long end) {
    for (nextMade = Math.max(nextMade, tail); nextMade < end; ) {
      nextMade += Room.make(next, head, nextMade);
    }
    for (partialMade = Math.max(partialMade, tail); partialMade < end; ) {
      partialMade += Room.make(partial.chunks(), head, partialMade);
    }
  }

  @Override
  void leave(long to) {
    Room.release(next, head, to);
    Room.leave(partial, head, to);
  }

  @Override
  protected void insertLifted(long time) {
    if (isYoungest(time)) {
      int youngest = slot(tail - 1);
      cells.combine(youngest, youngest, IN);
    } else {
      append(time);
      next.set(slot(tail - 1), tail);
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    int i = 0;
    if (count > 0 && isYoungest(times[from])) {
      cells.copy(IN, values, 0, 1);
      insertLifted(times[from]);
      i++;
    }
    while (i < count) {
      int n = append(times, from + i, count - i, values, i);
      for (long p = tail - n; p < tail; p++) {
        next.set(slot(p), p + 1);
      }
      i += n;
    }
  }

  @Override
  protected void aggregate() {
    long youngest = tail - 1;
    if (head == youngest) {
      cells.copy(OUT, slot(youngest));
      return;
    }
    long before = NONE;
    long at = head;
    for (long to = next.get(slot(at)); to < youngest; to = next.get(slot(at))) {
      next.set(slot(at), before);
      before = at;
      at = to;
    }
    if (at + 1 == youngest) {
      cells.copy(OUT, slot(at));
    } else {
      cells.copy(OUT, partial, slot(at), 1);
    }
    if (before != NONE) {
      stitch(before, at, youngest);
    }
    cells.combine(OUT, OUT, slot(youngest));
  }

  /**
   * Goes back along the pointers that were turned around, from {@code at}, which pointed to {@code
   * to}; OUT is the aggregate from there to the youngest, and becomes that from the head.
   */
  private void stitch(long at, long to, long youngest) {
    try {
      while (at != NONE) {
        int slot = slot(at);
        if (at + 1 == to) {
          cells.combine(OUT, slot, OUT);
        } else {
          cells.combine(OUT, partial, slot, OUT);
        }
        partial.copy(slot, cells, OUT, 1);
        long before = next.get(slot);
        next.set(slot, youngest);
        to = at;
        at = before;
      }
    } finally {
      while (at != NONE) {
        long before = next.get(slot(at));
        next.set(slot(at), to);
        to = at;
        at = before;
      }
    }
  }

  @Override
  protected boolean aggregate(long from, long to) {
    throw Refusal.of(algorithm(), "answer a range query", Trait.RANGE_QUERY);
  }

  @Override
  public long bytes() {
    return super.bytes() + next.bytes() + partial.bytes();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    for (long p = head; p < tail - 1; p++) {
      long to = next.get(slot(p));
      if (to <= p || to >= tail) {
        throw new AssertionError(
            "(3) broken: " + (p - head) + " points to " + (to - head) + " of " + size());
      }
    }
    for (long p = tail - 2; p >= head && aggregation().is(Property.EXACT); p--) {
      check(p, next.get(slot(p)));
    }
  }

  /** Checks (4) at one position, by hopping: nothing in between points beyond. */
  private void check(long p, long end) {
    cells.copy(OUT, slot(p));
    long at = p + 1;
    while (at < end) {
      long to = next.get(slot(at));
      if (to == at + 1) {
        cells.combine(OUT, OUT, slot(at));
      } else {
        cells.combine(OUT, OUT, partial, slot(at));
      }
      at = to;
    }
    if (at > end) {
      throw new AssertionError(
          "(3) broken: "
              + (p - head)
              + " points to "
              + (end - head)
              + ", one in between to "
              + (at - head));
    }
    if (end > p + 1) {
      cells.copy(C, partial, slot(p), 1);
      checkSame(
          OUT, C, "(4) broken: the partial aggregate from " + (p - head) + " to " + (end - head));
    }
  }
}
