package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code finestra bench flink-features}: what a declaration of features costs. */
@Command(
    name = "flink-features",
    sortOptions = false,
    description = {
      "Measure the rate of per-event windows: six aggregations in four windows next to the same in"
          + " one window each, of 1,000 keys, with the bytes of a checkpoint; and a result per change"
          + " next to a result per row, of 10,000 keys.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-features --only changes_heap"})
final class FlinkFeatures extends FlinkBenchmark {
  private static final int KEYS = 10_000;
  private static final int KEYS_OF_FOUR = 1_000;

  /** The rows in the longest window; the others have a half, a quarter and an eighth. */
  private static final int LONGEST = 400;

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : List.of("heap", "rocksdb")) {
      all.add(fourWindows(backend, quick));
      all.add(changes(backend, quick));
    }
    return all;
  }

  private static FlinkSeries fourWindows(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    points.add(point(By.FINESTRA_FOUR_BY_SIX, backend, KEYS_OF_FOUR, LONGEST, quick));
    for (int part = 1; part <= 8; part *= 2) {
      points.add(point(By.FINESTRA_SIX, backend, KEYS_OF_FOUR, LONGEST / part, quick));
    }
    points.forEach(p -> p.checkpoint = 2_000);
    return new FlinkSeries(
        "four_windows_" + backend,
        "six aggregations, in four windows at once and in each one; %s, 1,000 uniform keys"
            .formatted(backend),
        "rows",
        points);
  }

  private static FlinkSeries changes(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int rows : new int[] {10, 100}) {
      for (By by : List.of(By.FINESTRA, By.FINESTRA_CHANGES)) {
        points.add(point(by, backend, KEYS, rows, quick));
      }
    }
    return new FlinkSeries(
        "changes_" + backend,
        "sum, with a result per row and per change; %s, 10,000 uniform keys".formatted(backend),
        "rows",
        points);
  }

  private static FlinkPoint point(By by, String backend, int keys, int rows, boolean quick) {
    FlinkPoint p = new FlinkPoint(by, backend, quick);
    p.shape = Shape.LAST;
    p.keys = keys;
    p.size = rows;
    p.every = keys;
    p.events = (backend.equals("heap") ? 1_000_000 : 200_000) / (quick ? 5 : 1);
    p.warm = Math.max(p.events, 2L * rows * keys);
    return p.aligned();
  }
}
