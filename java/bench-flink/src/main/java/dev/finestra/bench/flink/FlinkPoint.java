package dev.finestra.bench.flink;

import com.google.gson.Gson;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One point: a job, and how many of its events are measured. A series changes some of the defaults.
 */
final class FlinkPoint implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The windows that are measured. */
  enum By {
    /** Aggregations by name. */
    FINESTRA,
    /** An aggregation by name, with a result whenever it changes. */
    FINESTRA_CHANGES,
    /** Six aggregations by name. */
    FINESTRA_SIX,
    /** Six aggregations in four windows: of the point's size, and a half, a quarter, an eighth. */
    FINESTRA_FOUR_BY_SIX,
    /** Finestra's windows, with the {@code AggregateFunction} that FLINK runs. */
    FINESTRA_FUNCTION,
    /** {@code KeyedStream.window(…).aggregate(function)}. */
    FLINK,
    /** {@code finestra_window}. */
    FINESTRA_SQL,
    /** {@code HOP} and {@code OVER … RANGE} on Finestra's operators. */
    FINESTRA_PLANNED,
    /** {@code HOP} and {@code OVER … RANGE} on Flink's own. */
    FLINK_SQL
  }

  /** The kind of windows. */
  enum Shape {
    SLIDE,
    LAST,
    /** In SQL, the keys with most events of each sliding window: query 5 of Nexmark. */
    HOTTEST
  }

  static final String AUTO = "auto";

  /** Flink's own windows, with which Finestra's are compared. */
  static final Set<String> BASELINES = Set.of("flink", "flink_sql");

  private static final long SECOND = 1000;

  By by;

  /** {@code heap} or {@code rocksdb}. */
  String backend;

  Shape shape = Shape.SLIDE;

  /** A name of the catalogue; for functions one that {@link UserFunctions} knows. */
  String aggregate = "sum";

  /** In SQL, the expression that is aggregated. */
  String value = "f2";

  /** Whether the frame of SQL is ROWS; otherwise it is RANGE. */
  boolean countsRows;

  /** The algorithm of Finestra's windows. */
  String algorithm = AUTO;

  /** Number of keys. */
  int keys = 1;

  /** Whether a few keys have most of the events. */
  boolean isZipf;

  /** For sliding windows the overlap, size/slide; for per-event windows the number of rows. */
  int size = 100;

  /** Events of a key per slide; if negative, slides between two events of a key. */
  int perSlide = 10;

  /** Events between two watermarks. */
  int every = 1000;

  /** By how many events a tenth of the events is late. */
  int late;

  /** Events before the first run. */
  long warm;

  /** Events of a run. */
  long events;

  /** Number of runs. */
  int runs = 3;

  /** Milliseconds between checkpoints; 0 for none. */
  int checkpoint;

  /** Events per second during runs; 0 for no limit. */
  int pace;

  FlinkPoint(By by, String backend, boolean quick) {
    this.by = by;
    this.backend = backend;
    this.events = quick ? 200_000 : 3_000_000;
    this.warm = quick ? 1_500_000 : 4_000_000;
  }

  /** Limits the events to this many updates, if each event makes {@code each} of them. */
  void updates(long updates, long each) {
    events = Math.max(100, Math.min(events, updates / each));
    warm = Math.min(warm, 2 * events);
    every = (int) Math.min(every, Math.max(keys, events));
  }

  /** Lets every run begin and end at a watermark, and a watermark follow an event of each key. */
  FlinkPoint aligned() {
    every = Math.max(1, every / keys) * keys;
    events = Math.max(1, events / every) * every;
    warm = Math.max(1, (warm + every - 1) / every) * every;
    return this;
  }

  /** Milliseconds from one event of a key to its next. */
  long step() {
    return perSlide > 0 ? Math.max(1, SECOND / perSlide) : -SECOND * perSlide;
  }

  long slideMillis() {
    return perSlide > 0 ? perSlide * step() : SECOND;
  }

  long sizeMillis() {
    return shape == Shape.LAST ? Math.max(1, (size - 1) * step()) : size * slideMillis();
  }

  long total() {
    return warm + runs * events;
  }

  /** The parameters that a chart can vary or compare. */
  Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("backend", backend);
    all.put("aggregate", aggregate);
    all.put("value", value);
    all.put("keys", keys);
    all.put("zipf_keys", isZipf);
    all.put(shape == Shape.LAST ? "rows" : "overlap", size);
    all.put("events_per_slide", perSlide);
    all.put("events_per_watermark", every);
    all.put("late_by", late);
    all.put("events_before", warm);
    return all;
  }

  /** This point as JSON, which {@link #of} reads. */
  @Override
  public String toString() {
    return new Gson().toJson(this);
  }

  static FlinkPoint of(String json) {
    return new Gson().fromJson(json, FlinkPoint.class);
  }
}
