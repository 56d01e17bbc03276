package dev.finestra.flink;

import java.time.Duration;

/**
 * Per-event windows: each row has its own window of the last size up to it, [t − size, t], closed
 * at both ends as SQL's {@code RANGE BETWEEN size PRECEDING AND CURRENT ROW}. Rows at the same time
 * are in one another's windows.
 *
 * @param size how far back a window reaches, in the unit of the rows' timestamps (milliseconds)
 */
public record LastWindow(long size) implements Kind {

  public LastWindow {
    Kind.span("the size of the window", size);
  }

  public static LastWindow of(Duration size) {
    return new LastWindow(Kind.millis(size));
  }

  public static LastWindow of(long size) {
    return new LastWindow(size);
  }

  @Override
  public String described() {
    return "last(" + size + ")";
  }

  @Override
  public boolean isEventTime() {
    return true;
  }
}
