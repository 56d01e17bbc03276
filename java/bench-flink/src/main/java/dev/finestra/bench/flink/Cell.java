package dev.finestra.bench.flink;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One point: a job, and how much of it is measured.
 *
 * @param by who answers
 * @param backend {@code heap} or {@code rocksdb}
 * @param shape which windows
 * @param aggregate {@code sum} or {@code max}
 * @param algorithm Finestra's
 * @param keys how many keys take turns
 * @param size of sliding windows the overlap, size/slide; of per-event windows the rows
 * @param perSlide events of a key in a slide; below 0, slides from one event to the next
 * @param every events from one watermark to the next
 * @param late how many events a tenth of the events comes late by
 * @param warm events before the first run
 * @param events events in a run
 * @param runs how many runs
 * @param checkpoint milliseconds from one checkpoint to the next; 0 for none
 * @param pace events a second after those before the first run; 0 for as many as are taken
 */
record Cell(
    By by,
    String backend,
    Shape shape,
    String aggregate,
    String algorithm,
    int keys,
    int size,
    int perSlide,
    int every,
    int late,
    long warm,
    long events,
    int runs,
    int checkpoint,
    int pace)
    implements java.io.Serializable {

  /** Who answers. */
  enum By {
    /** Aggregations by name. */
    FINESTRA,
    /** The same aggregate function as Flink's own gets. */
    FINESTRA_FUNCTION,
    /** {@code KeyedStream.window(…).aggregate(function)}. */
    FLINK,
    /** {@code HOP}, and {@code OVER … RANGE}. */
    FLINK_SQL
  }

  /** Which windows. */
  enum Shape {
    SLIDE,
    LAST
  }

  private static final long SECOND = 1000;

  /** Milliseconds from one event of a key to its next. */
  long step() {
    return perSlide > 0 ? Math.max(1, SECOND / perSlide) : -SECOND * perSlide;
  }

  long slideMillis() {
    return perSlide > 0 ? perSlide * step() : SECOND;
  }

  long sizeMillis() {
    return shape == Shape.SLIDE ? size * slideMillis() : Math.max(1, (size - 1) * step());
  }

  long total() {
    return warm + runs * events;
  }

  Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("by", by.name().toLowerCase(java.util.Locale.ROOT));
    all.put("backend", backend);
    all.put("shape", shape.name().toLowerCase(java.util.Locale.ROOT));
    all.put("aggregate", aggregate);
    if (by == By.FINESTRA || by == By.FINESTRA_FUNCTION) {
      all.put("algorithm", algorithm);
    }
    all.put("keys", keys);
    all.put(shape == Shape.SLIDE ? "overlap" : "rows", size);
    all.put("per_slide", perSlide);
    all.put("watermark_every", every);
    all.put("late_by", late);
    all.put("warm_events", warm);
    all.put("events", events);
    if (checkpoint > 0) {
      all.put("checkpoint_ms", checkpoint);
    }
    if (pace > 0) {
      all.put("events_a_second", pace);
    }
    return all;
  }

  List<String> arguments() {
    return Stream.of(
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
            warm,
            events,
            runs,
            checkpoint,
            pace)
        .map(Object::toString)
        .toList();
  }

  static Cell of(List<String> words) {
    if (words.size() != 15) {
      throw new IllegalArgumentException(
          "a point has 15 words, as the class Cell has them, not " + words.size());
    }
    return new Cell(
        By.valueOf(words.get(0)),
        words.get(1),
        Shape.valueOf(words.get(2)),
        words.get(3),
        words.get(4),
        Integer.parseInt(words.get(5)),
        Integer.parseInt(words.get(6)),
        Integer.parseInt(words.get(7)),
        Integer.parseInt(words.get(8)),
        Integer.parseInt(words.get(9)),
        Long.parseLong(words.get(10)),
        Long.parseLong(words.get(11)),
        Integer.parseInt(words.get(12)),
        Integer.parseInt(words.get(13)),
        Integer.parseInt(words.get(14)));
  }
}
