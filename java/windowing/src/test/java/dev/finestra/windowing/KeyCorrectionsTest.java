package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.logic.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Applying a changelog gives the same table as counting all rows, even if rows come while timers
 * are interrupted, before the first watermark after a restore, or after a watermark that is lower
 * than before the restore.
 */
class KeyCorrectionsTest {
  private static final int LATENESS = 2_000;

  @Test
  void shouldMakeTheTableOfAllRows() {
    Trials.run(
        700, 100_000, "streams of corrections", (seed, only) -> new Stream(seed, LATENESS).run());
  }

  @Test
  void shouldRetractOnlyWhatWasEmitted() {
    Trials.run(700, 100_000, "streams of late rows", (seed, only) -> new Stream(seed, 50).come());
  }

  /** Rows of one key; if none is late, the final table counts each. */
  private static final class Stream {
    private final Random random;
    private final WindowKind kind;
    private final Simulation.Job job;
    private final Simulation.Limits limits;
    private final List<Long> times = new ArrayList<>();

    /** How often the table contains each window with each result. */
    private final Map<List<Object>, Integer> table = new HashMap<>();

    private Simulation engine;

    Stream(long seed, int lateness) {
      random = new Random(seed);
      int slide = 1 + random.nextInt(30);
      kind =
          switch (random.nextInt(3)) {
            case 0 -> new LastWindow(1 + random.nextInt(60));
            case 1 -> new SessionWindow(slide);
            default ->
                SlidingTimeWindow.of(1 + random.nextInt(90), slide, random.nextInt(slide), false);
          };
      limits = new Simulation.Limits(Simulation.Style.values()[random.nextInt(3)], 2, 10, 1_000);
      List<TypedAggregation> count = List.of(new TypedAggregation("count", ValueType.LONG));
      job = new Simulation.Job(kind, NamedSizes.NONE, lateness, Emit.CORRECTIONS, count);
    }

    void run() throws Exception {
      come();
      table.values().removeIf(times -> times == 0);
      Map<List<Object>, Integer> missing = expected();
      table.forEach((answer, times) -> missing.merge(answer, -times, Integer::sum));
      missing.values().removeIf(times -> times == 0);
      assertEquals(Map.of(), missing, this + ": wanted more or less often");
    }

    @Override
    public String toString() {
      return kind + " " + limits;
    }

    void come() throws Exception {
      engine = new Simulation(job, limits);
      long time = 0;
      for (int i = 0; i < 60; i++) {
        time += random.nextInt(30);
        switch (random.nextInt(12)) {
          case 0 -> engine.watermark(time);
          case 1 -> engine.interruptedWatermark(time, random.nextInt(2));
          case 2 -> restore(time);
          case 3 -> time = many(time);
          default -> row(time - (random.nextBoolean() ? 0 : random.nextInt(500)));
        }
        apply();
      }
      engine.watermark(time + 10_000);
      apply();
    }

    private void row(long time) throws Exception {
      times.add(time);
      engine.row("k", time, 1L);
    }

    /** More rows than one timer emits results for. */
    private long many(long time) throws Exception {
      int count = random.nextInt(4) == 0 ? 2 * KeyedHost.MOST_AT_ONCE : 20;
      for (int i = 0; i < count; i++) {
        row(time + i);
      }
      return time + count;
    }

    /** After a restore, the first watermark may be lower than the last one before. */
    private void restore(long time) throws Exception {
      apply();
      engine = new Simulation(job, limits, engine.snapshot());
      if (random.nextBoolean()) {
        engine.watermark(time - random.nextInt(300));
      }
    }

    private void apply() {
      for (Simulation.Result result : engine.results()) {
        boolean isGone =
            result.change() == Change.UPDATE_BEFORE || result.change() == Change.DELETE;
        List<Object> row = new ArrayList<>();
        if (kind.hasBounds()) {
          row.add(result.start());
        }
        row.add(result.end());
        row.addAll(result.values());
        int times = table.merge(row, isGone ? -1 : 1, Integer::sum);
        assertTrue(times >= 0, this + ": " + row + " was retracted, and not emitted before");
      }
    }

    private Map<List<Object>, Integer> expected() {
      Map<List<Object>, Integer> expected = new HashMap<>();
      if (kind instanceof SessionWindow sessions) {
        List<Long> sorted = times.stream().sorted().toList();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
          long end = sorted.get(i - 1) + sessions.gap();
          if (i == sorted.size() || sorted.get(i) > end) {
            expected.put(List.of(sorted.get(from), end, (long) i - from), 1);
            from = i;
          }
        }
        return expected;
      }
      Map<Long, Long> windows = new HashMap<>();
      for (long time : times) {
        if (kind instanceof SlidingTimeWindow slides) {
          for (long s = slides.grid().lastStart(time);
              s > time - slides.size();
              s -= slides.slide()) {
            windows.merge(s, 1L, Long::sum);
          }
        } else {
          long from = time - ((LastWindow) kind).size();
          long count = times.stream().filter(t -> t >= from && t <= time).count();
          expected.merge(List.of(time, count), 1, Integer::sum);
        }
      }
      if (kind instanceof SlidingTimeWindow slides) {
        windows.forEach(
            (start, count) -> expected.put(List.of(start, start + slides.size(), count), 1));
      }
      return expected;
    }
  }
}
