package dev.finestra.keyed;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow.EntryVisitor;
import dev.finestra.aggregation.Aggregation;

/**
 * One window for each key, of one algorithm and one aggregation.
 *
 * <p>A key exists while its window has entries: the first insert creates it, and evicting the last
 * entry removes it. Queries treat a key that does not exist like an empty window.
 *
 * <p><b>Space.</b> Windows of a few entries share arrays and take a few tens of bytes above their
 * entries. A window that grows becomes one of the algorithm, and moves back when it shrinks.
 * ({@code slicing(…)} and {@code reorder(…)} use windows of the algorithm from the first entry on.)
 *
 * <p>Each key's window rejects what the algorithm rejects. <b>Failure</b> is as in {@link
 * dev.finestra.SlidingWindow}: bad arguments are rejected before anything changes. When user code
 * throws in the middle of a change, all windows close.
 *
 * <p><b>Threading.</b> One thread at a time. A visitor must not change what it visits.
 *
 * @param <K> keys, with equals and hashCode that do not change; never null
 * @param <O> the result of a query
 */
public interface KeyedWindows<K, O> {

  /** The algorithm of windows with more than a few entries. */
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
   * Removes the key's entry at this time; false if there is none. In-order algorithms remove only
   * the oldest.
   */
  boolean evict(K key, long time);

  /** Removes every entry of the key up to and including this time. */
  void bulkEvict(K key, long time);

  /** Removes every entry of every key up to and including this time. */
  void bulkEvict(long time);

  /** Removes the key with all its entries; false when it does not exist. */
  boolean remove(K key);

  O query(K key);

  /**
   * {@link #query(Object)} without boxing, for aggregations whose answer is a long; rejects others
   * as {@link dev.finestra.SlidingWindow#queryLong} does.
   */
  long queryLong(K key);

  /**
   * {@link #query(Object)} without boxing, for aggregations whose answer is a number; rejects
   * others as {@link dev.finestra.SlidingWindow#queryDouble} does.
   */
  double queryDouble(K key);

  /**
   * The aggregate of the key's entries with from ≤ time ≤ to; there are none if from is above to.
   */
  O query(K key, long from, long to);

  /**
   * The smallest time; throws {@link java.util.NoSuchElementException} when the key does not exist.
   */
  long oldest(K key);

  /**
   * The largest time; throws {@link java.util.NoSuchElementException} when the key does not exist.
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
   *     with another codec; nothing changes then
   */
  void restore(byte[] snapshot, KeyCodec<K> codec);

  /** About how many bytes of heap are held, without the keys themselves. */
  long bytes();

  /**
   * Throws {@link AssertionError}, naming the invariant and the place, if the structure is not
   * sound.
   */
  void checkInvariants();

  /** Receives one key. */
  @FunctionalInterface
  interface KeyVisitor<K, O> {
    void accept(K key, O aggregate);
  }
}
