package dev.finestra.bench.flink;

import dev.finestra.bench.Calibration;
import dev.finestra.bench.Figures;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The command line: {@code finestra bench flink}, and the points that it measures by itself. */
public final class Main {
  private Main() {}

  /** Exit status 0; 1 when a measurement failed; 2 for bad input. */
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    if (words.stream().anyMatch(Set.of("--help", "-h")::contains)) {
      System.out.print(Suite.USAGE);
      return;
    }
    try {
      System.exit(run(words));
    } catch (IllegalArgumentException refused) {
      System.err.println("finestra bench flink: " + refused.getMessage());
      System.exit(2);
    } catch (IOException failed) {
      System.err.println("finestra bench flink: " + failed.getMessage());
      System.exit(1);
    }
  }

  private static int run(List<String> words) throws Exception {
    Figures figures;
    if (words.equals(List.of("calibration"))) {
      figures = new Figures();
      Calibration.measure(5, figures);
    } else if (!words.isEmpty() && words.get(0).equals("point")) {
      figures = new Run(Cell.of(words.subList(1, words.size()))).run();
    } else {
      return new Suite(words, System.out).run() == 0 ? 0 : 1;
    }
    figures
        .runs()
        .forEach((metric, values) -> values.forEach(v -> System.out.println(metric + " " + v)));
    return 0;
  }
}
