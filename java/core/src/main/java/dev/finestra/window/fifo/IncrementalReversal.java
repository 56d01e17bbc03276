package dev.finestra.window.fifo;

import static dev.finestra.window.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import dev.finestra.window.Ring;

/**
 * What DABA and DABA Lite share: the pointers, and the step that each insert and evict takes
 * towards the next flip.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, sections 5
 * and 6. The pointers stand in the order F ≤ L ≤ R ≤ A ≤ B ≤ E, where F is {@code head} and E is
 * {@code end}; each begins the sublist of its letter, and the front list F reaches to B.
 *
 * <p>Costs: one step (singleton, flip, shift, shrink) for each single insert and evict. A bulk
 * takes as many steps, those of a kind together; an evict of the whole front rebuilds from the
 * back, which is the shorter list, instead.
 *
 * <p>Invariants: the size invariants of both papers' sections, F empty and B empty, or (S1) |L| +
 * |R| + |A| + 1 = |F| − |B| and (S2) |L| = |R|.
 *
 * <p>When user code throws in an insert or evict, the window closes.
 *
 * <p>One thread at a time.
 */
abstract class IncrementalReversal<O> extends Ring<O> {
  protected int l;
  protected int r;
  protected int a;
  protected int b;

  IncrementalReversal(Algorithm algorithm, Aggregation<O> aggregation, boolean two) {
    super(algorithm, aggregation, 0, two);
  }

  /** Combines IN into the youngest slot, which is in the back list. */
  protected abstract void combineYoungest(int youngest);

  /** Puts IN, at this time, at the end of the back list. */
  protected abstract void push(long time);

  /** Puts many at the end of the back list. */
  protected abstract void pushAll(long[] times, int from, Cells<O> values, int at, int count);

  /** The back list became the right one. */
  protected void flipped() {}

  /** Moves the first slot of L to the front and the last one of R to A. */
  protected abstract void shrink();

  /** So many shrinks at once, where the first slots of L, so many, are evicted already. */
  protected abstract void shrink(int count, int gone);

  /** Aggregates all slots, which were the back list, towards the end. */
  protected abstract void reverse();

  @Override
  protected final void insertLifted(long time) {
    if (meetsYoungest(time)) {
      if (b != end) {
        combineYoungest(plus(end, -1));
        return;
      }
      duplicate();
    }
    push(time);
    fixup();
  }

  @Override
  protected final void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    for (int n; count > 0; count -= n, from += n, at += n) {
      if (head == end || l == b) {
        n = 1;
        cells.copy(IN, values, at, 1);
        push(times[from]);
        fixup();
      } else {
        n = Math.min(count, alike());
        pushAll(times, from, values, at, n);
        fixup(n, 0);
      }
    }
  }

  @Override
  protected final void pop(int count) {
    if (count == 1) {
      drop(1);
      fixup();
    } else if (count >= ((b - head) & CIRCLE)) {
      drop(count);
      rebuild();
    } else {
      popSome(count);
    }
  }

  /** Evicts fewer slots than the front list has. */
  private void popSome(int count) {
    for (int n; count > 0; count -= n) {
      if (l == b) {
        n = 1;
        drop(1);
        fixup();
      } else {
        n = Math.min(count, alike());
        int kept = (l - head) & CIRCLE;
        drop(n);
        fixup(n, Math.max(0, n - kept));
      }
    }
  }

  /** Restores S1 after one insert or evict. */
  private void fixup() {
    if (head == b) { // singleton, or empty
      l = r = a = b = end;
      return;
    }
    if (l == b) { // flip
      l = head;
      a = end;
      b = end;
      flipped();
    }
    if (l == r) { // shift
      l = r = a = plus(l, 1);
    } else {
      shrink();
      l = plus(l, 1);
      a = plus(a, -1);
    }
  }

  /** How many steps before the next flip are of the same kind as the next one. */
  private int alike() {
    return ((l == r ? b : r) - l) & CIRCLE;
  }

  /** Restores S1 after so many inserts or evicts, which are {@link #alike}. */
  private void fixup(int count, int gone) {
    if (l == r) {
      l = r = a = plus(l, count);
    } else {
      shrink(count, gone);
      l = plus(l, count);
      a = plus(a, -count);
    }
  }

  /** Restores all invariants when nothing but the back list is left, or part of it. */
  private void rebuild() {
    reverse();
    b = end;
    l = r = a = head == end ? end : plus(head, 1);
  }

  @Override
  protected final void reset() {
    super.reset();
    l = r = a = b = end;
  }

  /** Which of the size invariants is broken; null when none is. */
  protected final String brokenSize() {
    int f = 0;
    for (int pointer : new int[] {l, r, a, b, end}) {
      int next = (pointer - head) & CIRCLE;
      if (next < f) {
        return "F ≤ L ≤ R ≤ A ≤ B ≤ E";
      }
      f = next;
    }
    int front = (b - head) & CIRCLE;
    int back = (end - b) & CIRCLE;
    if (front == 0 && back == 0) {
      return null;
    }
    if (((b - l) & CIRCLE) + 1 != front - back) {
      return "S1";
    }
    return ((r - l) & CIRCLE) == ((a - r) & CIRCLE) ? null : "S2";
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    String broken = brokenSize();
    require(broken == null, broken, l, "pointers in another order or at other distances");
  }
}
