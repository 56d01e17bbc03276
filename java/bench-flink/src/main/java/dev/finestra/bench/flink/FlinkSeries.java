package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import dev.finestra.bench.report.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Points that differ in one parameter and in the measured windows.
 *
 * <p>Slow windows get fewer events, such that a run updates about {@link #UPDATES} windows.
 *
 * @param varies the parameter on the x axis
 */
record FlinkSeries(String name, String what, String varies, List<FlinkPoint> points)
    implements Chart<FlinkPoint> {
  private static final long UPDATES = 20_000_000;

  /** Parameters that follow from others or from the subject's speed; they are no conditions. */
  private static final Set<String> LIMITS =
      Set.of("events_per_watermark", "events_before", "events_per_slide");

  private static final String HEAP = "heap";
  private static final String ROCKSDB = "rocksdb";
  private static final List<String> BACKENDS = List.of(HEAP, ROCKSDB);
  private static final int[] OVERLAPS = {1, 10, 100, 1_000, 10_000, 86_400};
  private static final int[] ROWS = {10, 100, 1_000, 10_000, 100_000};

  @Override
  public List<String> metrics() {
    return List.of("events_per_s", "items_per_s", "checkpoint_ms", "checkpointed_bytes");
  }

  /** The windows that the point measures; for Finestra's also their algorithm, if it was chosen. */
  @Override
  public String subject(FlinkPoint point) {
    String by = point.by.name().toLowerCase(Locale.ROOT);
    boolean isNamed =
        !FlinkPoint.BASELINES.contains(by) && !point.algorithm.equals(FlinkPoint.AUTO);
    return isNamed ? by + " " + point.algorithm : by;
  }

  /** The parameters in which points of this chart differ, without the subject and x. */
  @Override
  public String conditions(FlinkPoint point) {
    return point.parameters().entrySet().stream()
        .filter(e -> !e.getKey().equals(varies) && !LIMITS.contains(e.getKey()))
        .filter(
            e ->
                points.stream().anyMatch(p -> !e.getValue().equals(p.parameters().get(e.getKey()))))
        .map(
            e ->
                e.getValue() instanceof Number
                    ? e.getKey() + "=" + e.getValue()
                    : e.getValue().toString())
        .collect(Collectors.joining(" "));
  }

  @Override
  public Map.Entry<String, Object> x(FlinkPoint point) {
    return Map.entry(varies, point.parameters().get(varies));
  }

  static List<FlinkSeries> all(boolean quick) {
    List<FlinkSeries> all = new ArrayList<>();
    for (String backend : BACKENDS) {
      for (int keys : new int[] {1, 1000}) {
        all.add(sliding(backend, keys, quick));
      }
      all.add(perEvent(backend, quick));
    }
    all.add(sparse(quick));
    all.add(late(quick));
    all.add(watermarks(quick));
    all.add(evicted(quick));
    all.add(checkpoints(quick));
    all.add(published(quick));
    all.add(bulk(quick));
    return all;
  }

  private static FlinkSeries sliding(String backend, int keys, boolean quick) {
    boolean onHeap = backend.equals(HEAP);
    List<FlinkPoint> points = new ArrayList<>();
    for (int overlap : OVERLAPS) {
      if ((long) overlap * keys > 1_000_000 || (quick && overlap == 10_000)) {
        continue;
      }
      for (By by : List.of(By.FINESTRA, By.FINESTRA_FUNCTION, By.FLINK, By.FLINK_SQL)) {
        FlinkPoint p = new FlinkPoint(by, backend, quick);
        p.keys = keys;
        p.size = overlap;
        if (by == By.FLINK) {
          p.updates(onHeap ? UPDATES : UPDATES / 20, overlap);
          if (!onHeap && (overlap > 10_000 || overlap * (long) keys > 100_000)) {
            continue;
          }
        } else if (by == By.FLINK_SQL) {
          if (overlap > 1000 || overlap * keys > 100_000) {
            continue;
          }
          p.updates(onHeap ? 100 * UPDATES : 5 * UPDATES, overlap);
        } else {
          p.warm = Math.max(p.warm, Math.min(overlap * 10L * keys, 10_000_000));
          if (by == By.FINESTRA_FUNCTION && overlap != 100 && overlap != 1000) {
            continue;
          }
        }
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "slide_" + backend + "_" + keys,
        "sliding windows by size/slide; ten events of a key per slide on average, "
            + keys
            + " keys",
        "overlap",
        points);
  }

  private static FlinkSeries perEvent(String backend, boolean quick) {
    boolean onHeap = backend.equals(HEAP);
    List<FlinkPoint> points = new ArrayList<>();
    for (int rows : ROWS) {
      for (String aggregate : List.of("sum", "max")) {
        for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
          FlinkPoint p = new FlinkPoint(by, backend, quick);
          p.shape = Shape.LAST;
          p.aggregate = aggregate;
          p.size = rows;
          if (by == By.FLINK_SQL) {
            p.updates(onHeap ? 4 * UPDATES : UPDATES / 8, Math.max(100, rows));
            p.warm = Math.max(onHeap ? 10_000 : 1000, rows);
            if (rows > (onHeap ? 10_000 : 1000)) {
              continue;
            }
          } else {
            p.warm = Math.max(p.warm, 2L * rows);
          }
          points.add(p.aligned());
        }
      }
    }
    return new FlinkSeries(
        "last_" + backend, "each row's own last rows, next to SQL's OVER … RANGE", "rows", points);
  }

  private static FlinkSeries sparse(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (By by : List.of(By.FINESTRA, By.FLINK)) {
      FlinkPoint p = new FlinkPoint(by, HEAP, quick);
      p.keys = 1000;
      p.perSlide = -10;
      p.updates(by == By.FLINK ? UPDATES : UPDATES / 2, 100);
      p.warm = 20_000;
      points.add(p.aligned());
    }
    return new FlinkSeries(
        "sparse",
        "ten slides between two events of a key on average; overlap 100",
        "overlap",
        points);
  }

  private static FlinkSeries late(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (String backend : BACKENDS) {
      for (int overlap : new int[] {100, 1000}) {
        for (int late : new int[] {0, 1024}) {
          for (By by : List.of(By.FINESTRA, By.FLINK)) {
            FlinkPoint p = new FlinkPoint(by, backend, quick);
            p.size = overlap;
            p.late = late;
            if (by == By.FLINK) {
              p.updates(backend.equals(HEAP) ? UPDATES : UPDATES / 20, overlap);
            }
            points.add(p.aligned());
          }
        }
      }
    }
    return new FlinkSeries("late", "in order, and a tenth late by 1,024 events", "late_by", points);
  }

  private static FlinkSeries watermarks(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int every : new int[] {10, 1000, 100_000}) {
      for (Shape shape : Shape.values()) {
        for (By by : List.of(By.FINESTRA, By.FLINK, By.FLINK_SQL)) {
          if (by == By.FLINK && shape == Shape.LAST) {
            continue;
          }
          FlinkPoint p = new FlinkPoint(by, HEAP, quick);
          p.shape = shape;
          p.size = shape == Shape.SLIDE ? 100 : 1000;
          p.every = every;
          if (by != By.FINESTRA) {
            p.updates(shape == Shape.LAST || every == 10 ? UPDATES : 4 * UPDATES, p.size);
            p.events = Math.max(p.events, every);
            p.every = every;
          }
          points.add(p.aligned());
        }
      }
    }
    return new FlinkSeries(
        "watermarks",
        "events per watermark; overlap 100, and the last 1,000 rows",
        "events_per_watermark",
        points);
  }

  private static FlinkSeries evicted(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (long evicted : new long[] {5_000, 10_000, 40_000, 1_000_000}) {
      for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
        if (by == By.FLINK_SQL && evicted > (quick ? 10_000 : 40_000)) {
          continue;
        }
        FlinkPoint p = new FlinkPoint(by, ROCKSDB, quick);
        p.shape = Shape.LAST;
        p.size = 10;
        p.every = 100;
        p.events = by == By.FLINK_SQL ? 500 : 20_000;
        p.warm = evicted;
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "evicted",
        "after this many evicted rows, on RocksDB; the last 10 rows",
        "events_before",
        points);
  }

  /** Every subject gets the same events between checkpoints: few enough for the slowest. */
  private static FlinkSeries checkpoints(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (String backend : BACKENDS) {
      for (int overlap : new int[] {1, 10, 100, 1000}) {
        for (By by : List.of(By.FINESTRA, By.FLINK)) {
          if (by == By.FLINK && overlap == 1000) {
            continue;
          }
          FlinkPoint p = new FlinkPoint(by, backend, quick);
          p.keys = 1000;
          p.size = overlap;
          p.every = p.keys;
          p.pace = 250;
          p.checkpoint = 4000;
          p.events = 20L * p.pace;
          p.warm = by == By.FLINK ? 20L * p.keys : 20L * overlap * p.keys;
          points.add(p.aligned());
        }
      }
    }
    return new FlinkSeries(
        "checkpoints",
        "bytes and durations of checkpoints; 1,000 keys, 250 events per second",
        "overlap",
        points);
  }

  private static FlinkSeries published(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (int m = 1; m <= 8192; m *= quick ? 16 : 4) {
      for (String algorithm : List.of("b_fiba4", "nb_fiba4", "flink")) {
        FlinkPoint p =
            new FlinkPoint(algorithm.equals("flink") ? By.FLINK : By.FINESTRA, HEAP, quick);
        p.algorithm = algorithm;
        p.size = 8192 / m;
        p.perSlide = m;
        p.every = Math.max(m, 1024);
        if (p.by == By.FLINK) {
          p.updates(UPDATES, p.size);
          p.every = Math.max(p.every, m);
        }
        points.add(p.aligned());
      }
    }
    return new FlinkSeries(
        "published", "a window of 8,192 events, by size/slide", "overlap", points);
  }

  private static FlinkSeries bulk(boolean quick) {
    List<FlinkPoint> points = new ArrayList<>();
    for (String backend : BACKENDS) {
      for (Shape shape : Shape.values()) {
        for (By by : List.of(By.FINESTRA, By.FLINK, By.FLINK_SQL)) {
          if (by == (shape == Shape.LAST ? By.FLINK : By.FLINK_SQL)) {
            continue;
          }
          FlinkPoint p = new FlinkPoint(by, backend, quick);
          p.shape = shape;
          p.size = by == By.FINESTRA ? 100 : 10;
          p.every = 1_000_000;
          p.warm = 1_000_000;
          p.events = 1_000_000;
          p.checkpoint = 100;
          if (by == By.FLINK_SQL || (by == By.FLINK && backend.equals(ROCKSDB))) {
            p.every = by == By.FLINK_SQL && backend.equals(ROCKSDB) ? 2_000 : 20_000;
            p.warm = p.every;
            p.events = p.every;
          }
          points.add(p.aligned());
        }
      }
    }
    return new FlinkSeries(
        "bulk",
        "many events at one watermark: durations of checkpoints",
        "events_per_watermark",
        points);
  }
}
