package dev.finestra.flink;

import java.io.Serializable;
import java.time.Duration;

/** A kind of window: which stretches of a key's rows are answered, and by which clock. */
sealed interface Kind extends Serializable permits Slides, Sessions, LastWindow, CountWindow {

  /** The farthest time from 0 that a row may have, so that sums with sizes stay in 64 bits. */
  long MOST_TIME = 1L << 62;

  /** The largest size, slide, gap or lateness. */
  long MOST_SPAN = 1L << 59;

  /** How windows of this kind are told apart in a savepoint. */
  String described();

  /** Whether rows go by their timestamps and the watermark. */
  boolean isEventTime();

  /** Whether rows go by the clock of the machine. */
  default boolean isProcessingTime() {
    return false;
  }

  /** Whether results have a start and an end. */
  default boolean hasBounds() {
    return false;
  }

  /** A span in milliseconds; what is beyond 64 bits is so by its sign, and refused as that. */
  static long millis(Duration span) {
    try {
      return span.toMillis();
    } catch (ArithmeticException beyond) {
      return span.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** Refuses a span that is not above zero, or beyond what times can be added up with. */
  static long span(String of, long millis) {
    if (millis <= 0 || millis > MOST_SPAN) {
      throw new IllegalArgumentException(
          of + " is " + millis + "; it must be from 1 to " + MOST_SPAN);
    }
    return millis;
  }
}
