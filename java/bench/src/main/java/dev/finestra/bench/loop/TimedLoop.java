package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Latencies;
import dev.finestra.bench.Point;
import dev.finestra.bench.Times;

/**
 * A window of n milliseconds over given times in order of arrival: evict in bulk all entries older
 * than n milliseconds before the newest time, insert one, query. After the last time, all times are
 * repeated, shifted by their span.
 *
 * <p>An entry that is too late for the window is counted, but not inserted.
 */
public final class TimedLoop extends Rounds {
  private long[] times;
  private long length;
  private long span;
  private int at;
  private long shift;
  private long youngest;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    prepare(aggregation, point);
    times = Times.given();
    length = point.n();
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (long time : times) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
    span = last - first + 1;
    if (span <= length) {
      throw new IllegalArgumentException(
          "the given times span "
              + span
              + " ms, but the window n has "
              + length
              + " ms; give more times or a shorter window");
    }
    shift = -first;
    youngest = -1;
    while (youngest <= length) {
      round();
    }
  }

  private void round() {
    long time = times[at] + shift;
    if (++at == times.length) {
      at = 0;
      shift += span;
    }
    if (time > youngest) {
      youngest = time;
      window.bulkEvict(time - length);
    }
    if (time > youngest - length) {
      insert(time);
    }
    // Some aggregations have no result for a single entry.
    if (window.size() > 1) {
      query();
    }
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  @Override
  public void run(int rounds, Latencies latencies) {
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      round();
      latencies.note(start, System.nanoTime());
    }
  }
}
