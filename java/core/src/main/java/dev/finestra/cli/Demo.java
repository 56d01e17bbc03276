package dev.finestra.cli;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * {@code finestra demo}: a minute of temperatures, sliding, with a burst, a late event and a gap;
 * then what it costs, which {@link DemoFigures} measures there and then.
 */
final class Demo {
  static final String HELP =
      """
      finestra demo

      Shows a sliding window at work: a few seconds, nothing to type. Its figures are measured while it runs.
      """;

  private static final long SECOND = 1_000;
  private static final long SIZE = 60 * SECOND;
  private static final int COLUMNS = 60;
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final double COLDEST = 15;
  private static final double HOTTEST = 36;

  private final PrintStream out;
  private final boolean terminal;
  private final SplittableRandom random = new SplittableRandom(7);
  private final String third =
      Aggregations.names().contains("quantile") ? "quantile(0.9)" : "top_k(3)";
  private final SlidingWindow<Object> window =
      Finestra.window("fiba", "tuple(max,mean)", ValueType.DOUBLE);
  private final SlidingWindow<Object> beside = Finestra.window("fiba", third, ValueType.DOUBLE);

  private Demo(OutputStream to, boolean terminal) {
    this.out = new PrintStream(to, false, StandardCharsets.UTF_8);
    this.terminal = terminal;
  }

  static void run(OutputStream to, boolean terminal) {
    Demo demo = new Demo(to, terminal);
    demo.slide();
    demo.comeLate();
    demo.fallSilent();
    new DemoFigures(demo.out).print();
    demo.out.flush();
  }

  private void say(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }

  private void slide() {
    say("A sensor tells its temperature each second, in a burst ten times as often.");
    say("The window: the last 60 seconds. Its answers, by name: max, mean, %s.", third);
    say("");
    say(
        "%6s %8s %7s %7s  %-" + 16 + "s  the window, a column a second",
        "time",
        "entries",
        "max",
        "mean",
        third);
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

  private void comeLate() {
    say("");
    say(
        "An event comes 24.5 seconds late, 34.5 degrees at 95.5 s. It takes its place among the others:");
    insert(95 * SECOND + SECOND / 2, 34.5);
    show(120);
    List<?> answers = (List<?>) window.query(90 * SECOND, 100 * SECOND);
    say(
        "A range query, 90 s to 100 s: max %s, mean %s, %s %s.",
        rounded(answers.get(0)),
        rounded(answers.get(1)),
        third,
        rounded(beside.query(90 * SECOND, 100 * SECOND)));
    pause();
  }

  private void fallSilent() {
    say("");
    long before = window.size();
    evictBefore(165 * SECOND);
    say(
        "The sensor is silent for 45 seconds. One bulk evict takes %d entries away:",
        before - window.size());
    show(165);
    say("");
  }

  private void insert(long time, double value) {
    window.insert(time, value);
    beside.insert(time, value);
  }

  private void evictBefore(long now) {
    window.bulkEvict(now - SIZE);
    beside.bulkEvict(now - SIZE);
  }

  private void show(int second) {
    List<?> answers = (List<?>) window.query();
    say(
        "%5ds %8d %7.2f %7.2f  %-16s  %s",
        second,
        window.size(),
        answers.get(0),
        answers.get(1),
        rounded(beside.query()),
        picture(second));
  }

  /** The hottest of each second as a bar; nothing where there was none. */
  private String picture(int second) {
    double[] hottest = new double[COLUMNS];
    Arrays.fill(hottest, Double.NaN);
    window.forEach(
        (time, value) -> {
          int column = COLUMNS - 1 - (int) (second - time / SECOND);
          double degrees = (Double) ((List<?>) value).get(0);
          if (column >= 0) {
            hottest[column] =
                Double.isNaN(hottest[column]) ? degrees : Math.max(hottest[column], degrees);
          }
        });
    StringBuilder bars = new StringBuilder();
    for (double degrees : hottest) {
      double height = (degrees - COLDEST) / (HOTTEST - COLDEST) * BARS.length();
      bars.append(
          Double.isNaN(degrees)
              ? ' '
              : BARS.charAt((int) Math.max(0, Math.min(BARS.length() - 1, height))));
    }
    return bars.toString();
  }

  private static String rounded(Object answer) {
    if (answer instanceof List<?> many) {
      return String.join(" ", many.stream().map(Demo::rounded).toList());
    }
    return answer instanceof Double number
        ? String.format(Locale.ROOT, "%.2f", number)
        : String.valueOf(answer);
  }

  /** Lets a person follow; a pipe need not wait. */
  private void pause() {
    if (terminal) {
      try {
        Thread.sleep(120);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
