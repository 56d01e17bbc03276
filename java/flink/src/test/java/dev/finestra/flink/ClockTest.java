package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** Processing-time windows, changes by the clock, and the removal of idle keys. */
class ClockTest {

  /** Rows have even times and windows end at odd ones, because a timer fires after its time. */
  @Test
  void shouldEqualFlinksProcessingTimeWindows() {
    Trials.run(
        100,
        5_000,
        "streams in processing time",
        (seed, only) -> {
          Random random = new Random(seed);
          Duration size = Duration.ofMillis(2 * (1 + random.nextInt(60)));
          Duration slide = Duration.ofMillis(2 * (1 + random.nextInt(20)));
          Duration offset = Duration.ofMillis(2 * random.nextInt((int) slide.toMillis() / 2));
          WindowAssigner<Object, TimeWindow> windows =
              random.nextInt(3) == 0
                  ? TumblingProcessingTimeWindows.of(slide, offset)
                  : SlidingProcessingTimeWindows.of(size, slide, offset);
          try (Bench<String> flinks =
                  new Bench<>(
                      keyed -> keyed.window(windows).aggregate(new Listed(), new Bounds<>()),
                      "heap");
              Bench<String> ours =
                  new Bench<>(
                      keyed ->
                          Finestra.keyed(keyed)
                              .window(windows)
                              .aggregate(new Listed(), new Bounds<>()),
                      "heap")) {
            long clock = 2L * random.nextInt(1_000);
            for (int i = 0; i < 100; i++) {
              clock += random.nextInt(30) == 0 ? 500 : 2L * random.nextInt(8);
              flinks.harness().setProcessingTime(clock);
              ours.harness().setProcessingTime(clock);
              Trade trade = new Trade("k" + random.nextInt(3), 0, (long) i, i);
              flinks.row(trade);
              ours.row(trade);
              assertEquals(flinks.out(), ours.out(), windows + " at step " + i);
            }
            flinks.harness().setProcessingTime(clock + 10_000);
            ours.harness().setProcessingTime(clock + 10_000);
            assertEquals(flinks.out(), ours.out(), windows + " in the end");
            assertEquals(0, ours.left(), windows + ": state is left");
            assertEquals(0, ours.harness().numProcessingTimeTimers(), windows + ": timers");
          }
        });
  }

  /** As above, rows have even times and leave at odd ones. */
  @Test
  void shouldEmitChangesByTheClock() {
    Trials.run(100, 5_000, "streams of changes by the clock", (seed, only) -> changes(seed));
  }

  private static void changes(long seed) throws Exception {
    Random random = new Random(seed);
    long size = 2L * (1 + random.nextInt(60));
    List<Long> times = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (Bench<Row> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(LastWindow.inProcessingTime(Duration.ofMillis(size)))
                    .emit(Emit.CHANGES)
                    .aggregate("count", "price"),
            "heap")) {
      long clock = 2L * random.nextInt(1_000);
      for (int i = 0; i < 60; i++) {
        long next = clock + (random.nextInt(10) == 0 ? 500 : 2L * (1 + random.nextInt(8)));
        expected.addAll(changesOf(times, size, clock, next));
        clock = next;
        bench.harness().setProcessingTime(clock);
        assertEquals(expected, inOrder(bench), "size " + size);
        expected.clear();
        bench.row(new Trade("k", 0, (long) i, i));
        times.add(clock);
      }
      bench.harness().setProcessingTime(clock + size + 1);
      assertEquals(changesOf(times, size, clock, clock + size + 1), inOrder(bench));
      assertEquals(0, bench.left(), "state is left");
      assertEquals(0, bench.harness().numProcessingTimeTimers(), "timers");
    }
  }

  /** The results at times from one up to another, if the number of rows differs. */
  private static List<String> changesOf(List<Long> times, long size, long from, long to) {
    List<String> changes = new ArrayList<>();
    for (long at = from; at <= to; at++) {
      long now = countIn(times, at - size, at);
      if (now != countIn(times, at - 1 - size, at - 1)) {
        changes.add(at + " +I[k, " + at + ", " + now + "]");
      }
    }
    return changes;
  }

  private static long countIn(List<Long> times, long from, long to) {
    return times.stream().filter(time -> time >= from && time <= to).count();
  }

  private static List<String> inOrder(Bench<Row> bench) {
    return bench.records().stream().map(r -> r.getTimestamp() + " " + r.getValue()).toList();
  }

  /** A row at a time whose results were emitted counts from the next millisecond on. */
  @Test
  void shouldNotLoseAChangeWhenTheClockIsSetBack() throws Exception {
    try (Bench<Row> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(LastWindow.inProcessingTime(Duration.ofMillis(10)))
                    .emit(Emit.CHANGES)
                    .aggregate("count", "price"),
            "heap")) {
      bench.harness().setProcessingTime(100);
      bench.row(new Trade("k", 0, 1L, 0));
      bench.harness().setProcessingTime(111);
      bench.row(new Trade("k", 0, 1L, 0));
      bench.harness().setProcessingTime(112);
      assertEquals(
          List.of("100 +I[k, 100, 1]", "111 +I[k, 111, 0]", "112 +I[k, 112, 1]"), inOrder(bench));
    }
  }

  @Test
  void shouldNotEmitARowTwiceWhenTheClockIsSetBack() throws Exception {
    try (Bench<Row> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(LastWindow.inProcessingTime(Duration.ofMillis(1_000)))
                    .aggregate("count", "price"),
            "heap")) {
      bench.harness().setProcessingTime(900);
      bench.row(new Trade("k", 0, 1L, 0));
      bench.harness().setProcessingTime(901);
      bench.harness().setProcessingTime(500);
      bench.row(new Trade("k", 0, 1L, 0));
      bench.harness().setProcessingTime(950);
      assertEquals(List.of("900 +I[k, 900, 1]", "901 +I[k, 901, 2]"), inOrder(bench));
    }
  }

  @Test
  void shouldRemoveTheStateOfAnIdleKey() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      try (Bench<?> bench =
          new Bench<>(
              keyed ->
                  Finestra.keyed(keyed)
                      .window(CountWindow.of(5_000))
                      .stateTtl(Duration.ofMillis(100))
                      .aggregate("max", "price"),
              backend)) {
        bench.harness().setProcessingTime(1);
        for (int i = 0; i < 4_000; i++) {
          bench.row(new Trade("silent", 0, (long) i, 0));
        }
        bench.row(new Trade("busy", 0, 0L, 0));
        bench.harness().setProcessingTime(90);
        bench.row(new Trade("busy", 0, 1L, 0));
        bench.harness().setProcessingTime(102);
        // The snapshot writes the cached state of the remaining key.
        bench.harness().snapshot(1, 1);
        int left = bench.left();
        assertEquals(1, bench.harness().numProcessingTimeTimers(), backend);
        bench.harness().setProcessingTime(1_000);
        bench.harness().snapshot(2, 2);
        assertEquals(0, bench.left(), backend + ", with " + left + " before");
        assertEquals(0, bench.harness().numProcessingTimeTimers(), backend);
      }
    }
  }
}
