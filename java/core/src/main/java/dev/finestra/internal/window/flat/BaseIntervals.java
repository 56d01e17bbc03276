package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;

/**
 * Base intervals: the aggregates of the dyadic intervals over the entries' positions; a query
 * combines the few that cover its range.
 *
 * <p>Paper: Arasu and Widom, <em>Resource Sharing in Continuous Sliding-Window Aggregates</em>
 * (B-Int); summed up in the DABA paper, section 8.1. An interval is combined when it is complete.
 * Here an interval with the youngest entry is not complete, since equal times may still be added to
 * that entry.
 *
 * <p>Costs: insert amortized 1 combine, at worst log n; evict none; bulk evict an O(log m) search;
 * query and range query at most 2 log n combines. About 2n partial results.
 *
 * <p>Invariants: (1) and (2) of {@link PositionedEntries}; (3) each node of {@link Levels} that
 * lies inside [head, tail − 1) is its left child ⊗ its right child.
 */
class BaseIntervals<O> extends Levels<O> {
  BaseIntervals(Algorithm algorithm, Aggregation<O> aggregation) {
    this(algorithm, aggregation, 0);
  }

  /** With this many registers for a subclass. */
  BaseIntervals(Algorithm algorithm, Aggregation<O> aggregation, int registers) {
    super(algorithm, Cells.of(aggregation, registers, 4));
  }

  @Override
  protected final void insertLifted(long time) {
    if (isYoungest(time)) {
      combineYoungest();
    } else {
      append(time);
      complete(tail - 1);
    }
  }

  @Override
  protected final void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    long complete = Math.max(head, tail - 1);
    appendAll(times, from, count, values);
    complete(complete, Math.max(head, tail - 1));
  }

  @Override
  protected void aggregate() {
    foldComplete(head, tail);
  }

  @Override
  protected final boolean aggregate(long from, long to) {
    long first = from(from);
    long last = after(to);
    if (first < last) {
      foldComplete(first, last);
    }
    return first < last;
  }

  /** Leaves the aggregate of [first, last) in OUT, from nodes without the youngest entry. */
  private void foldComplete(long first, long last) {
    if (last < tail) {
      fold(first, last, MOST);
    } else if (first == last - 1) {
      cells.copy(OUT, slot(first));
    } else {
      fold(first, last - 1, MOST);
      cells.combine(OUT, OUT, slot(last - 1));
    }
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    checkNodes(head, tail - 1, MOST, "(3)");
  }
}
