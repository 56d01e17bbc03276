package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/**
 * {@code finestra bench flink-matrix}: the points of its map, each next to Flink's own windows.
 *
 * <p>With 10,000 keys the map has every aggregate and overlap. With 1 and 1,000,000 keys it omits
 * aggregates that differ only in the work per value, and overlaps where the gain only grows. Zipf
 * keys and panes of many events have charts of their own.
 */
@Command(
    name = "flink-matrix",
    sortOptions = false,
    description = {
      "Look for windows that are slower with Finestra than with Flink's own. Each point runs on a"
          + " cluster in a JVM of its own. Prints each point, and writes all of them to a file, with"
          + " a map next to it.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-matrix --only heap_10000_uniform_10"})
final class FlinkMatrix extends FlinkBenchmark {
  private static final String HEAP = "heap";
  private static final String SEVERAL = "tuple(max,mean,count)";

  /** Ten seconds of events. */
  private static final long LONG_WARM_UP = 40_000_000;

  /** A row of the map: an aggregation by name, and the overlaps of its windows. */
  private record Row(String aggregate, List<Integer> overlaps) {}

  /**
   * Charts of the map: the number of keys, the events of a key per slide, whether a few keys have
   * most events, and the rows.
   */
  private record Keys(int number, int perSlide, boolean isZipf, List<Row> rows) {}

  private static final List<Keys> KEYS =
      List.of(
          new Keys(1, 10, false, List.of(row("sum", 1, 10), row(SEVERAL, 1, 10))),
          new Keys(
              10_000,
              10,
              false,
              List.of(
                  row("sum", 1, 2, 10),
                  row(SEVERAL, 1, 10),
                  row("count_distinct", 1, 10),
                  row("quantile(0.5)", 1, 10),
                  row("var_pop", 1, 10))),
          new Keys(1_000, 10, false, List.of(row("sum", 60), row("var_pop", 60))),
          new Keys(1_000_000, 1, false, List.of(row("sum", 1), row(SEVERAL, 1))),
          new Keys(100_000, 1, true, List.of(row("sum", 1, 10))));

  /** Aggregates whose partial results are objects that grow with the events of a pane. */
  private static final Keys LARGE_PANES =
      new Keys(1, 1_000, false, List.of(row("count_distinct", 1, 60), row("quantile(0.5)", 1, 60)));

  private static Row row(String aggregate, Integer... overlaps) {
    return new Row(aggregate, List.of(overlaps));
  }

  /** JVMs differ by some 15 %, because each has its own JIT compiler. */
  @Override
  protected int mostTurns() {
    return 3;
  }

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : List.of(HEAP, "rocksdb")) {
      KEYS.forEach(keys -> all.add(sliding(backend, keys, quick)));
      all.add(perEvent(backend, quick));
      all.add(sql(backend, quick));
    }
    all.add(sliding(HEAP, LARGE_PANES, quick));
    return all;
  }

  private static FlinkSeries sliding(String backend, Keys keys, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (Row row : keys.rows) {
      for (int overlap : row.overlaps) {
        for (By by : List.of(By.FINESTRA, By.FINESTRA_FUNCTION, By.FLINK)) {
          FlinkPoint p = point(by, backend, quick);
          p.aggregate = row.aggregate;
          p.keys = keys.number;
          p.isZipf = keys.isZipf;
          p.size = overlap;
          p.perSlide = keys.perSlide;
          if (by == By.FLINK && overlap > 1) {
            p.updates(2 * p.events, overlap);
            p.events =
                Math.max(
                    p.events,
                    (long) p.keys * p.perSlide); // at least one slide, so that windows end
          }
          if (isClose(p) && !quick) {
            p.warm = LONG_WARM_UP;
          }
          // Windows are full when the first run begins.
          p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide);
          p.every = Math.max(p.every, p.keys);
          p.runs = p.keys < 1_000_000 ? 3 : 2;
          points.add(p.aligned());
        }
      }
    }
    String spread = keys.isZipf ? "Zipf" : "uniform";
    String what =
        "sliding windows by size/slide; %s, number of %s keys: %d, events of a key per slide: %d";
    String name =
        "%s_%d_%s_%d"
            .formatted(backend, keys.number, spread.toLowerCase(Locale.ROOT), keys.perSlide);
    return new FlinkSeries(
        name, what.formatted(backend, spread, keys.number, keys.perSlide), "overlap", points);
  }

  /**
   * Whether both sides need so little time for an event that the JIT compiler decides. It finishes
   * Finestra's code, which is larger, later than Flink's.
   */
  private static boolean isClose(FlinkPoint p) {
    return p.backend.equals(HEAP) && p.keys == 1 && p.perSlide == 10 && p.size == 1;
  }

  private static FlinkSeries perEvent(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int rows : new int[] {10, 100, 1000}) {
      for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, quick);
        p.shape = Shape.LAST;
        p.size = rows;
        if (by == By.FLINK_SQL) {
          p.updates(10 * p.events, Math.max(100, rows));
          p.warm = Math.max(p.events, rows);
        }
        points.add(p.aligned());
      }
    }
    String what = "each row's own last rows, next to SQL's OVER … RANGE; %s, 1 key";
    return new FlinkSeries(backend + "_last", what.formatted(backend), "rows", points);
  }

  private static FlinkSeries sql(String backend, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int overlap : new int[] {1, 10}) {
      for (By by : List.of(By.FINESTRA_PLANNED, By.FINESTRA_SQL, By.FLINK_SQL)) {
        FlinkPoint p = point(by, backend, quick);
        p.keys = 10_000;
        p.size = overlap;
        p.warm = Math.max(p.warm, (overlap + 2L) * p.keys * p.perSlide);
        p.every = p.keys;
        points.add(p.aligned());
      }
    }
    String what =
        "HOP by Finestra's operator, and finestra_window, next to Flink's HOP; %s, 10000 uniform"
            + " keys, 10 events per slide";
    return new FlinkSeries(backend + "_sql", what.formatted(backend), "overlap", points);
  }

  private static FlinkPoint point(By by, String backend, boolean quick) {
    FlinkPoint p = new FlinkPoint(by, backend, quick);
    p.events = (backend.equals(HEAP) ? 1_000_000 : 200_000) / (quick ? 10 : 1);
    p.warm = (backend.equals(HEAP) ? 6 : 1) * p.events; // until the JIT compiler has finished
    return p;
  }
}
