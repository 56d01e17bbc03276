package dev.finestra.internal.window;

import dev.finestra.Algorithm;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.slots.Cells;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A window that changes entries before it inserts them into an inner window. It has slots of its
 * own for results.
 *
 * <p>Costs: those of the inner window, and a copy of a partial result for each insert and each
 * query.
 */
public abstract class Wrapper<O> extends Window<O> implements OwnSnapshot {
  protected Window<O> inner;

  protected Wrapper(Algorithm algorithm, Window<O> inner) {
    this(algorithm, inner, Cells.of(inner.aggregation(), 0, 0));
  }

  /** A wrapper whose own slots are these. */
  protected Wrapper(Algorithm algorithm, Window<O> inner, Cells<O> cells) {
    super(algorithm, cells);
    this.inner = inner;
  }

  /** Lets the inner window reject a time. The error names this window's algorithm. */
  @Override
  protected void checkInsert(long time) {
    try {
      inner.checkInsert(time);
    } catch (Refusal refused) {
      throw refused.by(algorithm());
    }
  }

  @Override
  protected void insertLifted(long time) {
    inner.cells.copy(Cells.IN, cells, Cells.IN, 1);
    inner.insertLifted(time);
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    inner.bulkInsertLifted(times, from, count, values);
  }

  /** Evicts from the inner window. If that rejects it, the error names this window's algorithm. */
  @Override
  protected boolean evictEntry(long time) {
    try {
      return inner.evictEntry(time);
    } catch (Refusal refused) {
      throw refused.by(algorithm());
    }
  }

  @Override
  protected void evictUpTo(long time) {
    inner.evictUpTo(time);
  }

  @Override
  protected void aggregate() {
    inner.aggregate();
    cells.copy(Cells.OUT, inner.cells, Cells.OUT, 1);
  }

  /** Like {@link #aggregateAtOnce}, for the inner window. */
  protected final boolean aggregateInnerAtOnce() {
    if (inner.aggregateAtOnce()) {
      cells.copy(Cells.OUT, inner.cells, Cells.OUT, 1);
      return true;
    }
    return false;
  }

  @Override
  protected boolean aggregate(long from, long to) {
    boolean any = inner.aggregate(from, to);
    cells.copy(Cells.OUT, inner.cells, Cells.OUT, 1);
    return any;
  }

  @Override
  protected long rounded(long time) {
    return inner.rounded(time);
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    return inner.ceilingInside(time, youngest);
  }

  @Override
  protected void scan(SlotVisitor visitor) {
    scan(inner, visitor);
  }

  /** Visits another window's entries through a register of this one. */
  protected final void scan(Window<O> other, SlotVisitor visitor) {
    other.scan(
        (time, slot) -> {
          cells.copy(Cells.A, other.cells, slot, 1);
          visitor.visit(time, Cells.A);
        });
  }

  @Override
  protected void reset() {
    inner.reset();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    writeNested(inner, out);
  }

  @Override
  public void read(DataInput in, int limit) throws IOException {
    readNested(inner, in, limit);
  }

  /** Writes a window's own snapshot into this one's. */
  protected static void writeNested(Window<?> window, DataOutput out) throws IOException {
    byte[] bytes = window.snapshot();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads what {@link #writeNested} wrote. */
  protected static void readNested(Window<?> window, DataInput in, int limit) throws IOException {
    restoreNested(window, nested(in, limit));
  }

  /** The snapshot that {@link #writeNested} wrote. */
  protected static byte[] nested(DataInput in, int limit) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > limit) {
      throw new IOException("it claims a window of " + length + " bytes in " + limit);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  /** Restores a window from a snapshot that is part of another one. */
  protected static void restoreNested(Window<?> window, byte[] snapshot) throws IOException {
    try {
      window.restore(snapshot);
    } catch (IllegalArgumentException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
  }

  @Override
  protected long oldestTime() {
    return inner.oldestTime();
  }

  @Override
  protected long youngestTime() {
    return inner.youngestTime();
  }

  @Override
  public long size() {
    open();
    return inner.size();
  }

  @Override
  public long bytes() {
    return inner.bytes() + cells.bytes() + bulkBytes();
  }

  @Override
  public void checkInvariants() {
    inner.checkInvariants();
  }
}
