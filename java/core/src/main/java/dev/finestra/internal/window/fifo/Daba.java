package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;
import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Storage;

/**
 * DABA, the De-Amortized Banker's Aggregator: each slot has its value and a partial result.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 5.
 *
 * <p>Costs: query at most one combine, insert three, evict two; on average one, two and one. (In
 * the paper, insert takes four and evict three, on average 2.5 and 1.5; S4 makes the difference.) A
 * bulk of m: O(m) combines.
 *
 * <p>Invariants: those of {@link IncrementalReversal}, which has the algorithm; (1) val of each
 * slot is its own value; (2) agg of a slot is the aggregate of values: before L and in A from
 * itself to B, in L from itself to R, in R from R to itself, in B from B to itself.
 */
final class Daba<O> extends IncrementalReversal<O> {
  Daba(Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    super(algorithm, aggregation, true, storage);
  }

  @Override
  protected void shrink(int l, int last) {
    cells.prepend(LAST_OF_R, last, AGG_A);
    aggs.copy(IN, cells, AGG_A, 1);
    aggs.put(LAST_OF_R, last, IN);
    aggs.extend(FIRST_OF_L, l, AGG_RA);
  }

  @Override
  protected void pushed(int slot) {
    aggs.copy(IN, cells, AGG_B, 1);
    aggs.put(YOUNGEST, slot, IN);
  }

  @Override
  protected boolean aggregateAtOnce() {
    if (b == end) {
      return false;
    }
    aggs.take(IN, OLDEST, first());
    cells.combine(OUT, aggs, IN, AGG_B);
    return true;
  }

  @Override
  protected void aggregate() {
    aggs.take(OUT, OLDEST, first());
    cells.copy(OUT, aggs, OUT, 1);
    if (b != end) {
      cells.combine(OUT, OUT, AGG_B);
    }
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    checkTowards(head, l(), b);
    checkTowards(l(), r, r);
    checkFrom(r, a());
    checkTowards(a(), b, b);
    checkFrom(b, end);
  }

  /** Checks (2) for slots [from, to), whose aggregates all end at {@code reach}. */
  private void checkTowards(int from, int to, int reach) {
    Recomputed<O> agg = new Recomputed<>(cells);
    int own = (to - from) & CIRCLE;
    for (int i = own == 0 ? 0 : (reach - from) & CIRCLE; i-- > 0; ) {
      int slot = plus(from, i);
      agg.unshift(cells, slot);
      require(i >= own || agg.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
  }

  /** Checks (2) for slots [from, to), whose aggregates all begin at {@code from}. */
  private void checkFrom(int from, int to) {
    Recomputed<O> agg = new Recomputed<>(cells);
    for (int slot = from; slot != to; slot = plus(slot, 1)) {
      agg.push(cells, slot);
      require(agg.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
  }
}
