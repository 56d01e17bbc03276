package dev.finestra.flink;

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
 * What Flink's window assigners assign, read off a few assignments: they do not tell their offsets.
 */
final class Assigners {
  private static final int MOST_STEPS = 1_000_000;

  /** Those that are known; what extends one of them may assign otherwise. */
  private static final Set<Class<?>> FLINKS =
      Set.of(
          SlidingEventTimeWindows.class,
          SlidingProcessingTimeWindows.class,
          TumblingEventTimeWindows.class,
          TumblingProcessingTimeWindows.class,
          EventTimeSessionWindows.class);

  private Assigners() {}

  /** The kind of windows of an assigner; refuses one that is not known. */
  static Kind kind(WindowAssigner<?, TimeWindow> assigner) {
    return FLINKS.contains(assigner.getClass()) ? kindOf(assigner) : refused(assigner);
  }

  private static Kind kindOf(WindowAssigner<?, TimeWindow> assigner) {
    if (assigner instanceof SlidingEventTimeWindows a) {
      return new Slides(a.getSize(), a.getSlide(), offset(a, a.getSize(), a.getSlide()), false);
    }
    if (assigner instanceof SlidingProcessingTimeWindows a) {
      return new Slides(a.getSize(), a.getSlide(), offset(a, a.getSize(), a.getSlide()), true);
    }
    if (assigner instanceof TumblingEventTimeWindows a) {
      long size = length(assign(a, 0, 1, 1));
      return new Slides(size, size, offset(a, size, size), false);
    }
    if (assigner instanceof TumblingProcessingTimeWindows a) {
      long size = length(assign(a, 0, 1, 1));
      return new Slides(size, size, offset(a, size, size), true);
    }
    return new Sessions(length(assign(assigner, 0, 1, 1)));
  }

  private static Kind refused(WindowAssigner<?, TimeWindow> assigner) {
    throw new IllegalArgumentException(
        "the windows of "
            + assigner
            + " ("
            + assigner.getClass().getSimpleName()
            + ") are not known here; SlidingEventTimeWindows, TumblingEventTimeWindows, their"
            + " processing-time twins, EventTimeSessionWindows.withGap, LastWindow and CountWindow"
            + " are");
  }

  private static long length(TimeWindow window) {
    return window.getEnd() - window.getStart();
  }

  /** Where windows start, which must be the same whatever time the clock shows. */
  private static long offset(WindowAssigner<?, TimeWindow> assigner, long size, long slide) {
    long offset = assign(assigner, 0, size, slide).getStart() % slide;
    for (int i = 1; i < 8; i++) {
      if ((assign(assigner, i * (slide / 5 + 1), size, slide).getStart() - offset) % slide != 0) {
        throw new IllegalArgumentException(
            assigner
                + " staggers its windows by the clock or at random, so that they differ from task"
                + " to task; here windows are aligned: WindowStagger.ALIGNED");
      }
    }
    return offset;
  }

  /** A window at a time or the next that has one, as there are gaps where slides are large. */
  private static TimeWindow assign(
      WindowAssigner<?, TimeWindow> assigner, long time, long size, long slide) {
    try {
      for (long step = 0; step <= slide / size + 1 && step < MOST_STEPS; step++) {
        long now = time + step * size;
        // A copy, since an assigner keeps what it drew first.
        WindowAssigner<Object, TimeWindow> copy = copy(assigner);
        Collection<TimeWindow> windows = copy.assignWindows(null, now, new Clock(now));
        if (!windows.isEmpty()) {
          return windows.iterator().next();
        }
      }
    } catch (IOException | ClassNotFoundException impossible) {
      throw new IllegalStateException(assigner + " could not be copied", impossible);
    }
    throw new IllegalArgumentException(
        assigner + " has a slide so far above its size that its windows were not found");
  }

  @SuppressWarnings("unchecked")
  private static WindowAssigner<Object, TimeWindow> copy(WindowAssigner<?, TimeWindow> assigner)
      throws IOException, ClassNotFoundException {
    return (WindowAssigner<Object, TimeWindow>) InstantiationUtil.clone(assigner);
  }

  private static final class Clock extends WindowAssigner.WindowAssignerContext {
    private final long now;

    Clock(long now) {
      this.now = now;
    }

    @Override
    public long getCurrentProcessingTime() {
      return now;
    }
  }
}
