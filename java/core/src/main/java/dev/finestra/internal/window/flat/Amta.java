package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.B;
import static dev.finestra.internal.window.slots.Cells.C;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.slots.Cells;

/**
 * The amortized monoid tree aggregator: a binary tree over the entries, which a cut divides in two.
 * For the older part it keeps a stack of subtrees along the tree's left edge, each combined with
 * everything between it and the cut. For the newer part it keeps one aggregate.
 *
 * <p>Paper: Villalba, Berral and Carrera, <em>Constant-Time Sliding Window Framework with Reduced
 * Memory Footprint and Efficient Bulk Evictions</em> (AMTA); summed up in the DABA paper, section
 * 8.1. The tree is that of {@link BaseIntervals}; the stack and the newer part's aggregate are
 * brought up to date by the next query.
 *
 * <p>Costs: insert amortized O(1) combines, at worst log n; evict, and bulk evict after an O(log m)
 * search, only move the head. The next query pops evicted subtrees from the stack and splits one
 * subtree: amortized O(1) combines, at worst O(log n), since each subtree is pushed once and the
 * cut moves, in O(log n), to the position with most trailing zeros. Range query: O(log n). About 2n
 * partial results.
 *
 * <p>Invariants: (1) to (3) of {@link BaseIntervals}; (4) the stack's subtrees follow one another
 * up to the cut, deeper ones being higher, and register FIRST − j holds subtree j ⊗ … ⊗ subtree 0;
 * (5) register B is the aggregate of [cut, seen).
 *
 * <p>When user code throws: a query changes only how much of the stack is filled.
 */
final class Amta<O> extends BaseIntervals<O> {
  /** The first position of each subtree on the stack; the oldest is on top. */
  private final long[] starts = new long[MOST + 1];

  private int depth;
  private long cut;
  private long seen;

  Amta(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, aggregation, MOST + 1);
  }

  /** The register of subtree j of the stack. */
  private static int front(int j) {
    return Cells.FIRST - j;
  }

  @Override
  protected void aggregate() {
    long youngest = tail - 1;
    if (head == youngest) {
      cells.copy(OUT, slot(youngest));
      return;
    }
    if (cut <= head) {
      recut(youngest);
    } else if (seen < youngest) {
      extend(youngest);
    }
    split();
    if (cut < seen) {
      cells.combine(OUT, front(depth - 1), B);
      cells.combine(OUT, OUT, slot(youngest));
    } else {
      cells.combine(OUT, front(depth - 1), slot(youngest));
    }
  }

  /**
   * Chooses a new cut in [head, end), such that the subtrees to its left are few and high; restores
   * (5).
   */
  private void recut(long end) {
    long to = end & -Long.highestOneBit(head ^ end);
    if (to < end) {
      fold(to, end, MOST);
      cells.copy(B, OUT);
    }
    cut = to;
    seen = end;
    depth = 0;
  }

  /** Adds [seen, end) to the aggregate of the part newer than the cut. */
  private void extend(long end) {
    if (seen + 1 == end) {
      cells.copy(OUT, slot(seen));
    } else {
      fold(seen, end, MOST);
    }
    if (cut < seen) {
      cells.combine(OUT, B, OUT);
    }
    cells.copy(B, OUT);
    seen = end;
  }

  /**
   * Pops the subtrees that began before the head, and pushes the remaining parts of the last one;
   * restores (4).
   */
  private void split() {
    while (depth > 0 && starts[depth - 1] < head) {
      depth--;
    }
    long end = depth > 0 ? starts[depth - 1] : cut;
    while (end > head) {
      int k = Math.min(Long.numberOfTrailingZeros(end), 63 - Long.numberOfLeadingZeros(end - head));
      end -= 1L << k;
      if (depth > 0) {
        cells.combine(front(depth), level(k), slot(end >>> k), front(depth - 1));
      } else {
        cells.copy(front(0), level(k), slot(end >>> k), 1);
      }
      starts[depth++] = end;
    }
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    if (cut > head) {
      checkStack();
      if (cut < seen && aggregation().is(Property.EXACT)) {
        fold(cut, seen, MOST);
        checkSame(OUT, B, "(5) broken: the newer part");
      }
    }
  }

  private void checkStack() {
    long end = cut;
    for (int j = 0; j < depth && starts[j] >= head; j++) {
      int k = Long.numberOfTrailingZeros(end - starts[j]);
      if (end - starts[j] != 1L << k || starts[j] >>> k << k != starts[j]) {
        throw new AssertionError(
            "(4) broken: " + starts[j] + " to " + end + " on the stack is no subtree");
      }
      cells.copy(OUT, level(k), slot(starts[j] >>> k), 1);
      if (j > 0) {
        cells.combine(OUT, OUT, front(j - 1));
      }
      cells.copy(C, front(j));
      checkSame(OUT, C, "(4) broken: subtree " + j + " of the stack");
      end = starts[j];
    }
  }
}
