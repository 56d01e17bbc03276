package dev.finestra.window.fifo;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OLDEST;
import static dev.finestra.window.Cells.OUT;
import static dev.finestra.window.Cells.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import dev.finestra.window.InOrder;
import dev.finestra.window.Ledger;
import dev.finestra.window.Residence;
import java.util.Set;

/**
 * Two-Stacks: a front stack whose top is the oldest slot and a back stack whose top is the
 * youngest, each slot with its value and the aggregate of its stack from itself down.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 3.
 * The stacks lie bottom to bottom in one queue; the front is head to back, the back is back to end.
 *
 * <p>Costs: insert and query one combine; evict amortised one, at most n. A bulk of m: insert m
 * combines; evict O(log m) for the search and no combine, unless it takes more than the front: then
 * one flip of what remains.
 *
 * <p>Invariants: (1) val of each slot is its own value; (2) agg of a slot of the front is the
 * aggregate from itself to the end of the front; (3) agg of a slot of the back is the aggregate
 * from the beginning of the back to itself.
 *
 * <p>When user code throws in an insert or evict, the window closes; in a query, nothing changes.
 *
 * <p>One thread at a time.
 */
final class TwoStacks<O> extends InOrder<O> {
  /** The agg of the youngest slot, once more, at hand. */
  private static final int AGG_B = Cells.A;

  private int back;

  TwoStacks(Algorithm algorithm, Aggregation<O> aggregation, Residence residence) {
    super(algorithm, aggregation, 0, true, residence);
  }

  static Algorithm describe(String name) {
    return new Algorithm(
        name,
        Set.of(Trait.KEEPS_ENTRIES, Trait.NATIVE_BULK_EVICT),
        "O(1)",
        "O(1) amortised, O(n) worst",
        "O(m)",
        "O(log m) amortised, O(n) worst",
        "O(1)",
        "2n",
        "DABA 3");
  }

  @Override
  protected void insertLifted(long time) {
    if (meetsYoungest(time)) {
      if (back != end) {
        int youngest = plus(end, -1);
        cells.combine(youngest, youngest, IN);
        cells.combine(AGG_B, AGG_B, IN);
        aggs.copy(youngest, cells, AGG_B, 1);
        return;
      }
      duplicate();
    }
    int slot = append(time);
    cells.put(YOUNGEST, slot, IN);
    cells.gather(AGG_B, IN, slot == back);
    aggs.copy(IN, cells, AGG_B, 1);
    aggs.put(YOUNGEST, slot, IN);
  }

  @Override
  protected void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    int slot = end;
    appendAll(times, from, values, at, count);
    aggs.copy(slot, cells, slot, count);
    if (slot == back) {
      aggs.prefixes(slot + 1, slot + 1, count - 1, slot);
    } else {
      aggs.prefixes(slot, slot, count, plus(slot, -1));
    }
    cells.copy(AGG_B, aggs, plus(end, -1), 1);
  }

  @Override
  protected void pop() {
    boolean due = head == back;
    drop();
    if (due) {
      flip();
    }
  }

  @Override
  protected void pop(int count) {
    int front = (back - head) & CIRCLE;
    drop(count);
    if (count > front) {
      flip();
    }
  }

  /** Makes all that is left the front, restoring (2). */
  private void flip() {
    aggs.copy(head, cells, head, count());
    aggs.suffixes(head, head, count());
    back = end;
  }

  @Override
  protected boolean aggregateAtOnce() {
    if (head == back || back == end) {
      return false;
    }
    aggs.take(IN, OLDEST, first());
    cells.combine(OUT, aggs, IN, AGG_B);
    return true;
  }

  @Override
  protected void aggregate() {
    if (head == back) {
      cells.copy(OUT, AGG_B);
      return;
    }
    aggs.take(OUT, OLDEST, first());
    cells.copy(OUT, aggs, OUT, 1);
    if (back != end) {
      cells.combine(OUT, OUT, AGG_B);
    }
  }

  @Override
  protected void reset() {
    super.reset();
    back = end;
  }

  @Override
  protected void keep(Ledger<O> ledger) {
    super.keep(ledger);
    back = ledger.slot(back);
    ledger.register(cells, AGG_B, back != end);
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    int front = (back - head) & CIRCLE;
    require(front <= count(), "2", back, "the back begins outside of the queue");
    Recomputed<O> recomputed = new Recomputed<>(cells);
    for (int i = front - 1; i >= 0; i--) {
      int slot = plus(head, i);
      recomputed.unshift(cells, slot);
      require(recomputed.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
    recomputed.clear();
    for (int slot = back; slot != end; slot = plus(slot, 1)) {
      recomputed.push(cells, slot);
      require(recomputed.equal(aggs, slot), "3", slot, "agg is another aggregate");
    }
    require(back == end || recomputed.equal(cells, AGG_B), "3", back, "aggB is another aggregate");
  }
}
