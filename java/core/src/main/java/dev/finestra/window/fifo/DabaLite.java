package dev.finestra.window.fifo;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import dev.finestra.window.Raw;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/**
 * DABA Lite: DABA with one partial aggregate for each slot, and two beside them.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 6.
 *
 * <p>Costs: query at most one combine, insert three, evict two; on average one, two and one. A bulk
 * of m: O(m) combines.
 *
 * <p>Invariants: S1 and S2 of {@link IncrementalReversal}; (1) a slot before L and in A holds the
 * aggregate from itself to B, one in L from itself to R, one in R or B its own value; (2) aggRA is
 * the aggregate of R and A, when L is not empty; (3) aggB is the aggregate of B, when that is not
 * empty.
 *
 * <p>When user code throws in an insert or evict, the window closes; in a query, nothing changes.
 *
 * <p>One thread at a time.
 */
final class DabaLite<O> extends IncrementalReversal<O> implements Raw {
  private static final int AGG_B = Cells.A;
  private static final int AGG_RA = Cells.B;

  DabaLite(Algorithm algorithm, Aggregation<O> aggregation) {
    super(algorithm, aggregation, false);
  }

  static Algorithm describe(String name) {
    return new Algorithm(name, Set.of(), "O(1)", "O(1)", "O(m)", "O(m)", "O(1)", "n + 2", "DABA 6");
  }

  @Override
  protected void combineYoungest(int youngest) {
    cells.combine(youngest, youngest, IN);
    cells.combine(AGG_B, AGG_B, IN);
  }

  @Override
  protected void push(long time) {
    int slot = append(time);
    cells.copy(slot, IN);
    if (slot == b) {
      cells.copy(AGG_B, IN);
    } else {
      cells.combine(AGG_B, AGG_B, IN);
    }
  }

  @Override
  protected void pushAll(long[] times, int from, Cells<O> values, int at, int count) {
    int slot = end;
    appendAll(times, from, values, at, count);
    if (slot == b) {
      cells.copy(AGG_B, slot);
      slot = plus(slot, 1);
      count--;
    }
    cells.fold(AGG_B, slot, count);
  }

  @Override
  protected void flipped() {
    cells.copy(AGG_RA, AGG_B);
  }

  @Override
  protected void shrink() {
    cells.combine(l, l, AGG_RA);
    if (a != b) {
      int last = plus(a, -1);
      cells.combine(last, last, a);
    }
  }

  @Override
  protected void shrink(int count, int gone) {
    for (int i = gone; i < count; i++) {
      cells.combine(plus(l, i), plus(l, i), AGG_RA);
    }
    int first = plus(a, -count);
    cells.suffixes(first, first, a == b ? count : count + 1);
  }

  @Override
  protected void reverse() {
    cells.suffixes(head, head, count());
  }

  @Override
  protected void aggregate() {
    if (b == end) {
      cells.copy(OUT, head);
    } else {
      cells.combine(OUT, head, AGG_B);
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    writeSlots(out);
    for (int pointer : new int[] {l, r, a, b}) {
      out.writeInt((pointer - head) & CIRCLE);
    }
    if (l != r) {
      cells.write(AGG_RA, out);
    }
    if (b != end) {
      cells.write(AGG_B, out);
    }
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    readSlots(in, limit);
    l = plus(head, readCount(in, 0, count()));
    r = plus(head, readCount(in, 0, count()));
    a = plus(head, readCount(in, 0, count()));
    b = plus(head, readCount(in, 0, count()));
    String broken = brokenSize();
    if (broken != null) {
      throw new IOException("its pointers break " + broken);
    }
    if (l != r) {
      cells.read(AGG_RA, in);
    }
    if (b != end) {
      cells.read(AGG_B, in);
    }
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    Recomputed<O> recomputed = new Recomputed<>(cells);
    for (int slot = r; slot != a; slot = plus(slot, 1)) {
      recomputed.push(cells, slot);
    }
    if (a != b) {
      recomputed.push(cells, a);
    }
    require(l == r || recomputed.equal(cells, AGG_RA), "2", r, "aggRA is another aggregate");
    recomputed.clear();
    for (int slot = b; slot != end; slot = plus(slot, 1)) {
      recomputed.push(cells, slot);
    }
    require(b == end || recomputed.equal(cells, AGG_B), "3", b, "aggB is another aggregate");
  }
}
