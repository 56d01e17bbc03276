package dev.finestra.windowing.internal.columns;

import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowResult;
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

  /** Whether no result lacks rows. */
  public boolean isEmpty() {
    return greatest == Long.MIN_VALUE;
  }

  /** Whether a result may lack rows. Its longest window starts at this time. */
  public boolean mayLackRows(long start) {
    return !isEmpty() && start <= greatest;
  }

  /** A result with null for each aggregation of each window that may lack rows. */
  public WindowResult withoutIncomplete(long start, long end, WindowResult result) {
    return mayLackRows(start)
        ? new WindowResult(
            result.rows(), withoutIncomplete(start, end, result.rows(), (Object[]) result.value()))
        : result;
  }

  /**
   * The results of windows, with null for those that may lack rows: a copy if there may be any. An
   * added aggregation has not seen earlier rows, but it knows that a window has none.
   *
   * @param start when the longest window starts
   * @param end when all windows end
   * @param rows how many rows the longest window has
   */
  public Object[] withoutIncomplete(long start, long end, long rows, Object[] results) {
    if (!mayLackRows(start)) {
      return results;
    }
    Object[] known = results.clone();
    int windows = results.length / ofAggregations.length;
    for (int i = 0; i < results.length; i++) {
      long from = windows == 1 ? start : end - sizes.get(i % windows);
      if (from <= (rows == 0 ? ofWindows : missing(i / windows))) {
        known[i] = null;
      }
    }
    return known;
  }

  /**
   * The first time after this one at which another result of a window that contains its end may
   * have all rows; {@link Long#MAX_VALUE} if none lacks any.
   */
  public long nextComplete(long time) {
    long next = Long.MAX_VALUE;
    for (long size : sizes) {
      for (int i = -1; i < ofAggregations.length; i++) {
        long complete = WindowGrid.plus(i < 0 ? ofWindows : missing(i), size + 1);
        next = complete > time ? Math.min(next, complete) : next;
      }
    }
    return next;
  }

  private long missing(int aggregation) {
    return Math.max(ofWindows, ofAggregations[aggregation]);
  }
}
