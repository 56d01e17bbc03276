package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;
import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Storage;

/**
 * Subtract-on-Evict: a queue of values and their aggregate, from which the inverse removes the
 * oldest value.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, the related
 * work of section 8.1.
 *
 * <p>Costs: insert one combine, evict one inverse, query none. A bulk of m: insert m combines;
 * evict the smaller of m inverses and n − m combines.
 *
 * <p>Invariants: (1) each slot holds its own value; (2) the total is the aggregate of all slots, if
 * there are any. If combines are not exact, (2) holds up to rounding errors; they vanish when the
 * window becomes empty.
 */
final class SubtractOnEvict<O> extends InOrder<O> {
  private static final int TOTAL = Cells.A;

  SubtractOnEvict(Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    super(algorithm, aggregation, false, storage);
  }

  @Override
  protected void insertLifted(long time) {
    if (meetsYoungest(time)) {
      int youngest = plus(end, -1);
      cells.combine(youngest, youngest, IN);
      cells.combine(TOTAL, TOTAL, IN);
      return;
    }
    boolean first = head == end;
    cells.put(YOUNGEST, append(time), IN);
    cells.gather(TOTAL, IN, first);
  }

  @Override
  protected void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    boolean first = isEmpty();
    int slot = end;
    appendAll(times, from, values, at, count);
    if (first) {
      recompute();
    } else {
      cells.fold(TOTAL, slot, count);
    }
  }

  @Override
  protected void pop() {
    cells.uncombine(TOTAL, OLDEST, first());
    drop();
  }

  @Override
  protected void pop(int count) {
    if (count > count() - count) {
      drop(count);
      recompute();
      return;
    }
    for (int i = 0; i < count; i++) {
      cells.uncombine(TOTAL, TOTAL, plus(head, i));
    }
    drop(count);
  }

  /** Restores (2) from the slots. */
  private void recompute() {
    if (head != end) {
      cells.copy(TOTAL, head);
      cells.fold(TOTAL, plus(head, 1), count() - 1);
    }
  }

  @Override
  protected boolean aggregateAtOnce() {
    cells.copy(OUT, TOTAL);
    return true;
  }

  @Override
  protected void aggregate() {
    cells.copy(OUT, TOTAL);
  }

  @Override
  protected void keep(HeaderFields<O> header) {
    super.keep(header);
    header.register(cells, TOTAL, head != end);
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    Recomputed<O> total = new Recomputed<>(cells);
    for (int slot = head; slot != end; slot = plus(slot, 1)) {
      total.push(cells, slot);
    }
    require(total.equal(cells, TOTAL), "2", head, "the total is another aggregate");
  }
}
