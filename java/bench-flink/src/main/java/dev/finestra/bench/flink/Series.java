package dev.finestra.bench.flink;

import dev.finestra.bench.flink.Cell.By;
import dev.finestra.bench.flink.Cell.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured: points side by side.
 *
 * <p>Who is slow gets few events, which each point's parameters say: so many that about {@link
 * #UPDATES} windows are updated in a run.
 */
record Series(String name, String what, List<Cell> cells) {
  private static final long UPDATES = 20_000_000;

  private static final int[] OVERLAPS = {1, 10, 100, 1_000, 10_000, 86_400};
  private static final int[] ROWS = {10, 100, 1_000, 10_000, 100_000};

  static List<Series> all(boolean quick) {
    List<Series> all = new ArrayList<>();
    for (String backend : List.of("heap", "rocksdb")) {
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

  /** Begins a point; the setters change one thing each. */
  private static final class Point {
    private By by = By.FINESTRA;
    private String backend = "heap";
    private Shape shape = Shape.SLIDE;
    private String aggregate = "sum";
    private String algorithm = "auto";
    private int keys = 1;
    private int size = 100;
    private int perSlide = 10;
    private int every = 1000;
    private int late;
    private long warm;
    private long events;
    private int checkpoint;
    private int pace;

    Point(boolean quick) {
      this.events = quick ? 200_000 : 3_000_000;
      this.warm = quick ? 1_500_000 : 4_000_000;
    }

    Cell cell() {
      long round = every;
      long fit = Math.max(1, events / round) * round;
      long warming = Math.max(1, (warm + round - 1) / round) * round;
      return new Cell(
          by,
          backend,
          shape,
          aggregate,
          algorithm,
          keys,
          size,
          perSlide,
          every,
          late,
          warming,
          fit,
          3,
          checkpoint,
          pace);
    }

    /** As many events as this many updates of windows leave room for. */
    Point updates(long updates, long each) {
      events = Math.max(100, Math.min(events, updates / each));
      warm = Math.min(warm, 2 * events);
      every = (int) Math.min(every, Math.max(keys, events));
      return this;
    }
  }

  private static Series sliding(String backend, int keys, boolean quick) {
    boolean onHeap = backend.equals("heap");
    List<Cell> cells = new ArrayList<>();
    for (int overlap : OVERLAPS) {
      if ((long) overlap * keys > 1_000_000 || (quick && overlap == 10_000)) {
        continue;
      }
      for (By by : By.values()) {
        Point p = new Point(quick);
        p.by = by;
        p.backend = backend;
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
        cells.add(p.cell());
      }
    }
    return new Series(
        "slide_" + backend + "_" + keys,
        "sliding windows of size/slide, ten events of a key in a slide, " + keys + " keys",
        cells);
  }

  private static Series perEvent(String backend, boolean quick) {
    boolean onHeap = backend.equals("heap");
    List<Cell> cells = new ArrayList<>();
    for (int rows : ROWS) {
      for (String aggregate : List.of("sum", "max")) {
        for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
          Point p = new Point(quick);
          p.by = by;
          p.backend = backend;
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
          cells.add(p.cell());
        }
      }
    }
    return new Series(
        "last_" + backend, "each row its own last rows, beside SQL's OVER … RANGE", cells);
  }

  private static Series sparse(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (By by : List.of(By.FINESTRA, By.FLINK)) {
      Point p = new Point(quick);
      p.by = by;
      p.keys = 1000;
      p.perSlide = -10;
      p.updates(by == By.FLINK ? UPDATES : UPDATES / 2, 100);
      p.warm = 20_000;
      cells.add(p.cell());
    }
    return new Series(
        "sparse", "ten slides from one event of a key to its next; overlap 100", cells);
  }

  private static Series late(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (String backend : List.of("heap", "rocksdb")) {
      for (int overlap : new int[] {100, 1000}) {
        for (int late : new int[] {0, 1024}) {
          for (By by : List.of(By.FINESTRA, By.FLINK)) {
            Point p = new Point(quick);
            p.by = by;
            p.backend = backend;
            p.size = overlap;
            p.late = late;
            if (by == By.FLINK) {
              p.updates(backend.equals("heap") ? UPDATES : UPDATES / 20, overlap);
            }
            cells.add(p.cell());
          }
        }
      }
    }
    return new Series("late", "in order, and a tenth late by 1,024 events", cells);
  }

  private static Series watermarks(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (int every : new int[] {10, 1000, 100_000}) {
      for (By by : List.of(By.FINESTRA, By.FLINK, By.FLINK_SQL)) {
        Point p = new Point(quick);
        p.by = by;
        p.every = every;
        if (by != By.FINESTRA) {
          p.updates(every == 10 ? UPDATES : 4 * UPDATES, 100);
          p.events = Math.max(p.events, every);
          p.every = every;
        }
        cells.add(p.cell());
      }
      for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
        Point p = new Point(quick);
        p.by = by;
        p.every = every;
        p.shape = Shape.LAST;
        p.size = 1000;
        if (by == By.FLINK_SQL) {
          p.updates(UPDATES, 1000);
          p.events = Math.max(p.events, every);
          p.every = every;
        }
        cells.add(p.cell());
      }
    }
    return new Series(
        "watermarks", "how often a watermark comes; overlap 100, and the last 1,000 rows", cells);
  }

