package dev.finestra.flink;

/**
 * Count windows: after each {@code slide} rows of a key, its last {@code size} rows, in order of
 * arrival; fewer where there have not been so many. Where the slide is the size this is Flink's
 * {@code countWindow(size)}, else its {@code countWindow(size, slide)}.
 *
 * @param size how many rows a window has
 * @param slide after how many rows there is a result
 */
public record CountWindow(long size, long slide) implements Kind {

  public CountWindow {
    Kind.span("the number of rows of a window", size);
    Kind.span("the number of rows from a window to the next", slide);
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
