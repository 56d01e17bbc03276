package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.SlotCursor;
import dev.finestra.internal.window.slots.Storage;

/**
 * The base of DABA and DABA Lite: the flip of Two-Stacks is done in small steps, before it is
 * needed.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, sections 5
 * and 6. The pointers F ≤ L ≤ R ≤ A ≤ B ≤ E rise; each is the start of the sublist with its letter,
 * and the front list F extends to B. F is {@code head} and E is {@code end}. Since |L| = |R| =
 * {@code k}, L is R − k and A is R + k.
 *
 * <p>Costs: one step (singleton, flip, shift, shrink) for each single insert and evict, of which a
 * shrink has two combines and the others none. A bulk takes as many steps, but does successive
 * steps of one kind together. An evict of the whole front rebuilds the lists from the back, which
 * is the shorter one.
 *
 * <p>Invariants: (S1) F ≤ L ≤ R ≤ A ≤ B ≤ E, and A is not empty unless R is, since a flip includes
 * the first shrink; (S2) F and B are empty, or |L| + |R| + |A| + 1 = |F| − |B|; (S3) aggB is the
 * aggregate of B, unless that is empty; (S4) aggRA is the aggregate of R and A, unless R is empty;
 * it does not change until the next flip. In the paper only DABA Lite has it; here DABA uses it
 * too, which saves a combine in each shrink. The two classes say what the slots hold.
 */
abstract class IncrementalReversal<O> extends AggregatedQueue<O> {
  protected static final int AGG_RA = Cells.B;

  /** A copy of the first slot of A, while R is not empty. */
  protected static final int AGG_A = Cells.C;

  /** Where R begins. */
  protected int r;

  /** The number of slots in L, which is also that in R. */
  protected int k;

  /** The number k at which the cursors must move. */
  private int reached;

  /** Where B begins. */
  protected int b;

  /** The cursor at the last slot of R. */
  protected static final SlotCursor LAST_OF_R = SlotCursor.LEFT;

  /** The cursor at the first slot of L. */
  protected static final SlotCursor FIRST_OF_L = SlotCursor.RIGHT;

  IncrementalReversal(
      Algorithm algorithm, Aggregation<O> aggregation, boolean two, Storage storage) {
    super(algorithm, aggregation, two, storage);
  }

  /**
   * Moves the first slot of L to F, whose aggregates extend to B, and the last one of R to A.
   *
   * @param l the first slot of L
   * @param last the last slot of R
   */
  protected abstract void shrink(int l, int last);

  protected final int l() {
    return plus(r, -k);
  }

  protected final int a() {
    return plus(r, k);
  }

  @Override
  protected final void insertLifted(long time) {
    if (!meetsYoungest(time)) {
      push(time, b);
      fixup();
    } else {
      insertEqual(time);
    }
  }

  /**
   * Combines IN into the youngest entry, or gives it a slot of its own if aggregates of many
   * entries contain that entry already.
   */
  private void insertEqual(long time) {
    if (b == end) {
      duplicate();
      push(time, b);
      fixup();
    } else {
      extendYoungest();
    }
  }

  /** Restores S2 after one insert or evict. */
  private void fixup() {
    int pairs = k;
    if (pairs > 0) {
      int last = plus(r, pairs - 1);
      shrink(plus(r, -pairs), last);
      k = --pairs;
      if (pairs == reached) {
        reachInner();
      }
    } else if (r != b) { // shift
      r = plus(r, 1);
    } else {
      begin();
    }
  }

  /** The step when no shrink and no shift is left: singleton or flip. */
  private void begin() {
    if (head == b) { // singleton, or empty
      r = b = end;
      return;
    }
    // flip, with the first shrink, for which A is empty
    k = ((b - head) & CIRCLE) - 1;
    b = end;
    int last = plus(end, -1);
    cells.copy(AGG_A, last);
    toValues(last, 1);
    sums.copy(AGG_RA, cells, AGG_B, 1);
    sums.combine(head, head, AGG_RA);
    reachInner();
  }

