package dev.finestra;

import dev.finestra.aggregation.Aggregation;

/**
 * A window of timed entries and the aggregate of what is in it.
 *
 * <p>An entry is a time and a partial aggregate; values are lifted on the way in and the aggregate
 * is lowered on the way out. Entries with equal times are combined, in order of arrival, into one.
 * Times are plain 64-bit integers in whatever unit the caller uses. A null value is skipped: it
 * makes no entry.
 *
 * <p><b>Order.</b> Out-of-order algorithms take any time; in-order ones refuse a time before {@link
 * #youngest()} with an {@link UnsupportedOperationException} that names algorithms which would take
 * it. {@link #algorithm()} says which is which.
 *
 * <p><b>Failure.</b> Bad arguments are refused before anything changes. When user code (lift,
 * combine) throws in the middle of a change, the window closes: this call throws what was thrown,
 * every later call throws {@link WindowClosedException}. A query that throws changes nothing.
 *
 * <p><b>Threading.</b> One thread at a time; no locks inside.
 *
 * @param <O> what a query answers
 */
public interface SlidingWindow<O> {

  /** The algorithm, with what it can do and what that costs. */
  Algorithm algorithm();

  /** The aggregation whose partial aggregates the window holds. */
  Aggregation<O> aggregation();

  void insert(long time, long value);

  void insert(long time, double value);

  /** Inserts any value that the aggregation lifts (a row as {@code Object[]}); null is skipped. */
  void insert(long time, Object value);

  /**
   * Inserts {@code values[i]} at {@code times[i]} for i in [from, to), where the times are sorted
   * (equal ones are combined). An unsorted bulk is refused before anything changes.
   */
  void bulkInsert(long[] times, long[] values, int from, int to);

  void bulkInsert(long[] times, double[] values, int from, int to);

  void bulkInsert(long[] times, Object[] values, int from, int to);

  /**
   * Removes the entry at this time; false when there is none. In-order algorithms remove only the
   * oldest.
   */
  boolean evict(long time);

  /** Removes every entry with a time up to and including this one. */
  void bulkEvict(long time);

  /** The aggregate of the whole window; {@code aggregation().empty()} when it is empty. */
  O query();

  /** {@link #query()} without boxing, for aggregations whose answer is a long. */
  long queryLong();

  /** {@link #query()} without boxing, for aggregations whose answer is a number. */
  double queryDouble();

  /** The aggregate of the entries with from ≤ time ≤ to. */
  O query(long from, long to);

  /**
   * The smallest time; throws {@link java.util.NoSuchElementException} when the window is empty.
   */
  long oldest();

  /** The largest time; throws {@link java.util.NoSuchElementException} when the window is empty. */
  long youngest();

  /** The number of entries, which is the number of distinct times. */
  long size();

  default boolean isEmpty() {
    return size() == 0;
  }

  /** Visits the entries in time order, each with its own lowered aggregate. */
  void forEach(EntryVisitor<? super O> visitor);

  /** Inserts every entry of the other window, which has the same aggregation and stays as it is. */
  void merge(SlidingWindow<O> other);

  /** Removes everything and keeps some of the memory. */
  void clear();

  /** The window as bytes: versioned, checksummed, the same whatever engine it lives in. */
  byte[] snapshot();

  /**
   * Replaces the content by a snapshot's; refuses bytes that are damaged, or of another
   * aggregation.
   */
  void restore(byte[] snapshot);

  /** About how many bytes of heap the window holds. */
  long bytes();

  /**
   * Throws {@link AssertionError}, naming the invariant and the place, when the structure is not
   * sound.
   */
  void checkInvariants();

  /** Receives one entry. */
  @FunctionalInterface
  interface EntryVisitor<O> {
    void accept(long time, O value);
  }
}
