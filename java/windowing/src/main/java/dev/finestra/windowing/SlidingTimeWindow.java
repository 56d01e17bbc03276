package dev.finestra.windowing;

/**
 * Sliding and tumbling windows, in event time or processing time.
 *
 * @param grid where windows start and end, in milliseconds
 */
public record SlidingTimeWindow(WindowGrid grid, boolean isProcessingTime) implements WindowKind {

  public static SlidingTimeWindow of(long size, long slide, long offset, boolean isProcessingTime) {
    WindowKind.span("The size of the windows", size);
    WindowKind.span("The slide of the windows", slide);
    return new SlidingTimeWindow(WindowGrid.of(size, slide, offset), isProcessingTime);
  }

  public long size() {
    return grid.size();
  }

  public long slide() {
    return grid.slide();
  }

  @Override
  public String described() {
    return "slides(%s,%s,%s%s"
        .formatted(
            grid.size(), grid.slide(), grid.offset(), (isProcessingTime ? ",processing)" : ")"));
  }

  @Override
  public boolean isEventTime() {
    return !isProcessingTime;
  }

  @Override
  public boolean hasBounds() {
    return true;
  }
}
