package dev.finestra.window.flat;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.flat.Room.slot;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import java.util.Set;

/**
 * Base intervals: the aggregates of the dyadic intervals over the entries' positions; a query
 * combines the few that cover its range.
 *
 * <p>Paper: Arasu and Widom, <em>Resource Sharing in Continuous Sliding-Window Aggregates</em>
 * (B-Int); summed up in the DABA paper, section 8.1. An interval is combined when it is complete;
 * here that leaves out the youngest entry, to which equal times may still be added.
 *
 * <p>Costs: insert amortized 1 combine, at worst log n; evict none; bulk evict an O(log m) search;
 * query and range query at most 2 log n combines. About 2n partial aggregates.
 *
 * <p>Invariants: (1) and (2) of {@link Entries}; (3) each node of {@link Levels} that lies inside
 * [head, tail − 1) is its left child ⊗ its right child.
 *
 * <p>When user code throws: a query changes nothing; an insert closes the window.
 *
 * <p>One thread at a time.
 */
final class BaseIntervals<O> extends Leaves<O> {
  BaseIntervals(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, Cells.of(aggregation, 0, 4));
  }

  static Algorithm describe(String name) {
    return new Algorithm(
        name,
        Set.of(Trait.NATIVE_BULK_EVICT, Trait.RANGE_QUERY, Trait.KEEPS_ENTRIES),
        "amortized O(1), worst O(log n)",
        "O(1), no combine",
        "O(m + log n)",
        "O(log m) search, no combine",
        "O(log n)",
        "2n",
        "B-Int, VLDB 2004");
  }

  @Override
  protected void insertLifted(long time) {
    if (isYoungest(time)) {
      int youngest = slot(tail - 1);
      cells.combine(youngest, youngest, IN);
    } else {
      append(time);
      levels.complete(head, tail - 2, tail - 1);
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    appendAndComplete(times, from, count, values);
  }

  @Override
  protected void aggregate() {
    foldComplete(head, tail);
  }

  @Override
  protected boolean aggregate(long from, long to) {
    long first = from(from);
    long last = after(to);
    if (first < last) {
      foldComplete(first, last);
    }
    return first < last;
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    levels.check(this, head, tail - 1, Levels.MOST, "(3)");
  }
}
