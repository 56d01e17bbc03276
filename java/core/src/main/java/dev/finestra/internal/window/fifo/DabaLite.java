package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.OUT;
import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.OwnSnapshot;
import dev.finestra.internal.window.slots.Storage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * DABA Lite: DABA with one partial result for each slot, either its value or an aggregate.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 6.
 *
 * <p>Costs: query at most one combine, insert three, evict two; on average one, two and one. A bulk
 * of m: O(m) combines.
 *
 * <p>Invariants: those of {@link IncrementalReversal}, which has the algorithm; (1) a slot before L
 * and in A holds the aggregate from itself to B, one in L from itself to R, one in R or B its own
 * value.
 */
final class DabaLite<O> extends IncrementalReversal<O> implements OwnSnapshot {
  DabaLite(Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    super(algorithm, aggregation, false, storage);
  }

  @Override
  protected void shrink(int l, int last) {
    cells.prepend(LAST_OF_R, last, AGG_A);
    cells.put(LAST_OF_R, last, AGG_A);
    cells.extend(FIRST_OF_L, l, AGG_RA);
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
