package dev.finestra.windowing.internal.columns;

import java.util.Arrays;
import java.util.List;

/**
 * Which results lack rows after a job was changed: an aggregation that was added has not seen
 * earlier rows, and longer windows need rows that are gone. Such a result is null.
 *
 * <p>Results are arrays as in a {@code WindowResult}: all sizes of the first aggregation, then all
 * sizes of the next one.
 */
public final class MissingRows {
  private final List<Long> sizes;
  private final long[] ofAggregations;
  private long ofWindows = Long.MIN_VALUE;
  private long greatest = Long.MIN_VALUE;

  /**
   * @param sizes the sizes of windows that end together; ignored if there are not several
   */
  public MissingRows(List<Long> sizes, int aggregations) {
    this.sizes = sizes;
    ofAggregations = new long[aggregations];
    Arrays.fill(ofAggregations, Long.MIN_VALUE);
  }

  /** All windows may lack rows up to this time. */
  public void markWindows(long upTo) {
    ofWindows = Math.max(ofWindows, upTo);
    greatest = Math.max(greatest, upTo);
  }

  /** The results of an aggregation may lack rows up to this time. */
  public void markAggregation(int aggregation, long upTo) {
    ofAggregations[aggregation] = Math.max(ofAggregations[aggregation], upTo);
    greatest = Math.max(greatest, upTo);
  }

  /** The time up to which windows may lack rows; {@link Long#MIN_VALUE} if none is missing. */
  public long ofWindows() {
    return ofWindows;
  }

  /**
   * The time up to which an aggregation may lack rows; {@link Long#MIN_VALUE} if none is missing.
   */
  public long ofAggregation(int aggregation) {
    return ofAggregations[aggregation];
  }

  /** Whether a result may lack rows. Its longest window starts at this time. */
  public boolean mayLackRows(long start) {
    return greatest != Long.MIN_VALUE && start <= greatest;
  }

  /**
   * The results of windows, with null for those that may lack rows: a copy if there may be any.
   *
   * @param start when the longest window starts
   * @param end when all windows end
   */
  public Object[] withoutIncomplete(long start, long end, Object[] results) {
    if (!mayLackRows(start)) {
      return results;
    }
    Object[] known = results.clone();
    int windows = results.length / ofAggregations.length;
    for (int i = 0; i < results.length; i++) {
      long from = windows == 1 ? start : end - sizes.get(i % windows);
      if (from <= Math.max(ofWindows, ofAggregations[i / windows])) {
        known[i] = null;
      }
    }
    return known;
  }
}
