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
 * <p><b>Failure.</b> Bad arguments are refused before anything changes: a null, where it is no
 * value, with a {@link NullPointerException}, other arguments with an {@link
 * IllegalArgumentException}, what the algorithm cannot do with an {@link
 * UnsupportedOperationException} that names those that can. When user code (lift, combine) throws
 * in the middle of a change, the window closes: this call throws what was thrown, every later call
 * throws {@link WindowClosedException}. A query that throws changes nothing.
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

  /**
   * Inserts any value that the aggregation lifts; null is skipped. A row of several columns is an
   * {@code Object[]} with one element for each.
   */
  void insert(long time, Object value);

  /**
   * Inserts {@code values[i]} at {@code times[i]} for i in [from, to), where the times are sorted
   * (equal ones are combined). An unsorted bulk is refused before anything changes.
   *
   * @throws IndexOutOfBoundsException when the arrays do not have that many
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

  /**
   * The aggregate of the whole window; {@code aggregation().empty()} when it is empty.
   *
   * @throws ArithmeticException when the answer is too large for its type, as that of {@code sum}
   *     over longs may be
   */
  O query();

  /**
   * {@link #query()} without boxing, for aggregations whose answer is a long (or a truth value: 1
   * or 0).
   *
   * @throws UnsupportedOperationException when the answer is something else, a double too: it is
   *     never cut to a long
   * @throws java.util.NoSuchElementException when the answer is null, as of many aggregations when
   *     the window is empty
   */
  long queryLong();

  /**
   * {@link #query()} without boxing, for aggregations whose answer is a number; a long is answered
   * as the nearest double.
   *
   * @throws UnsupportedOperationException when the answer is no number
   * @throws java.util.NoSuchElementException when the answer is null, as of many aggregations when
   *     the window is empty
   */
  double queryDouble();

  /**
   * The aggregate of the entries with from ≤ time ≤ to; {@code aggregation().empty()} when there
   * are none, which is so where from is above to.
   *
   * @throws UnsupportedOperationException when the algorithm has no range queries ({@link
   *     Algorithm.Trait#RANGE_QUERY})
   */
  O query(long from, long to);

  /**
   * The smallest time; throws {@link java.util.NoSuchElementException} when the window is empty.
   */
  long oldest();

  /** The largest time; throws {@link java.util.NoSuchElementException} when the window is empty. */
  long youngest();

  /**
   * The smallest time that is not before this one; throws {@link java.util.NoSuchElementException}
   * when there is none.
   *
   * @throws UnsupportedOperationException when the algorithm has no range queries ({@link
   *     Algorithm.Trait#RANGE_QUERY})
   */
  long ceiling(long time);

  /** The number of entries, which is the number of distinct times. */
  long size();

  default boolean isEmpty() {
    return size() == 0;
  }

  /**
   * Visits the entries in time order, each with its own lowered aggregate. The visitor must not
   * change this window, which is undefined; collect what is to go, and evict it afterwards.
   *
   * @throws UnsupportedOperationException when the algorithm does not keep its entries ({@link
   *     Algorithm.Trait#KEEPS_ENTRIES})
   */
  void forEach(EntryVisitor<? super O> visitor);

  /**
   * Inserts every entry of the other window, which has the same aggregation, by name and type of
   * values, and stays as it is; the algorithms may differ.
   *
   * @throws IllegalArgumentException when the other window has another aggregation, or is this one
   * @throws UnsupportedOperationException when the other's algorithm does not keep its entries
   *     ({@link Algorithm.Trait#KEEPS_ENTRIES}), or when this one's is in order and the other's
   *     oldest time is before {@link #youngest()}
   */
  void merge(SlidingWindow<O> other);

  /** Removes everything and keeps some of the memory. */
  void clear();

  /** The window as bytes: versioned, checksummed, the same whatever engine it lives in. */
  byte[] snapshot();

  /**
   * Replaces the content by a snapshot's. One of an algorithm that keeps its entries is restored
   * into any algorithm; one of another, such as {@code daba_lite}, into that algorithm only.
   *
   * @throws IllegalArgumentException when the bytes are damaged, of another aggregation (by name
   *     and type of values), or of an algorithm that cannot become this one; the window stays as it
   *     was
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
