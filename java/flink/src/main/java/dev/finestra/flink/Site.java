package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import org.apache.flink.types.RowKind;

/** What {@link Firing} sees of the operator: the current key's window, and what to do with it. */
interface Site {
  /** What {@link #now} is before a watermark has come, also after a restore. */
  long UNKNOWN = -3 * (Kind.MOST_TIME >> 1);

  /** The current key's window. */
  SlidingWindow<Answer> window();

  /** Whether the order of combining does not matter to the aggregation. */
  boolean isCommutative();

  /** The current key's notes. */
  Notes notes();

  /**
   * The time that has passed: ends minus one up to it are due. The watermark; for processing time
   * the last whole millisecond.
   */
  long now();

  /** What a window without rows answers, beside others that have some. */
  Answer none();

  /** Emits a result of the current key, with a timestamp. */
  void emit(long start, long end, Answer answer, RowKind kind, long timestamp) throws Exception;

  /** Sees to it that the timer rings at this time at the latest; never where it is NONE. */
  void ringAt(long time);

  /** Counts a row that is in no window, between two that are apart. */
  void between();

  /** Counts results that a late row changed. */
  void corrected(int results);
}
