package dev.finestra.windowing;

import java.io.Serializable;
import java.util.function.LongConsumer;

/**
 * The windows [start, start + size) that start at {@code offset + i · slide}, and the panes that
 * they share. A pane is the longest stretch of time that every window contains as a whole or not at
 * all. If the size is a multiple of the slide, each slide is one pane. Otherwise it is two panes,
 * as a window ends inside of it.
 *
 * <pre>
 * size 7, slide 4      0     3 4     7 8     11  13
 * panes of 3 and 1     |-----|-|-----|-|-----|-|
 * window 0             |-------------|
 * window 1                     |-------------|
 * </pre>
 *
 * <p>The slide may exceed the size; then some times are in no window. Times are in any unit.
 *
 * <p>Costs: every method is O(1), except those that visit windows one by one.
 *
 * <p>Range: all 64-bit times are accepted. Methods compute with distances and numbers, which never
 * overflow. A start or end outside the 64-bit range becomes the nearest 64-bit value; {@link
 * #startOf} and {@link #endOf} throw instead.
 */
public final class WindowGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long size;
  private final long slide;
  private final long offset;

  /** The length of the first of two panes in a slide, or 0 if a slide is one pane. */
  private final long firstPart;

  private WindowGrid(long size, long slide, long offset) {
    this.size = size;
    this.slide = slide;
    this.offset = Math.floorMod(offset, slide);
    this.firstPart = size % slide;
  }

  /** A grid; offsets that differ by a multiple of the slide give equal grids. */
  public static WindowGrid of(long size, long slide, long offset) {
    if (size <= 0 || slide <= 0) {
      throw new IllegalArgumentException(
          "The window's size is " + size + " and its slide " + slide + "; both must be at least 1");
    }
    return new WindowGrid(size, slide, offset);
  }

  public long size() {
    return size;
  }

  public long slide() {
    return slide;
  }

  /** The smallest start that is not negative. */
  public long offset() {
    return offset;
  }

  /** The number of panes in a slide: 1 if the size is a multiple of the slide, 2 otherwise. */
  public int panesPerSlide() {
    return firstPart == 0 ? 1 : 2;
  }

  /** The most windows that contain one time. */
  public long windowsPerTime() {
    return (size - 1) / slide + 1;
  }

  /** The distance back from a time to the newest start that is not after it. */
  public long sinceStart(long time) {
    return since(time, slide, offset);
  }

  /** The largest start that is not after the time. */
  public long lastStart(long time) {
    return minus(time, sinceStart(time));
  }

  /** Whether any window contains the time. */
  public boolean covers(long time) {
    return sinceStart(time) < size;
  }

  /** The start of the oldest window that contains the time; some window must contain it. */
  public long firstStart(long time) {
    return minus(time, farthest(sinceStart(time), size));
  }

  /** Whether windows contain the time, and none of them is due when {@code passed} has passed. */
  public boolean isAhead(long time, long passed) {
    return covers(time) && firstStart(time) > minus(passed, size - 1);
  }

  /** The smallest start that is not before the time. */
  public long startFrom(long time) {
    long since = sinceStart(time);
    return since == 0 ? time : plus(time, slide - since);
  }

  /** The smallest end that is after the time. */
  public long endAfter(long time) {
    return plus(time, slide - since(time, slide, (firstPart + offset) % slide));
  }

  /** The start of the pane that contains the time. */
  public long paneStart(long time) {
    long since = sinceStart(time);
    return minus(time, since < firstPart ? since : since - firstPart);
  }

  /** The end of the pane that contains the time. */
  public long paneEnd(long time) {
    long since = sinceStart(time);
    return plus(time, (since < firstPart ? firstPart : slide) - since);
  }

  /**
   * Visits the ends of all windows that contain one of the times, each once, in order.
   *
   * @param times sorted. A window that ends after the 64-bit range is left out.
   */
  public void forEachEnd(long[] times, LongConsumer action) {
    long next = Long.MIN_VALUE;
    for (long time : times) {
      next = Math.max(next, endAfter(time));
      while (next != Long.MAX_VALUE && next - time <= size) {
        action.accept(next);
        next = plus(next, slide);
      }
    }
  }

  /**
   * Visits the windows that contain a time, oldest first, as distances back from the time to their
   * starts. Distances are exact where starts would leave the 64-bit range.
   */
  public void forEachDistance(long time, LongConsumer action) {
    visit(sinceStart(time), size, action);
  }

  /**
   * The same without the windows that contain an earlier time, too. A walk over sorted times thus
   * visits each window once, in order.
   */
  public void forEachDistance(long time, long earlier, LongConsumer action) {
    visit(sinceStart(time), Math.min(size, minus(time, earlier)), action);
  }

  private void visit(long nearest, long limit, LongConsumer action) {
    if (nearest < limit) {
      for (long since = farthest(nearest, limit); since >= nearest; since -= slide) {
        action.accept(since);
      }
    }
  }

  /** The largest distance below the limit that is {@code nearest} plus a multiple of the slide. */
  private long farthest(long nearest, long limit) {
    return nearest + (limit - 1 - nearest) / slide * slide;
  }

  // Numbers: window 0 and pane 0 start at the offset. Numbers order windows and panes even if
  // starts and ends are outside the 64-bit range.

  /** The number of the pane that contains the time. */
  public long paneNumber(long time) {
    long slides = Math.floorDiv(time, slide) - (Math.floorMod(time, slide) < offset ? 1 : 0);
    return firstPart == 0 ? slides : 2 * slides + (sinceStart(time) < firstPart ? 0 : 1);
  }

  /** The number of the oldest window that contains this pane, or else of the next window. */
  public long firstWindow(long paneNumber) {
    return -Math.floorDiv(panesPerWindow() - 1 - paneNumber, panesPerSlide());
  }

  /** The number of a window's first pane. */
  public long firstPane(long window) {
    return window * panesPerSlide();
  }

  /** The number of the first pane after a window. */
  public long pastPane(long window) {
    return firstPane(window) + panesPerWindow();
  }

  private long panesPerWindow() {
    return firstPart == 0 ? size / slide : 2 * (size / slide) + 1;
  }

  /** The start of a window, by its number; throws if it is outside the 64-bit range. */
  public long startOf(long window) {
    return inRange(window, 0);
  }

  /** The end of a window, by its number; throws if it is outside the 64-bit range. */
  public long endOf(long window) {
    return inRange(window, size);
  }

  private long inRange(long window, long sinceStart) {
    try {
      long start = Math.multiplyExact(window, slide);
      return Math.addExact(Math.addExact(start, sinceStart), offset);
    } catch (ArithmeticException outside) {
      throw new ArithmeticException(
          ("Window %s of size %s and slide %s starts or ends outside the range of 64-bit times;"
                  + " leave out times that near to the ends of the range")
              .formatted(window, size, slide));
    }
  }

  private static long since(long time, long every, long offset) {
    return Math.floorMod(Math.floorMod(time, every) - offset, every);
  }

  /** The sum of a time and a length, or the largest time if that would overflow. */
  public static long plus(long time, long length) {
    long sum = time + length;
    return sum < time ? Long.MAX_VALUE : sum;
  }

  /** The difference of two times, or the end of the 64-bit range if that would overflow. */
  public static long minus(long a, long b) {
    long difference = a - b;
    boolean overflows = ((a ^ b) & (a ^ difference)) < 0;
    return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WindowGrid that
        && size == that.size
        && slide == that.slide
        && offset == that.offset;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(size) * 31 * 31 + Long.hashCode(slide) * 31 + Long.hashCode(offset);
  }

  @Override
  public String toString() {
    return "windows of size " + size + " every " + slide + " from " + offset;
  }
}
