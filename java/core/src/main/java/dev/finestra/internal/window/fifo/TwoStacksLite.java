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
 * Two-Stacks Lite: one queue, whose front sublist is aggregated towards its end, and the aggregate
 * of the back sublist.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>, section 4.
 *
 * <p>Invariants: (1) a slot of the front, head to back, holds the aggregate from itself to the end
 * of the front; (2) a slot of the back, back to end, holds its own value. Costs and failures: see
 * {@link FrontAndBack}.
 */
final class TwoStacksLite<O> extends FrontAndBack<O> implements OwnSnapshot {
  TwoStacksLite(Algorithm algorithm, Aggregation<O> aggregation, Storage storage) {
    super(algorithm, aggregation, false, storage);
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
}
