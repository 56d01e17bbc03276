package dev.finestra.internal.window;

import static dev.finestra.internal.window.slots.Cells.A;
import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.slots.Cells;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A reorder buffer: lets an in-order algorithm accept times that are late by at most a bound, as in
 * {@code reorder(daba_lite,1000)}.
 *
 * <p>The window accepts times from the highest time so far minus the bound, and rejects earlier
 * ones. Entries wait in a tree until no earlier entry can be accepted, and are then inserted into
 * the inner window in order. An entry exactly at the bound still waits, since an equal time may
 * follow. Queries combine the aggregates of the inner window and of the tree, so they include
 * waiting entries. An empty window accepts any time.
 *
 * <p>Costs, with b entries waiting: an insert O(log b) combines and one insert into the inner
 * window; a query one combine more than the inner window's; evicts as in the inner window. Any
 * waiting entry can be evicted.
 *
 * <p>Invariants: (1) every entry of the inner window is earlier than the highest time by more than
 * the bound; (2) no waiting entry is; and those of both windows.
 */
public final class ReorderBuffer<O> extends Wrapper<O> {
  private final long bound;
  private final Window<O> waiting;

  /** The highest time inserted since the window was last empty. */
  private long highest;

  public ReorderBuffer(Algorithm algorithm, Window<O> inner, Window<O> waiting, long bound) {
    super(algorithm, inner);
    this.waiting = waiting;
    this.bound = bound;
  }

  /** The lowest time that is accepted while the window is not empty. */
  private long lowest() {
    return highest < Long.MIN_VALUE + bound ? Long.MIN_VALUE : highest - bound;
  }

  @Override
  protected void checkInsert(long time) {
    if (time < lowest() && !isEmpty()) {
      throw Refusal.beyondBound(algorithm(), time, bound, highest);
    }
  }

  @Override
  protected void insertLifted(long time) {
    highest = isEmpty() ? time : Math.max(highest, time);
    waiting.cells.copy(IN, cells, IN, 1);
    waiting.insertLifted(time);
    release();
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (count > 0) {
      long last = times[from + count - 1];
      highest = isEmpty() ? last : Math.max(highest, last);
      waiting.bulkInsertLifted(times, from, count, values);
      release();
    }
  }

  /** Restores (2): moves entries into the inner window. */
  private void release() {
    long lowest = lowest();
    while (!waiting.isEmpty() && waiting.oldest() < lowest) {
      long time = waiting.oldest();
      waiting.aggregate(time, time);
      inner.checkInsert(time);
      inner.cells.copy(IN, waiting.cells, OUT, 1);
      inner.insertLifted(time);
      waiting.evictUpTo(time);
    }
  }

  @Override
  protected boolean evictEntry(long time) {
    return (!inner.isEmpty() && time <= inner.youngest())
        ? super.evictEntry(time)
        : waiting.evictEntry(time);
  }

  @Override
  protected void evictUpTo(long time) {
    inner.evictUpTo(time);
    waiting.evictUpTo(time);
  }

  @Override
  protected void aggregate() {
    if (!inner.isEmpty()) {
      inner.aggregate();
    }
    if (!waiting.isEmpty()) {
      waiting.aggregate();
    }
    join(!inner.isEmpty(), !waiting.isEmpty());
  }

  @Override
  protected boolean aggregate(long from, long to) {
    boolean older = !inner.isEmpty() && inner.aggregate(from, to);
    boolean newer = !waiting.isEmpty() && waiting.aggregate(from, to);
    join(older, newer);
    return older || newer;
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    boolean isOlder = !inner.isEmpty() && time <= inner.youngest();
    return (isOlder ? inner : waiting).ceiling(time);
  }

  /** Combines the answers of both windows. */
  private void join(boolean older, boolean newer) {
    if (older) {
      cells.copy(OUT, inner.cells, OUT, 1);
    }
    if (newer) {
      cells.copy(older ? A : OUT, waiting.cells, OUT, 1);
    }
    if (older && newer) {
      cells.combine(OUT, OUT, A);
    }
  }

  @Override
  protected void scan(SlotVisitor visitor) {
    scan(inner, visitor);
    scan(waiting, visitor);
  }

  @Override
  protected void reset() {
    inner.reset();
    waiting.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    writeNested(waiting, out);
    out.writeLong(highest);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    super.read(in, limit);
    readNested(waiting, in, limit);
    highest = in.readLong();
    if (!isSound()) {
      throw new IOException("its waiting entries and those of the inner window are out of order");
    }
  }

  private boolean isSound() {
    return (inner.isEmpty() || inner.youngest() < lowest())
        && (waiting.isEmpty() || (waiting.oldest() >= lowest() && waiting.youngest() <= highest));
  }

  @Override
  protected long oldestTime() {
    return inner.isEmpty() ? waiting.oldestTime() : inner.oldestTime();
  }

  @Override
  protected long youngestTime() {
    return waiting.isEmpty() ? inner.youngestTime() : waiting.youngestTime();
  }

  @Override
  public long size() {
    open();
    return inner.size() + waiting.size();
  }

  @Override
  public long bytes() {
    return super.bytes() + waiting.bytes();
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    waiting.checkInvariants();
    if (!inner.isEmpty() && inner.youngest() >= lowest()) {
      throw new AssertionError(
          "(1) broken: the inner window has time "
              + inner.youngest()
              + ", not before the bound "
              + lowest());
    }
    if (!waiting.isEmpty() && waiting.oldest() < lowest()) {
      throw new AssertionError(
          "(2) broken: the buffer has time " + waiting.oldest() + ", before the bound " + lowest());
    }
  }
}
