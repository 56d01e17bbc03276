package dev.finestra;

import dev.finestra.aggregation.Aggregation;

/**
 * A window of timed entries, and their aggregate.
 *
 * <p>An entry is a time and a partial result. Inserts lift values, and queries lower the aggregate.
 * Entries with equal times are combined into one, in order of arrival. Times are 64-bit integers in
 * any unit. A null value is skipped: it makes no entry.
 *
 * <p><b>Order.</b> Out-of-order algorithms take any time; in-order ones reject a time before {@link
 * #youngest()} with an {@link UnsupportedOperationException} that names algorithms which accept it.
 * {@link #algorithm()} has the traits of this one.
 *
 * <p><b>Failure.</b> Bad arguments are rejected before anything changes: a null (other than a null
 * value) with a {@link NullPointerException}, other arguments with an {@link
 * IllegalArgumentException}. An operation that the algorithm does not support throws an {@link
 * UnsupportedOperationException} that names those that do. When user code (lift, combine) throws in
 * the middle of a change, the window closes: this call passes the exception on, and every later
 * call throws {@link WindowClosedException}. A query that throws changes nothing.
 *
 * <p><b>Threading.</b> One thread at a time; no locks inside.
 *
 * @param <O> the result of a query
 */
public interface SlidingWindow<O> {

  /** The algorithm, with what it can do and what that costs. */
  Algorithm algorithm();

  /** The aggregation whose partial results the window holds. */
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
   * (equal ones are combined). An unsorted bulk is rejected before anything changes.
   *
   * @throws IndexOutOfBoundsException if the arrays are shorter
   */
  void bulkInsert(long[] times, long[] values, int from, int to);

  void bulkInsert(long[] times, double[] values, int from, int to);

  void bulkInsert(long[] times, Object[] values, int from, int to);

  /**
   * Removes the entry at this time; false if there is none. In-order algorithms remove only the
   * oldest.
   */
  boolean evict(long time);

  /** Removes every entry with a time up to and including this one. */
  void bulkEvict(long time);

  /**
   * The aggregate of the whole window; {@code aggregation().empty()} if it is empty.
   *
   * @throws ArithmeticException if the result is too large for its type, as with {@code sum} over
   *     longs
   */
  O query();

  /**
   * {@link #query()} without boxing, for aggregations whose result is a long (or a truth value: 1
   * or 0).
   *
   * @throws UnsupportedOperationException if the result is anything else; a double is never cut to
   *     a long
   * @throws java.util.NoSuchElementException if the result is null, as it is for many aggregations
   *     of an empty window
   */
  long queryLong();

  /**
   * {@link #query()} without boxing, for aggregations whose result is a number; a long becomes the
   * nearest double.
   *
   * @throws UnsupportedOperationException if the result is not a number
   * @throws java.util.NoSuchElementException if the result is null, as it is for many aggregations
   *     of an empty window
   */
  double queryDouble();

  /**
   * The aggregate of the entries with from ≤ time ≤ to; {@code aggregation().empty()} if there are
   * none, as when from is above to.
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
   * Visits the entries in time order, each with its own lowered aggregate. If the visitor changes
   * this window, the behaviour is undefined; collect the times to evict, and evict them afterwards.
   *
   * @throws UnsupportedOperationException when the algorithm does not keep its entries ({@link
   *     Algorithm.Trait#KEEPS_ENTRIES})
   */
  void forEach(EntryVisitor<? super O> visitor);

  /**
   * Inserts every entry of the other window, which must have the same aggregation, by name and type
   * of values, and does not change. The algorithms may differ.
   *
   * @throws IllegalArgumentException if the other window has another aggregation, or is this one
   * @throws UnsupportedOperationException if the other's algorithm does not keep its entries
   *     ({@link Algorithm.Trait#KEEPS_ENTRIES}), or if this one's is in order and the other's
   *     oldest time is before {@link #youngest()}
   */
  void merge(SlidingWindow<O> other);

  /** Removes everything, and keeps some of the memory for later entries. */
  void clear();

  /** The window as bytes: versioned, checksummed, the same in every engine. */
  byte[] snapshot();

  /**
   * Replaces the content by a snapshot's. The snapshot of an algorithm that keeps its entries can
   * be restored into any algorithm; that of another, such as {@code daba_lite}, only into the same.
   *
   * @throws IllegalArgumentException if the bytes are damaged, of another aggregation (by name and
   *     type of values), or of an algorithm that cannot become this one; the window does not change
   */
  void restore(byte[] snapshot);

  /** About how many bytes of heap the window holds. */
  long bytes();

  /**
   * Throws {@link AssertionError}, naming the invariant and the place, if the structure is not
   * sound.
   */
  void checkInvariants();

  /** Receives one entry. */
  @FunctionalInterface
  interface EntryVisitor<O> {
    void accept(long time, O value);
  }
}
