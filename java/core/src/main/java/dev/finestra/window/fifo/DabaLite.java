package dev.finestra.window.fifo;

import static dev.finestra.window.Cells.LEFT;
import static dev.finestra.window.Cells.OLDEST;
import static dev.finestra.window.Cells.OUT;
import static dev.finestra.window.Cells.RIGHT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Raw;
import dev.finestra.window.Residence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/**
 * DABA Lite: DABA with one partial aggregate for each slot, its value or an aggregate in its place.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 6.
 *
 * <p>Costs: query at most one combine, insert three, evict two; on average one, two and one. A bulk
 * of m: O(m) combines.
 *
 * <p>Invariants: those of {@link IncrementalReversal}, where the algorithm is; (1) a slot before L
 * and in A holds the aggregate from itself to B, one in L from itself to R, one in R or B its own
 * value.
 *
 * <p>When user code throws in an insert or evict, the window closes; in a query, nothing changes.
 *
 * <p>One thread at a time.
 */
final class DabaLite<O> extends IncrementalReversal<O> implements Raw {
  DabaLite(Algorithm algorithm, Aggregation<O> aggregation, Residence residence) {
    super(algorithm, aggregation, false, residence);
  }

  static Algorithm describe(String name) {
    return new Algorithm(name, Set.of(), "O(1)", "O(1)", "O(m)", "O(m)", "O(1)", "n + 3", "DABA 6");
  }

  @Override
  protected void shrink(int l, int last) {
    cells.combine(AGG_A, RIGHT, last, AGG_A);
    cells.put(RIGHT, last, AGG_A);
    cells.extend(LEFT, l, AGG_RA);
  }

  @Override
  protected boolean aggregateAtOnce() {
    aggregate();
    return true;
  }

  @Override
  protected void aggregate() {
    cells.join(OUT, OLDEST, first(), AGG_B, b == end);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    writeSlots(out);
    out.writeInt((r - head) & CIRCLE);
    out.writeInt(k);
    out.writeInt((b - head) & CIRCLE);
    if (k > 0) {
      cells.write(AGG_RA, out);
    }
    if (b != end) {
      cells.write(AGG_B, out);
    }
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    readSlots(in, limit);
    r = plus(head, readCount(in, 0, count()));
    k = readCount(in, 0, count());
    b = plus(head, readCount(in, 0, count()));
    String broken = brokenSize();
    if (broken != null) {
      throw new IOException("its sublists break " + broken);
    }
    if (k > 0) {
      cells.read(AGG_RA, in);
    }
    if (b != end) {
      cells.read(AGG_B, in);
    }
    recall();
  }
}
