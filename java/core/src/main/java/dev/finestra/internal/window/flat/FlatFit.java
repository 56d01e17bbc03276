package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.A;
import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;
import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;

/**
 * The flat and fast index traverser: each entry has a pointer to a later one, and the aggregate of
 * the entries from itself up to that one. A query hops from the oldest entry to the youngest, and
 * then lets all entries on its way point to the youngest.
 *
 * <p>Paper: Shein, Chrysanthis and Labrinidis, <em>FlatFIT</em>, with the growing and shrinking
 * circular buffer of the DABA paper, sections 7 and 8.1: pointers are positions, which resizing
 * does not change. Departures: the aggregates exclude the youngest entry, so that equal times can
 * still be added to it. The way is not kept on a stack: the pointers on it are reversed on the way
 * there, and set on the way back. The oldest entry keeps its pointer, since it is evicted first.
 * The position that most of the oldest entries point to, the hub, is remembered.
 *
 * <p>Costs: insert and evict O(1) without a combine; query amortized O(1) combines, at worst n.
 * Space: 2n partial results, since the entries' own are kept, and n pointers.
 *
 * <p>Invariants: (1) and (2) of {@link PositionedEntries}; (3) each position p before the youngest
 * points to a later position q, at most to the youngest, and no position between p and q points
 * beyond q; (4) if q is not p + 1, the partial result at p is the aggregate of [p, q); (5) while
 * the hub is not evicted, register B is the aggregate of [hub, hubTo).
 *
 * <p>When user code throws: a query keeps the pointers that it has set and restores the others.
 */
final class FlatFit<O> extends PositionedEntries<O> {
  private static final long NONE = -1;

  /** The register of the hub's aggregate up to hubTo. */
  private static final int HUB = Cells.B;

  private final LongChunks next = new LongChunks(4, LongChunks.WORD_BITS);
  private final Cells<O> partial = cells.fresh(0, 4);

  /**
   * Positions from here on point to the next one; {@code next} contains only the pointers before
   * it.
   */
  private long linked;

  /** The position that the oldest entry usually points to. */
  private long hub = NONE;

  private long hubTo = NONE;

  /** The head's chunk of next. */
  private long[] headNext;

  /** The lengths of chunks of next and of cells, less one. */
  private int nextMask;

  private int cellsMask;

  /** The end of the positions for which {@code next} and {@code partial} have room. */
  private long nextMade;

  private long partialMade;

