package dev.finestra.flink;

import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Sliding and tumbling windows: [start, start + size) for each start that is offset + i · slide.
 * The size need not be a multiple of the slide, and the slide may be larger: then there are times
 * that are in no window.
 */
record Slides(long size, long slide, long offset, boolean isProcessingTime) implements Kind {

  Slides {
    Kind.span("the size of the windows", size);
    Kind.span("the slide of the windows", slide);
  }

  @Override
  public String described() {
    return "slides("
        + size
        + ","
        + slide
        + ","
        + offset
        + (isProcessingTime ? ",processing)" : ")");
  }

  @Override
  public boolean isEventTime() {
    return !isProcessingTime;
  }

  @Override
  public boolean hasBounds() {
    return true;
  }

  /** The largest start that is not after the time. */
  long lastStart(long time) {
    return TimeWindow.getWindowStartWithOffset(time, offset, slide);
  }

  /** Whether any window has this time. */
  boolean covers(long time) {
    return time - lastStart(time) < size;
  }

  /** The start of the oldest window that has this time, which some window has. */
  long firstStart(long time) {
    long last = lastStart(time);
    return last - (size - 1 - (time - last)) / slide * slide;
  }

  /** The longest stretch of time, from an offset on, that all windows have all of or nothing of. */
  long pane() {
    long a = size;
    long b = slide;
    while (b > 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }

  /** When the pane of a time begins. */
  long paneOf(long time) {
    return TimeWindow.getWindowStartWithOffset(time, offset, pane());
  }

  /** The smallest start that is not before the time. */
  long startFrom(long time) {
    long last = lastStart(time);
    return last == time ? time : last + slide;
  }
}
