package dev.finestra.windowing;

import java.io.Serializable;
import java.time.Duration;

/** A kind of window: how a key's rows are grouped into windows, and by which clock. */
public sealed interface WindowKind extends Serializable
    permits SlidingTimeWindow, SessionWindow, LastWindow, CountWindow {

  /** Row times must lie between −2^62 and 2^62, so that sums with sizes stay within 64 bits. */
  long MOST_TIME = 1L << 62;

  /** The largest size, slide, gap or lateness. */
  long MOST_SPAN = 1L << 59;

  /** The kind and its numbers, as savepoints record them. */
  String described();

  /** Whether windows follow the rows' timestamps and the watermark. */
  boolean isEventTime();

  /** Whether windows follow the machine's clock. */
  default boolean isProcessingTime() {
    return false;
  }

  /** Whether results have a start and an end. */
  default boolean hasBounds() {
    return false;
  }

  /**
   * A span in milliseconds. One outside the 64-bit range becomes the nearest 64-bit value, which
   * {@link #span} rejects.
   */
  static long millis(Duration span) {
    try {
      return span.toMillis();
    } catch (ArithmeticException overflow) {
      return span.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** Checks that a span is positive and small enough to be added to any accepted time. */
  static long span(String name, long millis) {
    if (millis <= 0 || millis > MOST_SPAN) {
      throw new IllegalArgumentException(
          name + " is " + millis + "; it must be from 1 to " + MOST_SPAN);
    }
    return millis;
  }
}
