package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.junit.jupiter.api.Test;

/** The metrics of the operator. */
class MetricsTest {
  private static Metric metric(Bench<?> bench, String name) throws Exception {
    return OperatorMetrics.get(bench.harness().getOperator(), name);
  }

  private static long count(Bench<?> bench, String name) throws Exception {
    return OperatorMetrics.count(bench.harness().getOperator(), name);
  }

  @Test
  void shouldCount() throws Exception {
    var windows = SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5));
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .window(windows)
                    .allowedLateness(20)
                    .emit(Emit.CORRECTIONS)
                    .aggregate("max", "price"),
            "heap")) {
      for (long time : new long[] {0, 7, 3, 40, 41}) {
        bench.row(new Trade("k", time, time, 0));
      }
      bench.watermark(42);
      bench.row(new Trade("k", 33, 99L, 0));
      bench.row(new Trade("k", 1, 99L, 0));
      assertEquals(6, count(bench, "entries"));
      assertEquals(1, count(bench, "numLateRecordsDropped"));
      assertEquals(2, count(bench, "corrections"));
      assertTrue(count(bench, "combines") > 0, "no combine was counted");
      Histogram disorder = (Histogram) metric(bench, "disorder");
      assertEquals(3, disorder.getCount());
      // From the youngest entries, of the panes that begin at 5 and at 40.
      assertEquals(39, disorder.getStatistics().getMax());
      assertEquals(2, disorder.getStatistics().getMin());
      assertEquals(0, pagesHeld(bench), "pages of a window of few entries");
      for (long time = 45; time < 200; time += 5) {
        bench.row(new Trade("k", time, time, 0));
      }
      assertTrue(pagesHeld(bench) > 0, "no page is held");
    }
  }

  private static int pagesHeld(Bench<?> bench) throws Exception {
    return (Integer) ((Gauge<?>) metric(bench, "pagesHeld")).getValue();
  }

  /**
   * The pages of a window that is stored as a whole count, too. Above the limit, other keys are
   * written back.
   */
  @Test
  void shouldBoundThePagesOfWholeWindows() throws Exception {
    Configuration few = new Configuration();
    few.setString(FlinkKeys.PAGES, "100");
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .window(CountWindow.of(20_000))
                    .algorithm("flatfit")
                    .aggregate("sum", "price"),
            "rocksdb",
            few)) {
      for (int row = 0; row < 40_000; row++) {
        bench.row(new Trade("k" + row / 4_000, row, 1L, 0));
        int held = pagesHeld(bench);
        assertTrue(held <= 100 + 4_000 / 128, held + " pages are held");
      }
      assertTrue(pagesHeld(bench) > 20, "no page is held");
    }
  }
}
