package dev.finestra.cli;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import java.io.PrintStream;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The figures of the demo: a window of a day of seconds, which slides by an insert, an evict and a
 * query for each event.
 *
 * <p>Each figure is what one short run in this JVM gave, after a shorter one to warm up: enough to
 * compare orders of magnitude, no benchmark. {@code finestra bench} measures with care.
 */
final class DemoFigures {
  private static final int DAY = 86_400;
  private static final int LATEST = 60;
  private static final long WARM_UP = 200_000_000;
  private static final long RUN = 250_000_000;

  private final PrintStream out;
  private long sink;

  DemoFigures(PrintStream out) {
    this.out = out;
  }

  void print() {
    say("What it costs, measured now: max over a day of seconds, %,d entries.", DAY);
    say("For each event an insert, an evict of the oldest, a query.");
    say("");
    Table table = new Table("events", "algorithm", "combines an event", "events a second");
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
    // What was answered must matter, or the JIT drops the queries.
    if (sink == 42) {
      say("");
    }
  }

  private void say(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }

  private void row(Table table, String events, String algorithm, int latest) {
    CountedMax max = new CountedMax();
    SlidingWindow<Long> window = Finestra.window(algorithm, max);
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

  /** Slides for so many nanoseconds; answers how many events it did. */
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
      SlidingWindow<Object> window = Finestra.window("fiba", "max");
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
        "Half a day leaves fiba, %,d entries, the best of 20: in bulk %,.1f µs, one by one %,.1f µs.",
        half, inBulk / 1e3, oneByOne / 1e3);
  }
}
