package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code finestra bench flink-sql}: SQL's windows on Finestra's operators and on Flink's own. */
@Command(
    name = "flink-sql",
    sortOptions = false,
    description = {
      "Measure HOP and OVER in SQL, on Finestra's operators and on Flink's own. Each point runs on a"
          + " cluster in a JVM of its own.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-sql --only hop_heap_60"})
final class FlinkSqlCurves extends FlinkBenchmark {
  private static final String HEAP = "heap";
  private static final int[] KEYS = {1, 1_000, 100_000, 1_000_000};
  private static final int[] OVERLAPS = {5, 10, 60, 1_440};
  private static final int[] FRAMES = {10, 100, 1_000, 10_000, 100_000};
  private static final String DECIMALS = "CAST(f2 AS DECIMAL(12, 2))";
  private static final int[] KEYS_OF_FRAMES = {1, 1_000, 100_000};

  /** The most rows in the frames of several keys: Flink needs long to fill larger ones. */
  private static final int MOST_ROWS_OF_KEYS = 100;

  /** From this number on, a key has one event per slide, else ten. */
  private static final int MANY_KEYS = 100_000;

  /** The most panes or rows of all keys that windows contain; the heap must hold them. */
  private static final long MOST_ENTRIES = 10_000_000;

  @Override
  protected int mostTurns() {
    return 3;
  }

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : List.of(HEAP, "rocksdb")) {
      for (int overlap : OVERLAPS) {
        all.add(hop(backend, overlap, quick));
      }
      for (int keys : KEYS_OF_FRAMES) {
        all.add(over(backend, keys, quick));
      }
      all.add(decimals(backend, quick));
      all.add(distinct(backend, 1_000, new int[] {5, 10, 60}, quick));
      all.add(distinct(backend, 100_000, new int[] {5, 10}, quick));
      all.add(rows(backend, "f2", new int[] {10, 100}, quick));
      all.add(rows(backend, DECIMALS, new int[] {100, 1_000}, quick));
      all.add(hottest(backend, quick));
      all.add(checkpoints(backend, quick));
    }
    return all;
  }

  private static FlinkSeries decimals(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int overlap : new int[] {5, 10}) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, 10_000, quick);
        p.value = DECIMALS;
        p.size = overlap;
        p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide);
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "hop_%s_decimals".formatted(backend),
        "SUM of a DECIMAL in HOP windows; %s, 10,000 uniform keys".formatted(backend),
        "overlap",
        points);
  }

  private static FlinkSeries distinct(String backend, int keys, int[] overlaps, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int overlap : overlaps) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.aggregate = "COUNT";
        p.value = "DISTINCT CAST(f2 * 100 AS INT)";
        p.size = overlap;
        p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide);
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "hop_%s_distinct_%d".formatted(backend, keys),
        "COUNT(DISTINCT …) of 1,024 values in HOP windows; %s, %d uniform keys"
            .formatted(backend, keys),
        "overlap",
        points);
  }

  private static FlinkSeries hottest(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int keys : new int[] {1_000, 100_000}) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.shape = Shape.HOTTEST;
        p.size = 5;
        p.warm = Math.max(p.warm, 7L * p.keys * p.perSlide);
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "hottest_" + backend,
        "query 5 of Nexmark, the keys with most events in HOP windows; %s, overlap 5"
            .formatted(backend),
        "keys",
        points);
  }

  private static FlinkSeries rows(String backend, String value, int[] frames, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int rows : frames) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, 1_000, quick);
        p.value = value;
        p.shape = Shape.LAST;
        p.countsRows = true;
        p.size = rows;
        p.warm = Math.max(p.warm, 2L * rows * p.keys);
        points.add(p.aligned());
      }
    }
    boolean areDecimals = value.equals(DECIMALS);
    return new FlinkSeries(
        "rows_%s%s".formatted(backend, areDecimals ? "_decimals" : ""),
        "SUM OVER … ROWS of a %s; %s, 1,000 uniform keys"
            .formatted(areDecimals ? "DECIMAL" : "DOUBLE", backend),
        "rows",
        points);
  }

  /** Both sides process equally many events between two checkpoints. */
  private static FlinkSeries checkpoints(String backend, boolean quick) {
    // Slow enough for Flink's own windows.
    int pace = backend.equals(HEAP) ? 40_000 : 4_000;
    List<FlinkPoint> points = new ArrayList<>();
    for (int overlap : new int[] {5, 60}) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, 10_000, quick);
        p.size = overlap;
        p.perSlide = 1;
        p.pace = pace;
        p.events = 10L * pace;
        p.warm = Math.max(p.events, (overlap + 2L) * p.keys);
        p.checkpoint = 2_000;
        p.runs = 2;
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "checkpoints_" + backend,
        "checkpoints of HOP; %s, 10,000 uniform keys, %d events per second"
            .formatted(backend, pace),
        "overlap",
        points);
  }

  private static FlinkSeries hop(String backend, int overlap, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int keys : KEYS) {
      if ((long) keys * overlap > MOST_ENTRIES) {
        continue;
      }
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.size = overlap;
        p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide); // windows are full
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "hop_%s_%d".formatted(backend, overlap),
        "SUM in HOP windows, size/slide %d; %s, uniform keys".formatted(overlap, backend),
        "keys",
        points);
  }

  private static FlinkSeries over(String backend, int keys, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int rows : FRAMES) {
      if ((long) keys * rows > MOST_ENTRIES || (keys > 1 && rows > MOST_ROWS_OF_KEYS)) {
        continue;
      }
      for (By by : List.of(By.FINESTRA_PLANNED, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.shape = Shape.LAST;
        p.size = rows;
        p.warm = Math.max(p.warm, 2L * rows * keys);
        if (by == By.FLINK_SQL && rows >= 1_000) {
          // Each event costs a look at all rows in the frame.
          p.updates(20_000_000, rows);
          p.warm = (long) rows * keys; // the frame is full
        }
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "over_%s_%d".formatted(backend, keys),
        "SUM OVER … RANGE, by rows in the frame; %s, %d uniform keys".formatted(backend, keys),
        "rows",
        points);
  }

  private static FlinkPoint point(By by, String backend, int keys, boolean quick) {
    FlinkPoint p = new FlinkPoint(by, backend, quick);
    p.keys = keys;
    p.perSlide = keys < MANY_KEYS ? 10 : 1;
    p.every = Math.max(p.every, keys);
    p.events = Math.max((backend.equals(HEAP) ? 1_000_000 : 200_000) / (quick ? 10 : 1), keys);
    p.warm = Math.max((backend.equals(HEAP) ? 4 : 1) * p.events, 2L * keys);
    p.runs = keys < 1_000_000 ? 3 : 2;
    return p;
  }
}
