package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.C;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;

/**
 * The reactive aggregator: a flat perfect binary tree over the entries (FlatFAT), which a query
 * brings up to date: it propagates all changes since the last query, level by level.
 *
 * <p>Paper: <em>General Incremental Sliding-Window Aggregation</em>, sections 4 (FlatFAT, change
 * propagation) and 5 (the window in it). In the paper the leaves are a circular buffer of fixed
 * size; here positions rise without end, and each level of the tree is a ring. If the window
 * straddles two subtrees (the paper's inverted buffer), both tops are kept and combined in order.
 * Resizing moves chunks of a level, but changes no node, so nothing is rebuilt.
 *
 * <p>Costs: insert and evict O(1) without a combine; the query after m changes O(m + m log(n/m))
 * combines, and since all changes are at the two ends, at most m + 2 log n; range query O(log n).
 * Space: about 2n partial results.
 *
 * <p>Invariants: (1) and (2) of {@link PositionedEntries}; (3) each node of levels 1 to top that
 * overlaps [seen head, seen tail) is its left child ⊗ its right child, or a copy of the only child
 * that overlaps it; (4) top is the lowest level at which at most two nodes overlap that range.
 *
 * <p>When user code throws: a query changes only nodes that the next query recombines anyway.
 */
final class Reactive<O> extends Levels<O> {
  /** The head and the tail that the nodes are up to date with. */
  private long seenHead;

  private long seenTail;
  private int top;

  Reactive(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, Cells.of(aggregation, 0, 4));
  }

  @Override
  protected void insertLifted(long time) {
    if (isYoungest(time)) {
      combineYoungest();
      seenTail = Math.min(seenTail, tail - 1);
    } else {
      append(time);
    }
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    appendAll(times, from, count, values);
  }

  /**
   * Restores (3) and (4): recombines, from the bottom up, all nodes that changed since the last
   * query.
   */
  private void propagate() {
    if (seenHead == head && seenTail == tail) {
      return;
    }
    long last = tail - 1;
    int now = 0;
    while ((last >>> now) - (head >>> now) > 1) {
      now++;
    }
    long changed = Math.max(seenTail, head);
    int k = 0;
    while (k < now) {
      if (k < top && changed >>> (k + 1) >= last >>> (k + 1)) {
        int to = Math.min(top, now);
        climb(k, to, changed);
        k = to;
      } else {
        k++;
        long first = k > top ? head >>> k : changed >>> k;
        if (seenHead != head && first > head >>> k) {
          recombine(k, head >>> k, head >>> k);
        }
        recombine(k, first, last >>> k);
      }
    }
    top = now;
    seenHead = head;
    seenTail = tail;
  }

  /** Recombines the oldest and the youngest nodes above a level, if no others changed. */
  private void climb(int from, int to, long changed) {
    if (seenHead != head) {
      climb(from, to, head >>> from, true);
    }
    if (changed < tail) {
      climb(from, to, (tail - 1) >>> from, false);
    }
  }

  /**
   * Recombines nodes first to last of a level from their children; the outer two may have only one
   * child.
   */
  private void recombine(int k, long first, long last) {
    Cells<O> level = level(k);
    Cells<O> below = level(k - 1);
    if (2 * first < head >>> (k - 1)) {
      level.copy(slot(first), below, slot(2 * first + 1), 1);
      first++;
    }
    if (first <= last && 2 * last + 1 > (tail - 1) >>> (k - 1)) {
      level.copy(slot(last), below, slot(2 * last), 1);
      last--;
    }
    if (first <= last) {
      level.pairs(slot(first), below, slot(2 * first), (int) (last - first) + 1);
    }
  }

  @Override
  protected void aggregate() {
    propagate();
    Cells<O> level = level(top);
    cells.copy(OUT, level, slot(head >>> top), 1);
    if (head >>> top != (tail - 1) >>> top) {
      cells.combine(OUT, OUT, level, slot((tail - 1) >>> top));
    }
  }

  @Override
  protected boolean aggregate(long from, long to) {
    long first = from(from);
    long last = after(to);
    if (first < last) {
      propagate();
      fold(first, last, top);
    }
    return first < last;
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    long first = Math.max(head, seenHead);
    checkNodes(first, Math.min(tail, seenTail), top, "(3)");
    if (head < tail && seenHead == head && seenTail == tail) {
      for (int k = 1; k <= top; k++) {
        checkEnd(k, head >>> k);
        checkEnd(k, (tail - 1) >>> k);
      }
      if (((tail - 1) >>> top) - (head >>> top) > 1
          || (top > 0 && ((tail - 1) >>> (top - 1)) - (head >>> (top - 1)) <= 1)) {
        throw new AssertionError("(4) broken: the top level is " + top + " at size " + size());
      }
    }
  }

  /** Checks a node at an end of the window; one of its children may be outside. */
  private void checkEnd(int k, long node) {
    Cells<O> below = level(k - 1);
    boolean left = 2 * node >= head >>> (k - 1);
    boolean right = 2 * node + 1 <= (tail - 1) >>> (k - 1);
    cells.copy(OUT, below, slot(left ? 2 * node : 2 * node + 1), 1);
    if (left && right) {
      cells.combine(OUT, OUT, below, slot(2 * node + 1));
    }
    cells.copy(C, level(k), slot(node), 1);
    checkSame(OUT, C, "(3) broken: node " + node + " of level " + k);
  }
}
