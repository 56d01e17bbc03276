package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Crash and restore at any step: results after the last checkpoint are lost with the engine, and
 * another engine continues from the checkpoint. All results together are exactly those of an engine
 * that never crashes.
 */
class KeyCrashTest {

  @Test
  void shouldSurviveCrashes() {
    Trials.run(1_000, 200_000, "histories of crashes", (seed, only) -> run(new Random(seed)));
  }

  private static void run(Random random) throws Exception {
    Simulation.Job job = job(random);
    Simulation.Limits limits =
        new Simulation.Limits(
            Simulation.Style.values()[random.nextInt(3)],
            1 + random.nextInt(8),
            1 + random.nextInt(8),
            random.nextBoolean() ? 1 + random.nextInt(20) : 10_000);
    List<Event> events = Event.some(random, 150, 6, job.columns().size());
    Simulation steady = new Simulation(job, Simulation.Limits.ALL);
    for (Event event : events) {
      event.to(steady);
    }
    List<Simulation.Result> kept = new ArrayList<>();
    Simulation.Snapshot checkpoint = null;
    long watermark = Long.MIN_VALUE;
    int from = 0;
    for (int life = 0; life < 5; life++) {
      boolean isLast = life == 4;
      int until = isLast ? events.size() : from + random.nextInt(events.size() - from + 1);
      Simulation engine =
          checkpoint == null
              ? new Simulation(job, limits)
              : new Simulation(job, limits, checkpoint);
      if (watermark > Long.MIN_VALUE) {
        // Engines do not store the watermark; a restored source reports it again.
        engine.watermark(watermark);
      }
      int next = from;
      for (int i = from; i < until; i++) {
        events.get(i).to(engine);
        if (random.nextInt(12) == 0) {
          checkpoint = engine.snapshot();
          kept.addAll(engine.results());
          watermark = engine.watermark();
          next = i + 1;
        }
      }
      from = next;
      if (isLast) {
        kept.addAll(engine.results());
      }
    }
    assertEquals(sorted(steady.results()), sorted(kept), job + " " + limits);
  }

  private static List<String> sorted(List<Simulation.Result> results) {
    return results.stream().map(Simulation.Result::toString).sorted().toList();
  }

  private static Simulation.Job job(Random random) {
    int size = 1 + random.nextInt(150);
    int slide = 1 + random.nextInt(40);
    WindowKind kind =
        switch (random.nextInt(6)) {
          case 0 -> new LastWindow(size);
          case 1 -> new SessionWindow(slide);
          case 2 -> new CountWindow(1 + random.nextInt(20), 1 + random.nextInt(5));
          case 3 -> SlidingTimeWindow.of(2 * size, size, 0, false); // panes of several rows
          case 4 -> SlidingTimeWindow.of(size, size, 0, false);
          default -> SlidingTimeWindow.of(size, slide, 0, false);
        };
    boolean counts = kind instanceof CountWindow;
    long lateness = counts || random.nextInt(3) == 0 ? 0 : random.nextInt(60);
    Emit emit = emit(random, kind, lateness);
    // Trees, queues, and an algorithm that is stored as a whole.
    List<String> algorithms =
        counts ? List.of("auto", "daba_lite", "flatfit") : List.of("auto", "b_fiba2", "btree4");
    String algorithm = algorithms.get(random.nextInt(algorithms.size()));
    List<TypedAggregation> columns = new ArrayList<>();
    columns.add(new TypedAggregation("count", ValueType.LONG));
    if (random.nextBoolean()) {
      columns.add(new TypedAggregation("collect_distinct", ValueType.LONG));
    }
    return new Simulation.Job(
        new WindowRequest(kind, NamedSizes.NONE, lateness, emit, algorithm, 0), columns);
  }

  private static Emit emit(Random random, WindowKind kind, long lateness) {
    List<Emit> all = new ArrayList<>(List.of(Emit.ON_WATERMARK, Emit.ON_EVENT));
    if (lateness > 0) {
      all.add(Emit.CORRECTIONS);
    }
    if (kind instanceof LastWindow) {
      all.add(Emit.CHANGES);
    }
    return all.get(random.nextInt(all.size()));
  }
}
