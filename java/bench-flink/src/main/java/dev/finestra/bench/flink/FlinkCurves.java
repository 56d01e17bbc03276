package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code finestra bench flink-curves}: the rate by number of keys, each point next to Flink's own
 * windows.
 */
@Command(
    name = "flink-curves",
    sortOptions = false,
    description = {
      "Measure the rate of windows with 1 to 10,000,000 keys, next to Flink's own. Each point runs"
          + " on a cluster in a JVM of its own.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-curves --only heap_uniform_10"})
final class FlinkCurves extends FlinkBenchmark {
  private static final String HEAP = "heap";
  private static final int[] KEYS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000};
  private static final int[] OVERLAPS = {1, 10, 60, 1_440};
  private static final int[] ROWS = {10, 1_000};

  /** Zipf keys are measured from this number on: of fewer keys, each has many events. */
  private static final int LEAST_ZIPF_KEYS = 1_000;

  /** From this number on, a key has one event per slide, else ten. */
  private static final int MANY_KEYS = 100_000;

  /** The most panes or rows of all keys that windows contain; the heap must hold them. */
  private static final long MOST_ENTRIES = 10_000_000;

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : List.of(HEAP, "rocksdb")) {
      for (boolean isZipf : new boolean[] {false, true}) {
        for (int overlap : OVERLAPS) {
          all.add(sliding(backend, isZipf, overlap, quick));
        }
      }
      for (int rows : ROWS) {
        all.add(perEvent(backend, rows, quick));
      }
    }
    return all;
  }

  private static FlinkSeries sliding(String backend, boolean isZipf, int overlap, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int keys : keys(backend, overlap, quick)) {
      if (isZipf && keys < LEAST_ZIPF_KEYS) {
        continue;
      }
      for (By by : List.of(By.FINESTRA, By.FLINK)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.isZipf = isZipf;
        p.size = overlap;
        if (by == By.FLINK) {
          p.updates(Math.max(p.events, p.keys), overlap);
        } else {
          p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide); // windows are full
        }
        points.add(p.aligned());
      }
    }
    String spread = isZipf ? "zipf" : "uniform";
    return new FlinkSeries(
        backend + "_" + spread + "_" + overlap,
        "sliding sums, size/slide %d; %s, %s keys".formatted(overlap, backend, spread),
        "keys",
        points);
  }

  private static FlinkSeries perEvent(String backend, int rows, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int keys : keys(backend, rows, quick)) {
      for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, keys, quick);
        p.shape = Shape.LAST;
        p.size = rows;
        if (by == By.FLINK_SQL) {
          p.updates(Math.max(10 * p.events, p.keys), Math.max(100, rows));
        } else {
          p.warm = Math.max(p.warm, (long) rows * p.keys);
        }
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        backend + "_last_" + rows,
        "the last %d rows of each row, next to SQL's OVER … RANGE; %s".formatted(rows, backend),
        "keys",
        points);
  }

  /** The numbers of keys whose windows are not too large. */
  private static int[] keys(String backend, int entries, boolean quick) {
    long most = backend.equals(HEAP) && !quick ? MOST_ENTRIES : MOST_ENTRIES / 10;
    return Arrays.stream(KEYS).filter(k -> (long) k * entries <= most).toArray();
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
