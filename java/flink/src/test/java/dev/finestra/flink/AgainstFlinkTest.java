package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * Runs the same random stream through Flink's own windows and through Finestra's, on Flink's test
 * harness. After each row and each watermark, both have emitted the same results and sent the same
 * rows to the side output; in the end neither has state left.
 */
class AgainstFlinkTest {
  private static final OutputTag<Trade> LATE = new OutputTag<>("late", Types.POJO(Trade.class));

  @Test
  void shouldEqualFlinksWindowsOnHeap() {
    Trials.run(
        400, 20_000, "streams through Flink's windows and ours", (s, only) -> run(s, "heap"));
  }

  @Test
  void shouldEqualFlinksWindowsOnRocksDb() {
    Trials.run(20, 1_000, "streams on RocksDB", (s, only) -> run(s, "rocksdb"));
  }

  private static void run(long seed, String backend) throws Exception {
    Random random = new Random(seed);
    WindowAssigner<Object, TimeWindow> assigner = assigner(random);
    long lateness = random.nextBoolean() ? 0 : random.nextInt(200);
    boolean side = random.nextBoolean();
    String what = assigner + " lateness " + lateness + (side ? " side output" : "");
    // Rows of a pane are added in the order of arrival, and a tumbling window is one pane.
    boolean isOnePane = assigner instanceof TumblingEventTimeWindows;
    AggregateFunction<Trade, ?, String> function =
        switch (random.nextInt(3)) {
          case 0 -> new Summed();
          case 1 -> new Averaged();
          default -> new Listed(!isOnePane, lateness == 0 && random.nextBoolean());
        };
    try (Bench<String> flinks = new Bench<>(flinks(assigner, lateness, side, function), backend);
        Bench<String> ours = new Bench<>(ours(assigner, lateness, side, function), backend)) {
      long time = random.nextInt(1_000) - 500;
      int keys = 1 + random.nextInt(4);
      int step = 1 + random.nextInt(30);
      long watermark = Long.MIN_VALUE;
      for (int i = 0; i < 150; i++) {
        if (random.nextInt(10) == 0) {
          watermark = Math.max(watermark, time - random.nextInt(40));
          flinks.watermark(watermark);
          ours.watermark(watermark);
        } else {
          time += random.nextInt(100) == 0 ? 2_000 : random.nextInt(step);
          long at = time - (random.nextInt(4) == 0 ? random.nextInt(300) : 0);
          Trade trade = new Trade("k" + random.nextInt(keys), at, (long) random.nextInt(50), i);
          flinks.row(trade);
          ours.row(trade);
        }
        assertEquals(flinks.out(), ours.out(), what + " at step " + i);
        assertEquals(flinks.late(LATE), ours.late(LATE), what + " late at step " + i);
        assertTrue(ours.harness().numEventTimeTimers() <= keys, what + " timers at step " + i);
      }
      flinks.watermark(time + 100_000);
      ours.watermark(time + 100_000);
      assertEquals(flinks.out(), ours.out(), what + " in the end");
      assertEquals(flinks.aside(), ours.aside(), what + " aside");
      assertEquals(0, flinks.left(), what + ": Flink left state");
      assertEquals(0, ours.left(), what + ": state is left");
      assertEquals(0, ours.harness().numEventTimeTimers(), what + ": timers are left");
    }
  }

  @Test
  void shouldEqualFlinksCountWindows() {
    Trials.run(60, 3_000, "streams through Flink's count windows and ours", (s, only) -> count(s));
  }

  private static void count(long seed) throws Exception {
    Random random = new Random(seed);
    int size = 1 + random.nextInt(12);
    int slide = random.nextBoolean() ? size : 1 + random.nextInt(15);
    String what = "size " + size + " slide " + slide;
    AggregateFunction<Trade, ?, String> function = function(random);
    try (Bench<String> flinks =
            new Bench<>(
                keyed ->
                    (size == slide ? keyed.countWindow(size) : keyed.countWindow(size, slide))
                        .aggregate(function),
                "heap");
        Bench<String> ours =
            new Bench<>(
                keyed ->
                    Finestra.keyed(keyed).window(CountWindow.of(size, slide)).aggregate(function),
                "heap")) {
      for (int i = 0; i < 150; i++) {
        Trade trade = new Trade("k" + random.nextInt(3), random.nextInt(500), (long) i, i);
        flinks.row(trade);
        ours.row(trade);
        assertEquals(values(flinks), values(ours), what + " at step " + i);
      }
    }
  }

  /**
   * The results without nulls, which Flink emits for sliding windows only; and without timestamps,
   * because Flink's count windows have none but the largest.
   */
  private static List<String> values(Bench<String> bench) {
    return bench.records().stream().map(StreamRecord::getValue).filter(Objects::nonNull).toList();
  }

  /** Accumulators that Finestra holds as objects, or as words. */
  private static AggregateFunction<Trade, ?, String> function(Random random) {
    return random.nextBoolean() ? new Listed() : new Summed();
  }

  private static WindowAssigner<Object, TimeWindow> assigner(Random random) {
    Duration size = Duration.ofMillis(1 + random.nextInt(200));
    Duration slide = Duration.ofMillis(1 + random.nextInt(60));
    Duration offset = Duration.ofMillis(random.nextInt((int) slide.toMillis()));
    return switch (random.nextInt(4)) {
      case 0 -> TumblingEventTimeWindows.of(slide, offset);
      case 1 -> EventTimeSessionWindows.withGap(slide);
      default -> SlidingEventTimeWindows.of(size, slide, offset);
    };
  }

  private static Function<KeyedStream<Trade, String>, DataStream<String>> flinks(
      WindowAssigner<Object, TimeWindow> assigner,
      long lateness,
      boolean side,
      AggregateFunction<Trade, ?, String> function) {
    return keyed -> {
      var windows = keyed.window(assigner).allowedLateness(Duration.ofMillis(lateness));
      if (side) {
        windows = windows.sideOutputLateData(LATE);
      }
      return windows.aggregate(function, new Bounds<>());
    };
  }

  private static Function<KeyedStream<Trade, String>, DataStream<String>> ours(
      WindowAssigner<Object, TimeWindow> assigner,
      long lateness,
      boolean side,
      AggregateFunction<Trade, ?, String> function) {
    return keyed -> {
      var windows = Finestra.keyed(keyed).window(assigner).allowedLateness(lateness);
      if (side) {
        windows = windows.sideOutputLateData(LATE);
      }
      return windows.aggregate(function, new Bounds<>());
    };
  }
}
