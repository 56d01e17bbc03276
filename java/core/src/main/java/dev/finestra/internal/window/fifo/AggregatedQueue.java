package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Storage;

/**
 * A queue whose slots hold partial results: in a second array next to the values (Two-Stacks,
 * DABA), or in place of values that are no longer needed (the Lite variants).
 *
 * <p>Register {@link #AGG_B} has the aggregate of the whole back sublist.
 *
 * <p>These are methods of the queue, not of an object of their own: Two-Stacks is a tenth faster
 * that way.
 */
abstract class AggregatedQueue<O> extends InOrder<O> {
  /** The register for the aggregate of the back sublist. */
  protected static final int AGG_B = Cells.A;

  /** The array of the partial results. */
  protected final Cells<O> sums = aggs == null ? cells : aggs;

  AggregatedQueue(Algorithm algorithm, Aggregation<O> aggregation, boolean two, Storage storage) {
    super(algorithm, aggregation, two, storage);
  }

  /** Appends IN to the back sublist, which is empty if it begins at {@code end}. */
  protected final void push(long time, int back) {
    int slot = append(time);
    cells.put(YOUNGEST, slot, IN);
    cells.gather(AGG_B, IN, slot == back);
    pushed(slot);
  }

  /** Sets the partial result of the youngest slot, for algorithms with a second array. */
  protected void pushed(int slot) {}

  /** Combines IN into the youngest slot, which is in the back sublist. */
  protected final void extendYoungest() {
    int slot = plus(end, -1);
    cells.combine(slot, slot, IN);
    cells.combine(AGG_B, AGG_B, IN);
    if (aggs != null) {
      aggs.copy(slot, cells, AGG_B, 1);
    }
  }

  /** Appends values to the back sublist, which begins at this slot. */
  protected final void pushAll(
      long[] times, int from, Cells<O> values, int at, int count, int back) {
    int slot = end;
    appendAll(times, from, values, at, count);
    boolean isFirst = slot == back;
    if (aggs == null) {
      if (isFirst) {
        cells.copy(AGG_B, slot);
        slot = plus(slot, 1);
        count--;
      }
      cells.fold(AGG_B, slot, count);
      return;
    }
    toValues(slot, count);
    if (isFirst) {
      aggs.prefixes(slot + 1, count - 1, slot);
    } else {
      aggs.prefixes(slot, count, plus(slot, -1));
    }
    cells.copy(AGG_B, aggs, plus(end, -1), 1);
  }

  /** Sets the aggregate of each slot to its value. */
  protected final void toValues(int from, int count) {
    if (aggs != null) {
      aggs.copy(from, cells, from, count);
    }
  }

  /** Lets each slot hold the aggregate from itself to the youngest. */
  protected final void aggregateAll() {
    toValues(head, count());
    sums.suffixes(head, head, count());
  }
}
