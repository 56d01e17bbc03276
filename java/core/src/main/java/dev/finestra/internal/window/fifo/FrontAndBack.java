package dev.finestra.internal.window.fifo;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Storage;

/**
 * The base of Two-Stacks and Two-Stacks Lite: two stacks, bottom to bottom in one queue.
 *
 * <pre>
 *   head             back           end
 *    | v0  v1  v2  v3 | v4  v5  v6 |
 *      front: slot i has the aggregate from i to the end of the front
 *                       back: AGG_B is the aggregate of all of it
 * </pre>
 *
 * <p>When the front is used up, a flip makes the whole back the front, in n combines.
 *
 * <p>Costs: insert and query one combine; evict amortized one, at most n. A bulk of m: insert m
 * combines; evict O(log m) for the search and no combine, unless it evicts more than the front:
 * then it flips the rest.
 *
 * <p>Invariants: (B) the back begins inside of the queue, and aggB is the aggregate of the back,
 * unless that is empty. The two classes say what the slots hold.
 */
abstract class FrontAndBack<O> extends AggregatedQueue<O> {
  /** The first slot of the back. */
  protected int back;

  FrontAndBack(Algorithm algorithm, Aggregation<O> aggregation, boolean two, Storage storage) {
    super(algorithm, aggregation, two, storage);
  }

  @Override
  protected final void insertLifted(long time) {
    if (meetsYoungest(time)) {
      if (back != end) {
        extendYoungest();
        return;
      }
      duplicate();
    }
    push(time, back);
  }

  @Override
  protected final void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    pushAll(times, from, values, at, count, back);
  }

  @Override
  protected final void pop() {
    boolean due = head == back;
    drop();
    if (due) {
      flip();
    }
  }

  @Override
  protected final void pop(int count) {
    int front = (back - head) & CIRCLE;
    drop(count);
    if (count > front) {
      flip();
    }
  }

  /** Makes all remaining slots the front. */
  private void flip() {
    aggregateAll();
    back = end;
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    require(((back - head) & CIRCLE) <= count(), "B", back, "the back begins outside of the queue");
    Recomputed<O> recomputed = new Recomputed<>(cells);
    for (int slot = back; slot != end; slot = plus(slot, 1)) {
      recomputed.push(cells, slot);
      checkBack(slot, recomputed);
    }
    require(recomputed.equal(cells, AGG_B), "B", back, "aggB is another aggregate");
  }

  /**
   * Checks the aggregate in a slot of the back, given the aggregate of the back up to that slot.
   */
  void checkBack(int slot, Recomputed<O> upTo) {}

  @Override
  protected final void reset() {
    super.reset();
    back = end;
  }

  @Override
  protected final void keep(HeaderFields<O> header) {
    super.keep(header);
    back = header.slot(back);
    header.register(cells, AGG_B, back != end);
  }
}
