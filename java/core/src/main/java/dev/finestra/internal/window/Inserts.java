package dev.finestra.internal.window;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import java.util.Objects;

/**
 * The inserting half of {@link Window}: checks a value or a bulk, lifts it into register IN or a
 * {@link LiftedBulk}, and hands it to the algorithm.
 *
 * <p>When user code throws in a lift, nothing has changed: all pieces of a bulk are lifted once
 * before the first piece is inserted. When it throws in a combine, or while it adds a value to an
 * entry, the window closes.
 */
abstract class Inserts<O> implements SlidingWindow<O> {
  protected final Cells<O> cells;
  private final Algorithm algorithm;
  private LiftedBulk<O> bulk;
  private Throwable broken;

  Inserts(Algorithm algorithm, Cells<O> cells) {
    this.algorithm = algorithm;
    this.cells = cells;
  }

  // Hooks that an algorithm implements.

  /**
   * Throws if the algorithm rejects an insert at this time, before anything changes; otherwise
   * prepares the window for the insert.
   */
  protected void checkInsert(long time) {}

  /**
   * Inserts the aggregate in register IN, after {@link #checkInsert}; an entry of the same time
   * becomes entry ⊗ IN.
   */
  protected abstract void insertLifted(long time);

  /**
   * Inserts a value at less cost than {@link #insertLifted}, after {@link #checkInsert}: adds it to
   * the entry of this time, or begins a new entry. Returns false, and does nothing, if that is not
   * possible.
   */
  protected boolean insertValue(long time, Object value) {
    return false;
  }

  /** Inserts lifted aggregates, at times that rise strictly. */
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < count; i++) {
      cells.copy(IN, values, i, 1);
      insertLifted(times[from + i]);
    }
  }

  @Override
  public Algorithm algorithm() {
    return algorithm;
  }

  @Override
  public final Aggregation<O> aggregation() {
    return cells.aggregation();
  }

  @Override
  public final void insert(long time, long value) {
    open();
    check(time);
    cells.lift(IN, value);
    put(time);
  }

  @Override
  public final void insert(long time, double value) {
    open();
    check(time);
    cells.lift(IN, value);
    put(time);
  }

  @Override
  public final void insert(long time, Object value) {
    open();
    if (value == null) {
      return;
    }
    check(time);
    if (!added(time, value)) {
      cells.lift(IN, value);
      put(time);
    }
  }

  /** {@link #insertValue}, which closes the window when user code throws. */
  private boolean added(long time, Object value) {
    try {
      return insertValue(time, value);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /**
   * Inserts a partial result from other cells of the same aggregation. Windows use it to move
   * entries.
   */
  public final void insert(long time, Cells<O> from, int slot) {
    open();
    check(time);
    cells.copy(IN, from, slot, 1);
    put(time);
  }

  /** Inserts register IN, after all checks; closes the window when user code throws. */
  private void put(long time) {
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, long[] values, int from, int to) {
    checkArrays(times, values);
    boolean strict = checkBulk(times, values.length, from, to);
    if (to - from == 1) {
      insert(times[from], values[from]);
    } else {
      bulk(to - from).source.of(values);
      insertPieces(times, from, to, strict);
    }
  }

  @Override
  public final void bulkInsert(long[] times, double[] values, int from, int to) {
    checkArrays(times, values);
    boolean strict = checkBulk(times, values.length, from, to);
    if (to - from == 1) {
      insert(times[from], values[from]);
    } else {
      bulk(to - from).source.of(values);
      insertPieces(times, from, to, strict);
    }
  }

  @Override
  public final void bulkInsert(long[] times, Object[] values, int from, int to) {
    checkArrays(times, values);
    open();
    int first = LiftedBulk.firstPresent(times, values, from, to);
    if (first < to) {
      check(times[first]);
      bulk(to - first).source.of(values);
      insertPieces(times, first, to, false);
    }
  }

  private void insertPieces(long[] times, int from, int to, boolean strict) {
    int i = from;
    try {
      bulk.rehearse(times, from, to, strict);
      for (int n; i < to; i += n) {
        n = bulk.lift(times, i, to, strict);
        insertBulk();
      }
      bulk.source.forget();
      shrinkBulk();
    } catch (Throwable thrown) {
      bulk = null;
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  /**
   * Checks a time, and closes the window if memory runs out: some arrays may then have grown and
   * others not.
   */
  final void check(long time) {
    try {
      checkInsert(time);
    } catch (VirtualMachineError half) {
      broken = half;
      throw half;
    }
  }

  /** Rejects a bulk without times or values. */
  public static void checkArrays(long[] times, Object values) {
    Objects.requireNonNull(times, "The array of a bulk's times is null.");
    Objects.requireNonNull(values, "The array of a bulk's values is null.");
  }

  private boolean checkBulk(long[] times, int values, int from, int to) {
    open();
    boolean strict = LiftedBulk.isStrict(times, values, from, to);
    if (from < to) {
      check(times[from]);
    }
    return strict;
  }

  /** The buffer for a bulk of at most this many entries, or for its next piece. */
  protected final LiftedBulk<O> bulk(long most) {
    if (bulk == null) {
      bulk = new LiftedBulk<>(cells, (int) Math.min(LiftedBulk.MOST, most));
    }
    return bulk;
  }

  /** Frees the buffer for bulks if it is far larger than the window. */
  final void shrinkBulk() {
    if (bulk != null && bulk.isTooLargeFor(size())) {
      bulk = null;
    }
  }

  /** Frees the buffer for bulks. */
  protected final void dropBulk() {
    bulk = null;
  }

  /** About how many bytes of heap the buffer for bulks holds. */
  protected final long bulkBytes() {
    return bulk == null ? 0 : bulk.bytes();
  }

  /** Inserts the piece that is lifted. */
  protected final void insertBulk() {
    try {
      bulkInsertLifted(bulk.times, bulk.from, bulk.count, bulk.cells);
      bulk.cells.forget(0, bulk.count);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /** Whether user code threw in the middle of a change. */
  public final boolean isClosed() {
    return broken != null;
  }

  /** Closes the window until its content is replaced. */
  protected final void close(Throwable why) {
    broken = why;
  }

  /** Opens a closed window after its content was replaced. */
  protected final void reopen() {
    broken = null;
  }

  /** Throws if the window is closed. */
  protected final void open() {
    if (broken != null) {
      throw new WindowClosedException(broken);
    }
  }
}