  /**
   * Moves the cursors to the next shrinks' slots, for as many shrinks as stay in the same chunks.
   */
  @Override
  protected final void reachInner() {
    if (k == 0) {
      return;
    }
    int last = plus(a(), -1);
    int mask = (1 << cells.chunks().shift()) - 1;
    cells.reach(LAST_OF_R, last);
    sums.reach(LAST_OF_R, last);
    sums.reach(FIRST_OF_L, l());
    reached = k - Math.min(mask + 1 - (l() & mask), (last & mask) + 1);
  }

  @Override
  protected final void pop() {
    drop();
    fixup();
  }

  // Bulks.

  @Override
  protected final void bulkAppend(long[] times, int from, Cells<O> values, int at, int count) {
    for (int n; count > 0; count -= n, from += n, at += n) {
      n = Math.min(count, alike());
      if (n > 0) {
        pushAll(times, from, values, at, n, b);
        fixup(n, 0);
      } else {
        n = 1;
        cells.copy(IN, values, at, 1);
        makeRoom();
        push(times[from], b);
        fixup();
      }
    }
  }

  @Override
  protected final void pop(int count) {
    if (count >= ((b - head) & CIRCLE)) {
      drop(count);
      rebuild();
      return;
    }
    for (int n; count > 0; count -= n) {
      n = Math.min(count, alike());
      if (n > 0) {
        int kept = (l() - head) & CIRCLE;
        drop(n);
        fixup(n, Math.max(0, n - kept));
      } else {
        n = 1;
        drop(1);
        fixup();
      }
    }
  }

  /** The number of steps of the next step's kind, shrinks or shifts; 0 if a flip is due. */
  private int alike() {
    return k > 0 ? k : (b - r) & CIRCLE;
  }

  /**
   * Restores S2 after {@code count} inserts or evicts, whose steps are of one kind. The first
   * {@code gone} slots of L were evicted.
   */
  private void fixup(int count, int gone) {
    if (k == 0) {
      r = plus(r, count);
      return;
    }
    int first = plus(a(), -count);
    toValues(first, count);
    sums.suffixes(first, first, count + 1);
    cells.copy(AGG_A, sums, first, 1);
    for (int i = gone; i < count; i++) {
      int left = plus(r, i - k);
      sums.combine(left, left, AGG_RA);
    }
    k -= count;
    reachInner();
  }

  /** Restores all invariants when only B or a part of it is left. */
  private void rebuild() {
    aggregateAll();
    b = end;
    k = 0;
    r = head == end ? end : plus(head, 1);
  }

  @Override
  protected final void reset() {
    super.reset();
    k = 0;
    r = b = end;
  }

  /** Sets AGG_A and the cursors after the pointers were read. */
  protected final void recall() {
    reachInner();
    if (k > 0) {
      cells.copy(AGG_A, sums, a(), 1);
    }
  }

  @Override
  protected final void keep(HeaderFields<O> header) {
    super.keep(header);
    r = header.slot(r);
    b = header.slot(b);
    k = header.slot(k);
    header.register(cells, AGG_A, k > 0);
    header.register(cells, AGG_B, b != end);
    header.register(sums, AGG_RA, k > 0);
  }

  /** The name of the broken size invariant; null if none is broken. */
  protected final String brokenSize() {
    int left = (r - head) & CIRCLE;
    int front = (b - head) & CIRCLE;
    if (k < 0 || k > left || front > count() || left + k + Math.min(k, 1) > front) {
      return "S1";
    }
    boolean empty = front == 0 && b == end;
    return empty || front - left + k + 1 == front - ((end - b) & CIRCLE) ? null : "S2";
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    String broken = brokenSize();
    require(broken == null, broken, r, "sublists in another order or of other sizes");
    Recomputed<O> agg = new Recomputed<>(cells);
    for (int slot = b; slot != end; slot = plus(slot, 1)) {
      agg.push(cells, slot);
    }
    require(agg.equal(cells, AGG_B), "S3", b, "aggB is another aggregate");
    agg.clear();
    for (int slot = r; slot != a(); slot = plus(slot, 1)) {
      agg.push(cells, slot);
    }
    if (k > 0) {
      agg.push(sums, a());
      require(agg.same(sums, a(), cells, AGG_A), "S4", a(), "aggA is another aggregate");
    }
    require(agg.equal(sums, AGG_RA), "S4", r, "aggRA is another aggregate");
  }
}