  private static Series evicted(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (long evicted : new long[] {5_000, 10_000, 40_000, 1_000_000}) {
      for (By by : List.of(By.FINESTRA, By.FLINK_SQL)) {
        if (by == By.FLINK_SQL && evicted > (quick ? 10_000 : 40_000)) {
          continue;
        }
        Point p = new Point(quick);
        p.by = by;
        p.backend = "rocksdb";
        p.shape = Shape.LAST;
        p.size = 10;
        p.every = 100;
        p.events = by == By.FLINK_SQL ? 500 : 20_000;
        p.warm = evicted;
        cells.add(p.cell());
      }
    }
    return new Series("evicted", "after so many evicted rows, on RocksDB; the last 10 rows", cells);
  }

  /** The same events from one checkpoint to the next, whoever answers: few enough for all. */
  private static Series checkpoints(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (String backend : List.of("heap", "rocksdb")) {
      for (int overlap : new int[] {1, 10, 100, 1000}) {
        for (By by : List.of(By.FINESTRA, By.FLINK)) {
          if (by == By.FLINK && overlap == 1000) {
            continue;
          }
          Point p = new Point(quick);
          p.by = by;
          p.backend = backend;
          p.keys = 1000;
          p.size = overlap;
          p.every = p.keys;
          p.pace = 250;
          p.checkpoint = 4000;
          p.events = 20L * p.pace;
          p.warm = by == By.FLINK ? 20L * p.keys : 20L * overlap * p.keys;
          cells.add(p.cell());
        }
      }
    }
    return new Series(
        "checkpoints",
        "bytes and durations of checkpoints, 1,000 keys, 250 events a second",
        cells);
  }

  private static Series published(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (int m = 1; m <= 8192; m *= quick ? 16 : 4) {
      for (String algorithm : List.of("b_fiba4", "nb_fiba4", "flink")) {
        Point p = new Point(quick);
        p.by = algorithm.equals("flink") ? By.FLINK : By.FINESTRA;
        p.algorithm = algorithm;
        p.size = 8192 / m;
        p.perSlide = m;
        p.every = Math.max(m, 1024);
        if (p.by == By.FLINK) {
          p.updates(UPDATES, p.size);
          p.every = Math.max(p.every, m);
        }
        cells.add(p.cell());
      }
    }
    return new Series("published", "a window of 8,192 events, a slide of m", cells);
  }

  private static Series bulk(boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (String backend : List.of("heap", "rocksdb")) {
      for (Shape shape : Shape.values()) {
        for (By by : List.of(By.FINESTRA, By.FLINK, By.FLINK_SQL)) {
          if (by == (shape == Shape.LAST ? By.FLINK : By.FLINK_SQL)) {
            continue;
          }
          Point p = new Point(quick);
          p.by = by;
          p.backend = backend;
          p.shape = shape;
          p.size = by == By.FINESTRA ? 100 : 10;
          p.every = 1_000_000;
          p.warm = 1_000_000;
          p.events = 1_000_000;
          p.checkpoint = 100;
          if (by == By.FLINK_SQL || (by == By.FLINK && backend.equals("rocksdb"))) {
            p.every = by == By.FLINK_SQL && backend.equals("rocksdb") ? 2_000 : 20_000;
            p.warm = p.every;
            p.events = p.every;
          }
          cells.add(p.cell());
        }
      }
    }
    return new Series("bulk", "events due at one watermark: durations of checkpoints", cells);
  }
}
