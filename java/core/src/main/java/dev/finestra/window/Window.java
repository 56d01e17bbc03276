package dev.finestra.window;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Answers;
import dev.finestra.aggregation.Values;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * What all algorithms share: checking arguments, lifting, staging bulks, closing when user code
 * throws, snapshots.
 *
 * <p>An algorithm implements the protected hooks, over slots of {@link #cells}. It sees no values,
 * only lifted partial aggregates: a single one in register {@link Cells#IN}, a bulk in cells of its
 * own.
 */
public abstract class Window<O> implements SlidingWindow<O> {
  protected final Cells<O> cells;
  private final Algorithm algorithm;
  private Stage<O> stage;
  private Throwable broken;

  protected Window(Algorithm algorithm, Cells<O> cells) {
    this.algorithm = algorithm;
    this.cells = cells;
  }

  /** Receives one entry: its time and the slot of its own aggregate. */
  @FunctionalInterface
  public interface SlotVisitor {
    void visit(long time, int slot);
  }

  // What an algorithm implements.

  /** Refuses an insert at this time by throwing, before anything changes. */
  protected void checkInsert(long time) {}

  /** Inserts the aggregate in register IN; an entry of the same time becomes entry ⊗ IN. */
  protected abstract void insertLifted(long time);

  /** Inserts staged aggregates, at times that rise strictly. */
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < count; i++) {
      cells.copy(IN, values, i, 1);
      insertLifted(times[from + i]);
    }
  }

  /**
   * Removes the entry at this time, false when there is none; refuses by throwing before anything
   * changes.
   */
  protected abstract boolean evictEntry(long time);

  /** Removes every entry up to this time. */
  protected abstract void evictUpTo(long time);

  /** Leaves the aggregate of a window that is not empty in OUT. */
  protected abstract void aggregate();

  /** As aggregate, where that is a few steps without a call; false where it is not. */
  protected boolean aggregateAtOnce() {
    return false;
  }

  /** Leaves the aggregate of the entries from ≤ time ≤ to in OUT; false when there are none. */
  protected abstract boolean aggregate(long from, long to);

  /** Visits the entries in time order. */
  protected abstract void scan(SlotVisitor visitor);

  /** Removes everything. */
  protected abstract void reset();

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
    checkInsert(time);
    cells.lift(IN, value);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void insert(long time, double value) {
    open();
    checkInsert(time);
    cells.lift(IN, value);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void insert(long time, Object value) {
    open();
    if (value == null) {
      return;
    }
    checkInsert(time);
    cells.lift(IN, value);
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
      return;
    }
    int i = from;
    try {
      for (int n; i < to; i += n) {
        n = stage().lift(times, values, i, to, strict);
        insertStaged();
      }
    } catch (Throwable thrown) {
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, double[] values, int from, int to) {
    checkArrays(times, values);
    boolean strict = checkBulk(times, values.length, from, to);
    if (to - from == 1) {
      insert(times[from], values[from]);
      return;
    }
    int i = from;
    try {
      for (int n; i < to; i += n) {
        n = stage().lift(times, values, i, to, strict);
        insertStaged();
      }
    } catch (Throwable thrown) {
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, Object[] values, int from, int to) {
    checkArrays(times, values);
    checkBulk(times, values.length, from, to);
    int i = from;
    try {
      for (int n; i < to; i += n) {
        n = stage().lift(times, values, i, to);
        insertStaged();
      }
    } catch (Throwable thrown) {
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  /** Refuses a bulk without times or values. */
  public static void checkArrays(long[] times, Object values) {
    Objects.requireNonNull(times, "the array of a bulk's times is null");
    Objects.requireNonNull(values, "the array of a bulk's values is null");
  }

  private boolean checkBulk(long[] times, int values, int from, int to) {
    open();
    boolean strict = Stage.isStrict(times, values, from, to);
    if (from < to) {
      checkInsert(times[from]);
    }
    return strict;
  }

  /**
   * Inserts a partial aggregate out of other cells of the same aggregation; so containers move
   * entries.
   */
  public final void insert(long time, Cells<O> from, int slot) {
    open();
    checkInsert(time);
    cells.copy(IN, from, slot, 1);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  protected final Stage<O> stage() {
    if (stage == null) {
      stage = new Stage<>(cells);
    }
    return stage;
  }

  /** Inserts what the stage holds. */
  protected final void insertStaged() {
    try {
      bulkInsertLifted(stage.times, stage.from, stage.count, stage.cells);
      stage.cells.forget(0, stage.count);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final boolean evict(long time) {
    open();
    try {
      return evictEntry(time);
    } catch (UnsupportedOperationException refused) {
      throw refused;
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void bulkEvict(long time) {
    open();
    try {
      evictUpTo(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final O query() {
    open();
    if (isEmpty()) {
      return aggregation().empty();
    }
    if (aggregateAtOnce()) {
      return cells.lower(OUT);
    }
    aggregate();
    return cells.lower(OUT);
  }

  @Override
  public final long queryLong() {
    open();
    if (isEmpty()) {
      return Answers.toLong(aggregation(), aggregation().empty());
    }
    if (aggregateAtOnce()) {
      return cells.lowerLong(OUT);
    }
    aggregate();
    return cells.lowerLong(OUT);
  }

  @Override
  public final double queryDouble() {
    open();
    if (isEmpty()) {
      return Answers.toDouble(aggregation(), aggregation().empty());
    }
    if (aggregateAtOnce()) {
      return cells.lowerDouble(OUT);
    }
    aggregate();
    return cells.lowerDouble(OUT);
  }

  @Override
  public final O query(long from, long to) {
    open();
    if (!algorithm.is(Trait.RANGE_QUERY)) {
      throw Refusal.of(algorithm, "answer a range query", Trait.RANGE_QUERY);
    }
    return from <= to && aggregate(from, to) ? cells.lower(OUT) : aggregation().empty();
  }

  @Override
  public final void forEach(EntryVisitor<? super O> visitor) {
    open();
    Objects.requireNonNull(visitor, "the visitor of entries is null");
    entries((time, slot) -> visitor.accept(time, cells.lower(slot)));
  }

  /** The cells that the slots of {@link #entries} lie in. */
  public final Cells<O> entryCells() {
    return cells;
  }

  /** Visits the entries, refusing where the algorithm does not keep them. */
  public final void entries(SlotVisitor visitor) {
    if (!algorithm.is(Trait.KEEPS_ENTRIES)) {
      throw Refusal.of(algorithm, "tell its entries apart", Trait.KEEPS_ENTRIES);
    }
    scan(visitor);
  }

  @Override
  public final void merge(SlidingWindow<O> other) {
    open();
    Objects.requireNonNull(other, "the window to merge is null");
    if (other == this) {
      throw new IllegalArgumentException("a window cannot be merged with itself");
    }
    Snapshots.checkMerge(aggregation(), other.aggregation());
    if (!other.isEmpty()) {
      checkInsert(other.oldest());
      Snapshots.merge(this, other);
    }
  }

  @Override
  public final void clear() {
    open();
    reset();
  }

  @Override
  public final byte[] snapshot() {
    open();
    return Snapshots.write(this);
  }

  @Override
  public final void restore(byte[] snapshot) {
    open();
    Objects.requireNonNull(snapshot, "the snapshot to restore is null");
    Snapshots.restore(this, snapshot);
  }

  @Override
  public final String toString() {
    String what = algorithm().name() + " of " + Values.described(aggregation());
    if (isClosed()) {
      return what + ", closed";
    }
    return isEmpty()
        ? what + ", empty"
        : what + ", " + size() + " entries from " + oldest() + " to " + youngest();
  }

  /** Whether user code threw in the middle of a change. */
  public final boolean isClosed() {
    return broken != null;
  }

  /** Closes the window until it holds something else. */
  protected final void close(Throwable why) {
    broken = why;
  }

  /** Opens a closed window, which holds something else now. */
  protected final void reopen() {
    broken = null;
  }

  /** For what the window cannot be used for any more. */
  protected final void open() {
    if (broken != null) {
      throw new WindowClosedException(broken);
    }
  }

  protected final NoSuchElementException none() {
    return new NoSuchElementException("the window is empty");
  }
}
