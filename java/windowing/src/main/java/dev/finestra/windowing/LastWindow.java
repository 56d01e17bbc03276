package dev.finestra.windowing;

import java.time.Duration;

/**
 * Per-event windows: each row has a window of its own, which reaches back by the size. The window
 * of a row at t is [t − size, t], closed at both ends, as SQL's {@code RANGE BETWEEN size PRECEDING
 * AND CURRENT ROW}. Rows with equal times are in each other's windows.
 *
 * @param size how far back a window reaches, in the unit of the rows' timestamps (milliseconds)
 * @param isProcessingTime whether a row's time is the clock's when it arrives
 */
public record LastWindow(long size, boolean isProcessingTime) implements WindowKind {

  public LastWindow {
    WindowKind.span("The size of the window", size);
  }

  /** Windows in event time. */
  public LastWindow(long size) {
    this(size, false);
  }

  public static LastWindow of(Duration size) {
    return new LastWindow(WindowKind.millis(size));
  }

  public static LastWindow of(long size) {
    return new LastWindow(size);
  }

  /** Windows by the clock of the machine on which a row arrives. */
  public static LastWindow inProcessingTime(Duration size) {
    return new LastWindow(WindowKind.millis(size), true);
  }

  @Override
  public String described() {
    return "last(" + size + (isProcessingTime ? ",processing)" : ")");
  }

  @Override
  public boolean isEventTime() {
    return !isProcessingTime;
  }
}
