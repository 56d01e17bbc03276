package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowResult;

/**
 * The rows of the current key, as one window from which every result is a range query. Hosts
 * implement it over their storage of a key's rows.
 */
public interface KeyWindow {
  boolean isEmpty();

  /** The largest time; the window must not be empty. */
  long youngest();

  /** The smallest time; the window must not be empty. */
  long oldest();

  /** The smallest time that is not before this one; there must be one. */
  long ceiling(long time);

  void insert(long time, Object value);

  /** Evicts everything up to and including a time. */
  void bulkEvict(long time);

  /** The result of the rows with from ≤ time ≤ to; null if there are none. */
  WindowResult query(long from, long to);

  /** As {@link #query(long, long)}, then evicts all rows up to and including the later time. */
  WindowResult queryAndEvict(long from, long to);

  /** The result of all rows; null if there are none. */
  WindowResult query();
}
