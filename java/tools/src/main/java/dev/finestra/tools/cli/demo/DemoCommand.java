package dev.finestra.tools.cli.demo;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code finestra demo}: temperatures in a window of one minute, with a burst, a late event and a
 * silent sensor. Then {@link DemoCosts} measures what such windows cost.
 */
@Command(
    name = "demo",
    description = {"", "Takes a few seconds. Its figures are measured while it runs.", ""})
public final class DemoCommand implements Callable<Integer> {
  private static final long SECOND = 1_000;
  private static final long SIZE = 60 * SECOND;
  private static final int COLUMNS = 60;
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final String QUANTILE = "quantile(0.9)";
  private static final double COLDEST = 15;
  private static final double HOTTEST = 36;

  private final PrintStream out;
  private final boolean isTerminal;
  private final SplittableRandom random = new SplittableRandom(7);
  private final SlidingWindow<Object> window =
      SlidingWindows.of("fiba", "tuple(max,mean)", ValueType.DOUBLE);
  private final SlidingWindow<Object> quantile =
      SlidingWindows.of("fiba", QUANTILE, ValueType.DOUBLE);

  public DemoCommand(OutputStream to, boolean isTerminal) {
    this.out = new PrintStream(to, false, StandardCharsets.UTF_8);
    this.isTerminal = isTerminal;
  }

  @Override
  public Integer call() {
    slide();
    receiveLateEvent();
    receiveNothing();
    new DemoCosts(out).print();
    out.flush();
    return 0;
  }

  private void say(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }

  private void slide() {
    say("A sensor sends its temperature each second, and ten times a second during a burst.");
    say("The window is the last 60 seconds. Its aggregations, by name: max, mean, %s.", QUANTILE);
    say("");
    say(
        "%6s %8s %7s %7s  %-16s  the window, one column per second",
        "time", "entries", "max", "mean", QUANTILE);
    for (int second = 0; second <= 120; second++) {
      int events = second > 70 && second <= 75 ? 10 : 1;
      for (int i = 0; i < events; i++) {
        insert(
            second * SECOND + i * SECOND / events,
            22 + 4 * Math.sin(second / 9.0) + random.nextDouble(3));
      }
      evictBefore(second * SECOND);
      if (second % 10 == 0) {
        show(second);
        pause();
      }
    }
  }

  private void receiveLateEvent() {
    say("");
    say("An event arrives 24.5 seconds late: 34.5 degrees at 95.5 s. It is inserted at its time:");
    insert(95 * SECOND + SECOND / 2, 34.5);
    show(120);
    List<?> answers = (List<?>) window.query(90 * SECOND, 100 * SECOND);
    say(
        "A range query from 90 s to 100 s: max %.2f, mean %.2f, %s %.2f.",
        answers.get(0), answers.get(1), QUANTILE, quantile.query(90 * SECOND, 100 * SECOND));
    pause();
  }

  private void receiveNothing() {
    say("");
    long before = window.size();
    evictBefore(165 * SECOND);
    say(
        "The sensor is silent for 45 seconds. One bulk evict removes %d entries:",
        before - window.size());
    show(165);
    say("");
  }

  private void insert(long time, double value) {
    window.insert(time, value);
    quantile.insert(time, value);
  }

  private void evictBefore(long now) {
    window.bulkEvict(now - SIZE);
    quantile.bulkEvict(now - SIZE);
  }

  private void show(int second) {
    List<?> answers = (List<?>) window.query();
    say(
        "%5ds %8d %7.2f %7.2f  %-16.2f  %s",
        second, window.size(), answers.get(0), answers.get(1), quantile.query(), picture(second));
  }

  /** One bar for the maximum of each second; a blank for a second without events. */
  private String picture(int second) {
    double[] hottest = new double[COLUMNS];
    Arrays.fill(hottest, Double.NEGATIVE_INFINITY);
    window.forEach(
        (time, value) -> {
          int column = COLUMNS - 1 - (int) (second - time / SECOND);
          double degrees = (Double) ((List<?>) value).get(0);
          if (column >= 0) {
            hottest[column] = Math.max(hottest[column], degrees);
          }
        });
    StringBuilder bars = new StringBuilder();
    for (double degrees : hottest) {
      double height = (degrees - COLDEST) / (HOTTEST - COLDEST) * BARS.length();
      bars.append(
          Double.isInfinite(degrees)
              ? ' '
              : BARS.charAt((int) Math.max(0, Math.min(BARS.length() - 1, height))));
    }
    return bars.toString();
  }

  /** Gives a person time to read; a pipe does not wait. */
  private void pause() {
    if (isTerminal) {
      try {
        Thread.sleep(120);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
