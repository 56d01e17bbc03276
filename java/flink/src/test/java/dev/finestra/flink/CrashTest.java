package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.junit.jupiter.api.Test;

/**
 * Crash, replay and rescaling in one thread. Results up to a checkpoint are kept, later ones are
 * lost with the subtasks, and another number of subtasks continues from the checkpoint. In total,
 * the results are those of one subtask that never crashes.
 */
class CrashTest {
  private static final int[] SUBTASKS = {1, 2, 3, 7};

  @Test
  void shouldSurviveCrashesOnHeap() {
    Trials.run(100, 10_000, "histories of crashes on heap", (s, only) -> run(s, "heap"));
  }

  @Test
  void shouldSurviveCrashesOnRocksDb() {
    Trials.run(5, 2_000, "histories of crashes on RocksDB", (s, only) -> run(s, "rocksdb"));
  }

  private static void run(long seed, String backend) throws Exception {
    Random random = new Random(seed);
    OneInputTransformation<Trade, ?> step = step(random);
    List<KeyedEvent> events = KeyedEvent.some(random, 150, 6);
    List<String> expected = new ArrayList<>();
    try (Subtasks job = new Subtasks(step, backend, 1)) {
      for (KeyedEvent event : events) {
        job.take(event);
      }
      expected.addAll(job.out());
    }
    Collections.sort(expected);

    List<String> kept = new ArrayList<>();
    OperatorSubtaskState checkpoint = null;
    int subtasks = 0;
    int from = 0;
    long watermark = Long.MIN_VALUE;
    for (int life = 0; ; life++) {
      int before = subtasks;
      while (subtasks == before) {
        subtasks = SUBTASKS[random.nextInt(SUBTASKS.length)];
      }
      boolean last = life > 3;
      int until = last ? events.size() : from + random.nextInt(events.size() - from + 1);
      try (Subtasks job = new Subtasks(step, backend, subtasks, checkpoint, before)) {
        int taken = from;
        if (watermark > Long.MIN_VALUE) {
          // Flink does not restore the watermark; a source emits it again.
          job.take(KeyedEvent.of(watermark));
        }
        for (int i = from; i < until; i++) {
          job.take(events.get(i));
          if (random.nextInt(12) == 0) {
            checkpoint = job.checkpoint(i);
            before = subtasks;
            kept.addAll(job.out());
            taken = i + 1;
            watermark = job.watermark();
          }
        }
        from = taken;
        if (last) {
          kept.addAll(job.out());
          break;
        }
        // Without a checkpoint since the last crash, the previous one is restored again.
        subtasks = before;
      }
    }
    Collections.sort(kept);
    assertEquals(expected, kept);
  }

  private static OneInputTransformation<Trade, ?> step(Random random) {
    int size = 1 + random.nextInt(150);
    int slide = 1 + random.nextInt(40);
    WindowKind kind =
        switch (random.nextInt(4)) {
          case 0 -> new LastWindow(size);
          case 1 -> new SessionWindow(slide);
          case 2 -> new CountWindow(1 + random.nextInt(20), 1 + random.nextInt(5));
          default -> SlidingTimeWindow.of(size, slide, 0, false);
        };
    long lateness = kind instanceof CountWindow ? 0 : random.nextInt(60);
    int what = random.nextInt(4);
    // Trees, queues, and windows that are stored as a whole.
    List<String> algorithms =
        kind instanceof CountWindow
            ? List.of("auto", "daba_lite", "flatfit")
            : List.of("auto", "b_fiba2", "btree4");
    String algorithm = algorithms.get(random.nextInt(algorithms.size()));
    return Bench.step(
        keyed ->
            RescaleTest.aggregated(
                Finestra.keyed(keyed).of(kind).allowedLateness(lateness).algorithm(algorithm),
                what));
  }
}
