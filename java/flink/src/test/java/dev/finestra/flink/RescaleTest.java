package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.junit.jupiter.api.Test;

/**
 * A job is rescaled from one number of subtasks to another. Results before and after the checkpoint
 * together are those of one subtask.
 */
class RescaleTest {
  private static final int[][] PAIRS = {
    {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 7}, {7, 3}, {1, 7}, {20, 21}, {21, 20}, {1, 21}, {21, 1}
  };

  @Test
  void shouldRescaleOnHeap() {
    Trials.run(50, 2_000, "jobs on heap", (seed, only) -> rescale(seed, "heap"));
  }

  @Test
  void shouldRescaleOnRocksDb() {
    Trials.run(20, 200, "jobs on RocksDB", (seed, only) -> rescale(seed, "rocksdb"));
  }

  @Test
  void shouldRescaleOnIncrementalRocksDb() {
    Trials.run(20, 200, "jobs on incremental RocksDB", (s, only) -> rescale(s, "incremental"));
  }

  private static void rescale(long seed, String backend) throws Exception {
    Random random = new Random(seed);
    int[] pair = PAIRS[random.nextInt(PAIRS.length)];
    try {
      run(random, backend, pair[0], pair[1]);
    } catch (AssertionError wrong) {
      throw new AssertionError("from " + pair[0] + " to " + pair[1] + " subtasks", wrong);
    }
  }

  private static void run(Random random, String backend, int from, int to) throws Exception {
    OneInputTransformation<Trade, ?> step = step(random);
    List<KeyedEvent> events = KeyedEvent.some(random, 300, 60);
    int first = random.nextInt(150);
    int last = first + random.nextInt(150);
    List<String> expected = new ArrayList<>();
    try (Subtasks one = new Subtasks(step, "heap", 1)) {
      for (KeyedEvent event : events) {
        one.take(event);
      }
      expected.addAll(one.out());
    }
    List<String> actual = new ArrayList<>();
    long watermark;
    OperatorSubtaskState state;
    try (Subtasks before = new Subtasks(step, backend, from)) {
      for (KeyedEvent event : events.subList(0, first)) {
        before.take(event);
      }
      // An incremental checkpoint needs an earlier one.
      before.checkpoint(1);
      for (KeyedEvent event : events.subList(first, last)) {
        before.take(event);
      }
      state = before.checkpoint(2);
      watermark = before.watermark();
      actual.addAll(before.out());
      try (Subtasks after = new Subtasks(step, backend, to, state, from)) {
        after.take(KeyedEvent.of(watermark));
        for (KeyedEvent event : events.subList(last, events.size())) {
          after.take(event);
        }
        actual.addAll(after.out());
      }
    }
    Collections.sort(expected);
    Collections.sort(actual);
    assertEquals(expected, actual);
  }

  private static OneInputTransformation<Trade, ?> step(Random random) {
    int size = 1 + random.nextInt(150);
    WindowKind kind =
        random.nextBoolean()
            ? new LastWindow(size)
            : SlidingTimeWindow.of(size, 1 + random.nextInt(40), 0, false);
    long lateness = random.nextInt(60);
    int what = random.nextInt(4);
    return Bench.step(
        keyed -> aggregated(Finestra.keyed(keyed).of(kind).allowedLateness(lateness), what));
  }

  /** Results of an aggregation or a function, with words or objects as partial results. */
  static DataStream<?> aggregated(FinestraWindowedStream<Trade, String> windows, int what) {
    return switch (what) {
      case 0 -> windows.aggregate("max", "price");
      case 1 -> windows.aggregate("collect_distinct", "price");
      case 2 -> windows.aggregate(new Summed());
      default -> windows.aggregate(new Listed());
    };
  }
}
