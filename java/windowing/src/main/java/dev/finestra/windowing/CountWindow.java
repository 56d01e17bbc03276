package dev.finestra.windowing;

/**
 * Count windows: after each {@code slide} rows of a key, the last {@code size} rows in order of
 * arrival; fewer if the key has had fewer. With equal size and slide this is Flink's {@code
 * countWindow(size)}, otherwise its {@code countWindow(size, slide)}.
 *
 * @param size how many rows a window contains
 * @param slide the number of rows from one result to the next
 */
public record CountWindow(long size, long slide) implements WindowKind {

  public CountWindow {
    WindowKind.span("The number of rows of a window", size);
    WindowKind.span("The number of rows from a window to the next", slide);
  }

  public static CountWindow of(long size) {
    return new CountWindow(size, size);
  }

  public static CountWindow of(long size, long slide) {
    return new CountWindow(size, slide);
  }

  @Override
  public String described() {
    return "count(" + size + "," + slide + ")";
  }

  @Override
  public boolean isEventTime() {
    return false;
  }
}