  FlatFit(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, Cells.of(aggregation, 0, 4));
  }

  @Override
  void reachHead() {
    headNext = next.chunk(slot(head));
    nextMask = (1 << next.shift()) - 1;
    partial.reach(OLDEST, slot(head));
    cellsMask = (1 << cells.chunks().shift()) - 1;
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
  void leave(long to, boolean chunks) {
    if (chunks) {
      Room.release(next, head, to);
      Room.leave(partial, head, to);
    } else {
      partial.forget(slot(head), (int) (to - head));
    }
  }

  @Override
  protected void insertLifted(long time) {
    if (isYoungest(time)) {
      combineYoungest();
    } else {
      append(time);
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    appendAll(times, from, count, values);
  }

  /** The position that this one points to. */
  private long pointer(long position) {
    return position < linked ? next.get(slot(position)) : position + 1;
  }

  /** Writes the pointers of positions before {@code end}, each to the next one. */
  private void link(long end) {
    for (long p = Math.max(linked, head); p < end; p++) {
      next.set(slot(p), p + 1);
    }
    linked = Math.max(linked, end);
  }

  @Override
  protected boolean aggregateAtOnce() {
    long youngest = tail - 1;
    if (hubTo + 1 != youngest
        || head + 1 == hub
        || head >= linked
        || headNext[(int) head & nextMask] != hub
        || ((int) youngest & cellsMask) == 0) {
      return false;
    }
    // add the entry before the youngest, which is in the same chunk, to the hub
    cells.take(OUT, YOUNGEST, slot(hubTo));
    cells.combine(OUT, HUB, OUT);
    cells.copy(HUB, OUT);
    hubTo = youngest;
    partial.take(IN, OLDEST, slot(head));
    cells.combine(OUT, partial, IN, HUB);
    cells.take(A, YOUNGEST, slot(youngest));
    cells.combine(OUT, OUT, A);
    return true;
  }

  @Override
  protected void aggregate() {
    long youngest = tail - 1;
    if (head == youngest) {
      cells.copy(OUT, slot(youngest));
      return;
    }
    if (hub == head) {
      leaveHub();
    }
    long to = pointer(head);
    if (to == youngest) {
      take(head, to);
      cells.combine(OUT, OUT, slot(youngest));
      return;
    }
    if (to != hub) {
      changeHub(to, youngest);
    } else if (hubTo != youngest) {
      extendHub(youngest);
    }
    if (head + 1 == to) {
      cells.combine(OUT, slot(head), HUB);
    } else {
      cells.combine(OUT, partial, slot(head), HUB);
    }
    cells.combine(OUT, OUT, slot(youngest));
  }

  /** Makes another position the hub and restores (5). */
  private void changeHub(long to, long youngest) {
    // before the traversal, whose way may lead through the old hub
    leaveHub();
    traverse(to, youngest);
    cells.copy(HUB, OUT);
    hub = to;
    hubTo = youngest;
  }

  /** Lets the hub point to the youngest and restores (5); its register changes last. */
  private void extendHub(long youngest) {
    if (hubTo + 1 < youngest) {
      traverse(hubTo, youngest);
      cells.combine(OUT, HUB, OUT);
    } else {
      cells.combine(OUT, HUB, slot(hubTo));
    }
    cells.copy(HUB, OUT);
    hubTo = youngest;
  }

  /**
   * Writes the hub's pointer and aggregate, unless no query has passed there yet: then it is not
   * worth a pointer.
   */
  private void leaveHub() {
    if (hub >= head && hub < linked) {
      partial.copy(slot(hub), cells, HUB, 1);
      next.set(slot(hub), hubTo);
    }
    hub = NONE;
  }

  /** Leaves the aggregate of [at, to) in OUT; {@code at} points to {@code to}. */
  private void take(long at, long to) {
    if (at + 1 == to) {
      cells.copy(OUT, slot(at));
    } else {
      cells.copy(OUT, partial, slot(at), 1);
    }
  }

  /** Adds the aggregate of [at, to) to the younger one in OUT; {@code at} points to {@code to}. */
  private void join(long at, long to) {
    if (at + 1 == to) {
      cells.combine(OUT, slot(at), OUT);
    } else {
      cells.combine(OUT, partial, slot(at), OUT);
    }
  }

  /**
   * Lets all positions on the way from this one point to the youngest, and leaves the aggregate of
   * [from, youngest) in OUT. The way consists of runs of positions that point to the next one, and
   * of leaps between runs. A run's last pointer is reversed to its first position, and the first
   * pointer to the run before, so the way back needs no stack.
   */
  private void traverse(long from, long youngest) {
    long before = NONE;
    long first = from;
    long last = endOfRun(first, youngest);
    long to = pointer(last);
    while (to != youngest) {
      next.set(slot(last), ~first);
      next.set(slot(first), before);
      before = last;
      first = to;
      last = endOfRun(first, youngest);
      to = pointer(last);
    }
    take(last, to);
    try {
      stitch(first, last, youngest);
      if (last >= linked) {
        link(first);
        linked = youngest;
      }
      while (before != NONE) {
        to = first;
        last = before;
        long turned = next.get(slot(last));
        first = turned < NONE ? ~turned : last;
        before = turned < NONE ? next.get(slot(first)) : turned;
        join(last, to);
        stitch(first, last, youngest);
      }
    } catch (Throwable thrown) {
      boolean stitched = next.get(slot(last)) == youngest;
      turnBack(first, last, stitched ? youngest : to, before);
      throw thrown;
    }
  }

  /**
   * The first position from this one on that does not point to the next one before the youngest.
   */
  private long endOfRun(long from, long youngest) {
    long at = from;
    while (at < linked && at + 1 < youngest && next.get(slot(at)) == at + 1) {
      at++;
    }
    return at < linked ? at : youngest - 1;
  }

  /** Lets positions first to last point to the youngest. OUT holds the aggregate from last on. */
  private void stitch(long first, long last, long youngest) {
    // set pointer and aggregate together, since the next combine may throw
    partial.copy(slot(last), cells, OUT, 1);
    next.set(slot(last), youngest);
    if (first < last) {
      int run = (int) (last - first);
      partial.copy(slot(first), cells, slot(first), run);
      partial.suffixes(slot(first), slot(first), run + 1);
      cells.copy(OUT, partial, slot(first), 1);
    }
    next.fill(slot(first), youngest, (int) (last - first));
  }

  /** Restores the reversed pointers, from the run that pointed to {@code to} backwards. */
  private void turnBack(long first, long last, long to, long before) {
    while (true) {
      next.set(slot(first), first + 1);
      next.set(slot(last), to);
      if (before == NONE) {
        return;
      }
      to = first;
      last = before;
      long turned = next.get(slot(last));
      first = turned < NONE ? ~turned : last;
      before = turned < NONE ? next.get(slot(first)) : turned;
    }
  }

  @Override
  public long bytes() {
    return super.bytes() + next.bytes() + partial.bytes();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    for (long p = head; p < tail - 1; p++) {
      long to = pointer(p);
      if (to <= p || to >= tail) {
        throw new AssertionError(
            "(3) broken: " + (p - head) + " points to " + (to - head) + " of " + size());
      }
    }
    for (long p = tail - 2; p >= head && aggregation().is(Property.EXACT); p--) {
      check(p, pointer(p));
    }
    if (hub >= head && aggregation().is(Property.EXACT)) {
      cells.copy(OUT, slot(hub));
      cells.fold(OUT, slot(hub + 1), (int) (hubTo - hub) - 1);
      checkSame(OUT, HUB, "(5) broken: the hub at " + (hub - head));
    }
  }

  /** Checks (3) and (4) at one position, by hopping to the position that it points to. */
  private void check(long p, long end) {
    cells.copy(OUT, slot(p));
    long at = p + 1;
    while (at < end) {
      long to = pointer(at);
      if (to == at + 1) {
        cells.combine(OUT, OUT, slot(at));
      } else {
        cells.combine(OUT, OUT, partial, slot(at));
      }
      at = to;
    }
    if (at > end) {
      throw new AssertionError(
          "(3) broken: %s points to %s, one in between to %s"
              .formatted(p - head, end - head, at - head));
    }
    if (end > p + 1) {
      cells.copy(A, partial, slot(p), 1);
      checkSame(
          OUT, A, "(4) broken: the partial result from " + (p - head) + " to " + (end - head));
    }
  }
}
