package dev.finestra.flink.internal.builder;

import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.InstantiationUtil;

/**
 * Reads size, slide and offset from Flink's window assigners. They do not expose all of these, so
 * this class looks at the windows that they assign.
 */
public final class FlinkAssigners {
  private static final int MOST_STEPS = 1_000_000;

  /** The supported classes. A subclass may assign other windows. */
  private static final Set<Class<?>> SUPPORTED =
      Set.of(
          SlidingEventTimeWindows.class,
          SlidingProcessingTimeWindows.class,
          TumblingEventTimeWindows.class,
          TumblingProcessingTimeWindows.class,
          EventTimeSessionWindows.class);

  private FlinkAssigners() {}

  /**
   * The kind of windows that an assigner makes.
   *
   * @throws IllegalArgumentException when the assigner is not supported
   */
  public static WindowKind kind(WindowAssigner<?, TimeWindow> assigner) {
    if (!SUPPORTED.contains(assigner.getClass())) {
      throw new IllegalArgumentException(
          ("The window assigner %s (%s) is not supported; use SlidingEventTimeWindows,"
                  + " TumblingEventTimeWindows, the same by processing time,"
                  + " EventTimeSessionWindows.withGap, LastWindow or CountWindow")
              .formatted(assigner, assigner.getClass().getSimpleName()));
    }
    if (assigner instanceof SlidingEventTimeWindows a) {
      return sliding(a, a.getSize(), a.getSlide());
    }
    if (assigner instanceof SlidingProcessingTimeWindows a) {
      return sliding(a, a.getSize(), a.getSlide());
    }
    TimeWindow window = assign(assigner, 0, 1, 1);
    long size = window.getEnd() - window.getStart();
    return assigner instanceof EventTimeSessionWindows
        ? new SessionWindow(size)
        : sliding(assigner, size, size);
  }

  private static WindowKind sliding(WindowAssigner<?, TimeWindow> assigner, long size, long slide) {
    return SlidingTimeWindow.of(
        size, slide, offset(assigner, size, slide), !assigner.isEventTime());
  }

  /** The offset of the windows, which must not depend on the clock. */
  private static long offset(WindowAssigner<?, TimeWindow> assigner, long size, long slide) {
    long offset = assign(assigner, 0, size, slide).getStart() % slide;
    for (int i = 1; i < 8; i++) {
      if ((assign(assigner, i * (slide / 5 + 1), size, slide).getStart() - offset) % slide != 0) {
        throw new IllegalArgumentException(
            assigner
                + " staggers its windows, so that they differ from task to task. This is not"
                + " supported; use WindowStagger.ALIGNED");
      }
    }
    return offset;
  }

  /** A window at a time, or the next one: if the slide exceeds the size there are gaps. */
  @SuppressWarnings("unchecked")
  private static TimeWindow assign(
      WindowAssigner<?, TimeWindow> assigner, long time, long size, long slide) {
    try {
      for (long step = 0; step <= slide / size + 1 && step < MOST_STEPS; step++) {
        long now = time + step * size;
        // A copy, because an assigner keeps the first offset that it draws.
        WindowAssigner<Object, TimeWindow> copy =
            (WindowAssigner<Object, TimeWindow>) InstantiationUtil.clone(assigner);
        Collection<TimeWindow> windows = copy.assignWindows(null, now, clock(now));
        if (!windows.isEmpty()) {
          return windows.iterator().next();
        }
      }
    } catch (IOException | ClassNotFoundException impossible) {
      throw new IllegalStateException(assigner + " could not be copied", impossible);
    }
    throw new IllegalArgumentException(
        assigner
            + " has a slide so much larger than its size that no window was found; use a smaller"
            + " slide");
  }

  private static WindowAssigner.WindowAssignerContext clock(long now) {
    return new WindowAssigner.WindowAssignerContext() {
      @Override
      public long getCurrentProcessingTime() {
        return now;
      }
    };
  }
}
