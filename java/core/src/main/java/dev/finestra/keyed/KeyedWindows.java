package dev.finestra.keyed;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow.EntryVisitor;
import dev.finestra.aggregation.Aggregation;

/**
 * One window for each key, of one algorithm and one aggregation.
 *
 * <p>A key is there as long as its window has entries: the first insert makes it, and it goes, with
 * all that it held, when the last entry does. What is asked of a key that is not there is answered
 * as of an empty window.
 *
 * <p><b>Space.</b> The windows of a few entries lie side by side in shared arrays, and take a few
 * tens of bytes above their entries; a window that grows moves into one of the algorithm, and back
 * when it shrinks. (One before which something stands, {@code slicing(…)} or {@code reorder(…)}, is
 * a whole window from the first entry on.)
 *
 * <p>Each key's window refuses what the algorithm refuses. <b>Failure</b> is as in {@link
 * dev.finestra.SlidingWindow}: bad arguments are refused before anything changes, and when user
 * code throws in the middle of a change, all windows close.
 *
 * <p><b>Threading.</b> One thread at a time. A visitor must not change what it visits.
 *
 * @param <K> keys, with equals and hashCode that do not change; never null
 * @param <O> what a query answers
 */
public interface KeyedWindows<K, O> {

  /** The algorithm of windows that have grown. */
  Algorithm algorithm();

  Aggregation<O> aggregation();

  void insert(K key, long time, long value);

  void insert(K key, long time, double value);

  /** Inserts any value that the aggregation lifts; null is skipped. */
  void insert(K key, long time, Object value);

  /**
   * Inserts {@code values[i]} at {@code times[i]} for i in [from, to), where the times are sorted.
   */
  void bulkInsert(K key, long[] times, long[] values, int from, int to);

  void bulkInsert(K key, long[] times, double[] values, int from, int to);

  void bulkInsert(K key, long[] times, Object[] values, int from, int to);

  /**
   * Removes the key's entry at this time; false when there is none. In-order algorithms remove only
   * the oldest.
   */
  boolean evict(K key, long time);

  /** Removes every entry of the key up to and including this time. */
  void bulkEvict(K key, long time);

  /** Removes every entry of every key up to and including this time. */
  void bulkEvict(long time);

  /** Removes the key with all its entries; false when it is not there. */
  boolean remove(K key);

  O query(K key);

  /**
   * {@link #query(Object)} without boxing, for aggregations whose answer is a long; refuses others
   * as {@link dev.finestra.SlidingWindow#queryLong} does.
   */
  long queryLong(K key);

  /**
   * {@link #query(Object)} without boxing, for aggregations whose answer is a number; refuses
   * others as {@link dev.finestra.SlidingWindow#queryDouble} does.
   */
  double queryDouble(K key);

  /** The aggregate of the key's entries with from ≤ time ≤ to; that of none where from is above. */
  O query(K key, long from, long to);

  /**
   * The smallest time; throws {@link java.util.NoSuchElementException} when the key is not there.
   */
  long oldest(K key);

  /**
   * The largest time; throws {@link java.util.NoSuchElementException} when the key is not there.
   */
  long youngest(K key);

  /** The number of the key's entries. */
  long size(K key);

  default boolean contains(K key) {
    return size(key) > 0;
  }

  /** The number of keys. */
  int keys();

  /** Visits each key with its aggregate, in no order. */
  void forEach(KeyVisitor<? super K, ? super O> visitor);

  /** Visits the key's entries in time order, each with its own lowered aggregate. */
  void forEach(K key, EntryVisitor<? super O> visitor);

  /** Removes everything. */
  void clear();

  /** All windows as bytes: versioned, checksummed. */
  byte[] snapshot(KeyCodec<K> codec);

  /**
   * Replaces everything by a snapshot's content.
   *
   * @throws IllegalArgumentException when the bytes are damaged, of another aggregation, or written
   *     with another codec; everything stays as it was
   */
  void restore(byte[] snapshot, KeyCodec<K> codec);

  /** About how many bytes of heap are held, without the keys themselves. */
  long bytes();

  /**
   * Throws {@link AssertionError}, naming the invariant and the place, when the structure is not
   * sound.
   */
  void checkInvariants();

  /** Receives one key. */
  @FunctionalInterface
  interface KeyVisitor<K, O> {
    void accept(K key, O aggregate);
  }
}
