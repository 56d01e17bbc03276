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
import dev.finestra.window.Raw;
import dev.finestra.window.Residence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/**
 * Two-Stacks Lite: one queue, whose front sublist is aggregated towards its end, and the aggregate
 * of the back sublist.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 4.
 *
 * <p>Costs: insert and query one combine; evict amortised one, at most n. A bulk of m: insert m
 * combines; evict O(log m) for the search and no combine, unless it takes more than the front: then
 * one flip of what remains.
 *
 * <p>Invariants: (1) a slot of the front, head to back, holds the aggregate from itself to the end
 * of the front; (2) a slot of the back, back to end, holds its own value; (3) aggB is the aggregate
 * of the back, when that is not empty.
 *
 * <p>When user code throws in an insert or evict, the window closes; in a query, nothing changes.
 *
 * <p>One thread at a time.
 */
final class TwoStacksLite<O> extends InOrder<O> implements Raw {
  private static final int AGG_B = Cells.A;

  private int back;

  TwoStacksLite(Algorithm algorithm, Aggregation<O> aggregation, Residence residence) {
    super(algorithm, aggregation, 0, false, residence);
  }

  static Algorithm describe(String name) {
    return new Algorithm(
        name,
        Set.of(Trait.NATIVE_BULK_EVICT),
        "O(1)",
        "O(1) amortised, O(n) worst",
        "O(m)",
        "O(log m) amortised, O(n) worst",
        "O(1)",
        "n + 1",
        "DABA 4");
  }

  @Override
  protected void insertLifted(long time) {
    if (meetsYoungest(time)) {
      if (back != end) {
        int youngest = plus(end, -1);
        cells.combine(youngest, youngest, IN);
        cells.combine(AGG_B, AGG_B, IN);
        return;
      }
      duplicate();
    }
    int slot = append(time);
    cells.put(YOUNGEST, slot, IN);
    cells.gather(AGG_B, IN, slot == back);
  }

  @Override
  protected void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    int slot = end;
    appendAll(times, from, values, at, count);
    if (slot == back) {
      cells.copy(AGG_B, slot);
      slot = plus(slot, 1);
      count--;
    }
    cells.fold(AGG_B, slot, count);
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

  /** Makes all that is left the front, restoring (1). */
  private void flip() {
    cells.suffixes(head, head, count());
    back = end;
  }

  @Override
  protected boolean aggregateAtOnce() {
    if (head == back) {
      return false;
    }
    cells.join(OUT, OLDEST, first(), AGG_B, back == end);
    return true;
  }

  @Override
  protected void aggregate() {
    if (!aggregateAtOnce()) {
      cells.copy(OUT, AGG_B);
    }
  }

  @Override
  protected void reset() {
    super.reset();
    back = end;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    writeSlots(out);
    out.writeInt((back - head) & CIRCLE);
    if (back != end) {
      cells.write(AGG_B, out);
    }
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    readSlots(in, limit);
    back = plus(head, readCount(in, 0, count()));
    if (back != end) {
      cells.read(AGG_B, in);
    }
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
    require(((back - head) & CIRCLE) <= count(), "1", back, "the back begins outside of the queue");
    Recomputed<O> recomputed = new Recomputed<>(cells);
    for (int slot = back; slot != end; slot = plus(slot, 1)) {
      recomputed.push(cells, slot);
    }
    require(back == end || recomputed.equal(cells, AGG_B), "3", back, "aggB is another aggregate");
  }
}
