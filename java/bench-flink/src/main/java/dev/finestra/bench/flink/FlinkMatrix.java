package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code finestra bench flink-matrix}: the points of its map, each next to Flink's own windows.
 *
 * <p>With 10,000 keys the map has every aggregate and overlap. With 1 and 1,000,000 keys it omits
 * aggregates that differ only in the work per value, and overlaps where the gain only grows.
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
    footer = {"", "Example:", "  finestra bench flink-matrix --only heap_10000"})
final class FlinkMatrix extends FlinkBenchmark {
  private static final String HEAP = "heap";
  private static final String SEVERAL = "tuple(max,mean,count)";

  /** A row of the map: an aggregation by name, and the overlaps of its windows. */
  private record Row(String aggregate, List<Integer> overlaps) {}

  private static final List<Row> ONE_KEY =
      List.of(new Row("sum", List.of(1, 10)), new Row(SEVERAL, List.of(1, 10)));
  private static final List<Row> MANY_KEYS =
      List.of(
          new Row("sum", List.of(1, 2, 10, 60)),
          new Row(SEVERAL, List.of(1, 10)),
          new Row("count_distinct", List.of(1, 10)),
          new Row("quantile(0.5)", List.of(1, 10)));
  private static final List<Row> MILLION_KEYS =
      List.of(new Row("sum", List.of(1)), new Row(SEVERAL, List.of(1)));

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : List.of(HEAP, "rocksdb")) {
      all.add(sliding(backend, 1, ONE_KEY, quick));
      all.add(sliding(backend, 10_000, MANY_KEYS, quick));
      all.add(sliding(backend, 1_000_000, MILLION_KEYS, quick));
      all.add(perEvent(backend, quick));
    }
    return all;
  }

  private static FlinkSeries sliding(String backend, int keys, List<Row> rows, boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (Row row : rows) {
      for (int overlap : row.overlaps) {
        for (By by : List.of(By.FINESTRA, By.FINESTRA_FUNCTION, By.FLINK)) {
          FlinkPoint p = point(by, backend, quick);
          p.aggregate = row.aggregate;
          p.keys = keys;
          p.size = overlap;
          p.perSlide = keys > 100_000 ? 1 : p.perSlide;
          if (by == By.FLINK) {
            p.updates(10 * p.events, overlap);
          }
          p.every = Math.max(p.every, keys);
          points.add(p.aligned());
        }
      }
    }
    String what = "sliding windows by size/slide; %s, number of keys: %d".formatted(backend, keys);
    return new FlinkSeries(backend + "_" + keys, what, "overlap", points);
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

  private static FlinkPoint point(By by, String backend, boolean quick) {
    FlinkPoint p = new FlinkPoint(by, backend, quick);
    p.events = (backend.equals(HEAP) ? 2_000_000 : 200_000) / (quick ? 10 : 1);
    p.warm = 3 * p.events;
    return p;
  }
}
