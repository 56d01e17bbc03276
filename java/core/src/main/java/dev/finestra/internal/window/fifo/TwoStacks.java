package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;
import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Storage;

/**
 * Two-Stacks: a front stack whose top is the oldest slot and a back stack whose top is the
 * youngest, each slot with its value and the aggregate of its stack from there down.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 3.
 * Both stacks are in one queue, bottom to bottom; the front is head to back, the back is back to
 * end.
 *
 * <p>Invariants: (1) val of each slot is its own value; (2) agg of a slot of the front is the
 * aggregate from itself to the end of the front; (3) agg of a slot of the back is the aggregate
 * from the beginning of the back to itself. Costs and failures: see {@link FrontAndBack}.
 */
final class TwoStacks<O> extends FrontAndBack<O> {
  TwoStacks(Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    super(algorithm, aggregation, true, storage);
  }

  @Override
  protected void pushed(int slot) {
    aggs.copy(IN, cells, AGG_B, 1);
    aggs.put(YOUNGEST, slot, IN);
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
  public void checkInvariants() {
    super.checkInvariants();
    Recomputed<O> recomputed = new Recomputed<>(cells);
    for (int i = ((back - head) & CIRCLE) - 1; i >= 0; i--) {
      int slot = plus(head, i);
      recomputed.unshift(cells, slot);
      require(recomputed.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
  }

  @Override
  void checkBack(int slot, Recomputed<O> upTo) {
    require(upTo.equal(aggs, slot), "3", slot, "agg is another aggregate");
  }
}
