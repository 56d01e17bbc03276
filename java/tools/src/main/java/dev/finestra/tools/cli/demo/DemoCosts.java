package dev.finestra.tools.cli.demo;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.tools.cli.common.CountedMax;
import dev.finestra.tools.cli.common.TextColumns;
import java.io.PrintStream;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The costs of a window of one day of seconds; each event is one insert, one evict and one query.
 *
 * <p>Each figure is one short run after a short warm-up in this JVM. It shows the order of
 * magnitude; {@code finestra bench} measures with care.
 */
final class DemoCosts {
  private static final int DAY = 86_400;
  private static final int LATEST = 60;
  private static final long WARM_UP = 200_000_000;
  private static final long RUN = 250_000_000;

  private final PrintStream out;
  private long sink;

  DemoCosts(PrintStream out) {
    this.out = out;
  }

  void print() {
    say("Costs, measured now: max over one day of seconds, %,d entries.", DAY);
    say("Each event is inserted, the oldest entry is evicted, and the window is queried.");
    say("");
    TextColumns table =
        new TextColumns("events", "algorithm", "combines per event", "events per second");
    for (String algorithm : new String[] {"recalculate", "fiba", "two_stacks_lite", "daba_lite"}) {
      row(table, "in order", algorithm, 0);
    }
    for (String algorithm :
        new String[] {"recalculate", "fiba", "reorder(daba_lite," + LATEST + ")"}) {
      row(table, "up to " + LATEST + " s late", algorithm, LATEST);
    }
    out.print(table);
    say("");
    bulk();
    // The results must be used, or the JIT removes the queries.
    if (sink == 42) {
      say("");
    }
  }

  private void say(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }

  private void row(TextColumns table, String events, String algorithm, int latest) {
    CountedMax max = new CountedMax();
    SlidingWindow<Long> window = SlidingWindows.of(algorithm, max);
    long next = fill(window);
    next += slide(window, next, latest, WARM_UP);
    long combines = max.combines();
    long began = System.nanoTime();
    long count = slide(window, next, latest, RUN);
    double seconds = (System.nanoTime() - began) / 1e9;
    table.row(
        events,
        algorithm,
        String.format(Locale.ROOT, "%,.1f", (double) (max.combines() - combines) / count),
        String.format(Locale.ROOT, "%,.0f", count / seconds));
  }

  private static long fill(SlidingWindow<?> window) {
    long[] times = new long[DAY];
    long[] values = new long[DAY];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DAY; i++) {
      times[i] = i;
      values[i] = random.nextInt();
    }
    window.bulkInsert(times, values, 0, DAY);
    return DAY;
  }

  /** Slides for at least this time; returns the number of events. */
  private long slide(SlidingWindow<?> window, long first, int latest, long nanos) {
    SplittableRandom random = new SplittableRandom(2);
    long until = System.nanoTime() + nanos;
    long events = 0;
    while ((events & 63) != 0 || System.nanoTime() < until) {
      long now = first + events++;
      window.insert(latest == 0 ? now : now - random.nextInt(latest), random.nextLong());
      window.bulkEvict(now - DAY);
      sink += window.queryLong();
    }
    return events;
  }

  private void bulk() {
    int half = DAY / 2;
    long inBulk = Long.MAX_VALUE;
    long oneByOne = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      SlidingWindow<Object> window = SlidingWindows.of("fiba", "max");
      fill(window);
      long began = System.nanoTime();
      window.bulkEvict(half - 1);
      inBulk = Math.min(inBulk, System.nanoTime() - began);
      fill(window);
      began = System.nanoTime();
      for (int time = 0; time < half; time++) {
        window.evict(time);
      }
      oneByOne = Math.min(oneByOne, System.nanoTime() - began);
      sink += window.size();
    }
    say(
        "Evicting half a day (%,d entries) from fiba, best of 20: in bulk %,.1f µs, one by one"
            + " %,.1f µs.",
        half, inBulk / 1e3, oneByOne / 1e3);
  }
}
