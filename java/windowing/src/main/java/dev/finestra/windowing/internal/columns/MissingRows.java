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
  private long last = Long.MIN_VALUE;

  /**
   * @param sizes the sizes of windows that end together; ignored if there are not several
   */
  public MissingRows(List<Long> sizes, int aggregations) {
    this.sizes = sizes;
    ofAggregations = new long[aggregations];
    Arrays.fill(ofAggregations, Long.MIN_VALUE);
  }

  /** Rows up to this time are missing in all windows. */
  public void fromWindows(long upTo) {
    ofWindows = Math.max(ofWindows, upTo);
    last = Math.max(last, upTo);
  }

  /** Rows up to this time are missing in the results of an aggregation. */
  public void fromAggregation(int aggregation, long upTo) {
    ofAggregations[aggregation] = Math.max(ofAggregations[aggregation], upTo);
    last = Math.max(last, upTo);
  }

  /** The last time of {@link #fromWindows}; {@link Long#MIN_VALUE} if no row is missing. */
  public long ofWindows() {
    return ofWindows;
  }

  /** The last time of {@link #fromAggregation}; {@link Long#MIN_VALUE} if no row is missing. */
  public long ofAggregation(int aggregation) {
    return ofAggregations[aggregation];
  }

  /** Whether a result may lack rows, if its longest window starts at this time. */
  public boolean concern(long start) {
    return last != Long.MIN_VALUE && start <= last;
  }

  /**
   * The results of windows, with null for those that lack rows: a copy if there may be any.
   *
   * @param start when the longest window starts
   * @param end when all windows end
   */
  public Object[] hidden(long start, long end, Object[] results) {
    if (!concern(start)) {
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
