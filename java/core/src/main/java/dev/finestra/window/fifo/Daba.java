package dev.finestra.window.fifo;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import java.util.Set;

/**
 * DABA, the De-Amortized Banker's Aggregator: Two-Stacks whose flip is done a step at a time, ahead
 * of its need.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 5.
 *
 * <p>Costs: query at most one combine, insert four, evict three; on average one, 2.5 and 1.5. A
 * bulk of m: O(m) combines.
 *
 * <p>Invariants: S1 and S2 of {@link IncrementalReversal}; (1) val of each slot is its own value;
 * (2) agg of a slot is the aggregate of values: before L and in A from itself to B, in L from
 * itself to R, in R from R to itself, in B from B to itself.
 *
 * <p>When user code throws in an insert or evict, the window closes; in a query, nothing changes.
 *
 * <p>One thread at a time.
 */
final class Daba<O> extends IncrementalReversal<O> {
  /** While shrinking: the aggregate of R and A, which moving A leaves as it is. */
  private static final int AGG_RA = Cells.A;

  Daba(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, aggregation, true);
  }

  static Algorithm describe(String name) {
    return new Algorithm(
        name, Set.of(Trait.KEEPS_ENTRIES), "O(1)", "O(1)", "O(m)", "O(m)", "O(1)", "2n", "DABA 5");
  }

  @Override
  protected void combineYoungest(int youngest) {
    aggs.copy(IN, cells, IN, 1);
    cells.combine(youngest, youngest, IN);
    aggs.combine(youngest, youngest, IN);
  }

  @Override
  protected void push(long time) {
    int slot = append(time);
    cells.copy(slot, IN);
    if (slot == b) {
      aggs.copy(slot, cells, IN, 1);
    } else {
      aggs.copy(IN, cells, IN, 1);
      aggs.combine(slot, plus(slot, -1), IN);
    }
  }

  @Override
  protected void pushAll(long[] times, int from, Cells<O> values, int at, int count) {
    int slot = end;
    appendAll(times, from, values, at, count);
    aggs.copy(slot, cells, slot, count);
    if (slot == b) {
      aggs.prefixes(slot + 1, slot + 1, count - 1, slot);
    } else {
      aggs.prefixes(slot, slot, count, plus(slot, -1));
    }
  }

  @Override
  protected void shrink() {
    int last = plus(a, -1);
    aggs.combine(l, l, last);
    if (a == b) {
      aggs.copy(last, cells, last, 1);
    } else {
      aggs.combine(l, l, a);
      aggs.copy(IN, cells, last, 1);
      aggs.combine(last, IN, a);
    }
  }

  @Override
  protected void shrink(int count, int gone) {
    int first = plus(a, -count);
    aggs.copy(AGG_RA, plus(a, -1));
    if (a != b) {
      aggs.combine(AGG_RA, AGG_RA, a);
    }
    for (int i = gone; i < count; i++) {
      aggs.combine(plus(l, i), plus(l, i), AGG_RA);
    }
    aggs.copy(first, cells, first, count);
    aggs.suffixes(first, first, a == b ? count : count + 1);
  }

  @Override
  protected void reverse() {
    aggs.copy(head, cells, head, count());
    aggs.suffixes(head, head, count());
  }

  @Override
  protected void aggregate() {
    if (b == end) {
      cells.copy(OUT, aggs, head, 1);
    } else {
      aggs.combine(OUT, head, plus(end, -1));
      cells.copy(OUT, aggs, OUT, 1);
    }
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    checkTowards(head, l, b);
    checkTowards(l, r, r);
    checkFrom(r, a);
    checkTowards(a, b, b);
    checkFrom(b, end);
  }

  /** Checks (2) where agg reaches from its slot to some end. */
  private void checkTowards(int from, int to, int reach) {
    Recomputed<O> agg = new Recomputed<>(cells);
    int most = (reach - from) & CIRCLE;
    int own = (to - from) & CIRCLE;
    for (int i = most - 1; i >= 0 && own > 0; i--) {
      int slot = plus(from, i);
      agg.unshift(cells, slot);
      require(i >= own || agg.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
  }

  /** Checks (2) where agg reaches from the beginning of a sublist to its slot. */
  private void checkFrom(int from, int to) {
    Recomputed<O> agg = new Recomputed<>(cells);
    for (int slot = from; slot != to; slot = plus(slot, 1)) {
      agg.push(cells, slot);
      require(agg.equal(aggs, slot), "2", slot, "agg is another aggregate");
    }
  }
}
