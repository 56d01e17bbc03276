package dev.finestra.internal.window;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.NumericResults;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.slots.Cells;
import java.io.DataOutput;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * The base of all algorithms: inserts (in {@link Inserts}), evicts, queries, visits of entries and
 * snapshots.
 *
 * <p>An algorithm implements the protected hooks, over slots of {@link #cells}. It sees no values,
 * only lifted partial results: a single one in register {@link Cells#IN}, a bulk in cells of its
 * own.
 *
 * <p>When user code throws: in an insert or an evict, the window closes; in a query, nothing
 * changes. A subclass documents it if it guarantees more.
 *
 * <p>One thread at a time.
 */
public abstract class Window<O> extends Inserts<O> {
  protected Window(Algorithm algorithm, Cells<O> cells) {
    super(algorithm, cells);
  }

  /** Receives one entry: its time and the slot of its own aggregate. */
  @FunctionalInterface
  public interface SlotVisitor {
    void visit(long time, int slot);
  }

  // Hooks that an algorithm implements, besides those of Inserts.

  /**
   * Removes the entry at this time; false if there is none. Throws before anything changes if the
   * algorithm rejects the evict.
   */
  protected abstract boolean evictEntry(long time);

  /** Removes every entry up to this time. */
  protected abstract void evictUpTo(long time);

  /** Leaves the aggregate of a window that is not empty in OUT. */
  protected abstract void aggregate();

  /** Like {@link #aggregate()} if a few steps without a call suffice; otherwise returns false. */
  protected boolean aggregateAtOnce() {
    return false;
  }

  /**
   * Leaves the aggregate of the entries from ≤ time ≤ to in OUT; false if there are none. Called
   * only if the algorithm has range queries.
   */
  protected boolean aggregate(long from, long to) {
    throw new UnsupportedOperationException(algorithm().name() + " has no range queries");
  }

  /** The time of the oldest entry of a window that is not empty. */
  protected abstract long oldestTime();

  /** The time of the youngest entry of a window that is not empty. */
  protected abstract long youngestTime();

  /** Visits the entries in time order. */
  protected abstract void scan(SlotVisitor visitor);

  /** Removes everything. */
  protected abstract void reset();

  @Override
  public final boolean evict(long time) {
    open();
    try {
      return evictEntry(time);
    } catch (Refusal refused) {
      throw refused;
    } catch (Throwable thrown) {
      close(thrown);
      throw thrown;
    }
  }

  @Override
  public final void bulkEvict(long time) {
    open();
    try {
      evictUpTo(time);
    } catch (Throwable thrown) {
      close(thrown);
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
      return NumericResults.toLong(aggregation(), aggregation().empty());
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
      return NumericResults.toDouble(aggregation(), aggregation().empty());
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
    if (!algorithm().is(Trait.RANGE_QUERY)) {
      throw Refusal.of(algorithm(), "answer a range query", Trait.RANGE_QUERY);
    }
    return from <= to && aggregate(from, to) ? cells.lower(OUT) : aggregation().empty();
  }

  @Override
  public final long oldest() {
    needEntry();
    return oldestTime();
  }

  @Override
  public final long youngest() {
    needEntry();
    return youngestTime();
  }

  @Override
  public final long ceiling(long from) {
    open();
    if (!algorithm().is(Trait.RANGE_QUERY)) {
      throw Refusal.of(algorithm(), "find an entry by its time", Trait.RANGE_QUERY);
    }
    needEntry();
    long time = rounded(from);
    long youngest = youngestTime();
    if (time > youngest) {
      throw new NoSuchElementException(
          "The window has no entry from " + from + " on: its youngest is at " + youngest + ".");
    }
    long oldest = oldestTime();
    return time <= oldest ? oldest : ceilingInside(time, youngest);
  }

  /** The time that a query uses in place of this one. */
  protected long rounded(long time) {
    return time;
  }

  /**
   * The smallest time that is not before this one, which is after the oldest and not after the
   * youngest. Called only if the algorithm has range queries.
   */
  protected long ceilingInside(long time, long youngest) {
    throw new UnsupportedOperationException(algorithm().name() + " has no range queries");
  }

  private void needEntry() {
    open();
    if (isEmpty()) {
      throw new NoSuchElementException("The window is empty; call isEmpty() first.");
    }
  }

  @Override
  public final void forEach(EntryVisitor<? super O> visitor) {
    open();
    Objects.requireNonNull(visitor, "The visitor of entries is null.");
    entries((time, slot) -> visitor.accept(time, cells.lower(slot)));
  }

  /** The cells of the slots that {@link #entries} visits. */
  public final Cells<O> entryCells() {
    return cells;
  }

  /** Visits the entries; throws if the algorithm does not keep them. */
  public final void entries(SlotVisitor visitor) {
    if (!algorithm().is(Trait.KEEPS_ENTRIES)) {
      throw Refusal.of(algorithm(), "visit its entries", Trait.KEEPS_ENTRIES);
    }
    scan(visitor);
  }

  /** Writes each entry: its time and its partial result. */
  public final void writeEntries(DataOutput out) {
    entries(
        (time, slot) -> {
          try {
            out.writeLong(time);
            cells.write(slot, out);
          } catch (IOException unwritten) {
            throw unwritten(aggregation(), unwritten);
          }
        });
  }

  /** Names the aggregation whose partial result could not be written. */
  public static IllegalStateException unwritten(Aggregation<?> aggregation, IOException cause) {
    return new IllegalStateException(
        "A partial result of '%s' could not be written: %s; correct its write method."
            .formatted(aggregation.name(), cause.getMessage()),
        cause);
  }

  @Override
  public final void merge(SlidingWindow<O> other) {
    open();
    Objects.requireNonNull(other, "The window to merge is null.");
    if (other == this) {
      throw new IllegalArgumentException(
          "A window cannot be merged with itself; pass another window.");
    }
    Snapshots.checkMerge(aggregation(), other.aggregation());
    if (!other.isEmpty()) {
      check(other.oldest());
      Snapshots.merge(this, other);
      shrinkBulk();
    }
  }

  @Override
  public final void clear() {
    open();
    reset();
    dropBulk();
  }

  @Override
  public final byte[] snapshot() {
    open();
    return Snapshots.write(this);
  }

  @Override
  public final void restore(byte[] snapshot) {
    open();
    Objects.requireNonNull(snapshot, "The snapshot to restore is null.");
    Snapshots.restore(this, snapshot);
    shrinkBulk();
  }

  @Override
  public final String toString() {
    String what = algorithm().name() + " of " + ValueConversions.described(aggregation());
    if (isClosed()) {
      return what + ", closed";
    }
    return isEmpty()
        ? what + ", empty"
        : what + ", " + size() + " entries from " + oldest() + " to " + youngest();
  }
}
