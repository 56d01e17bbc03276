package dev.finestra.bench.flink;

import dev.finestra.bench.Calibration;
import dev.finestra.bench.Figures;
import dev.finestra.bench.Jvm;
import dev.finestra.bench.Options;
import dev.finestra.bench.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs series, each point in a JVM of its own, and writes their figures as data. */
final class Suite {
  static final String USAGE =
      """
      finestra bench flink --out FILE [--quick] [--only NAME,NAME…] [--core N] [--jvm "OPTIONS"]
        --out      where the figures go, as JSON; its folder is made
        --quick    fewer events and points
        --only     these series; without a right name the list of them is shown
        --core     the core to stay on (the last; -1 for any)
        --jvm      further options for the measuring JVMs
      """;

  /** What Flink's own windows need where they are many. */
  private static final long MEBIBYTES = 4096;

  private final PrintStream out;
  private final Jvm jvm;
  private final Report report;
  private final List<Series> series;
  private final String command;
  private int failures;

  Suite(List<String> arguments, PrintStream out) {
    Options options =
        new Options(arguments, Set.of("--out", "--only", "--core", "--jvm"), Set.of("--quick"));
    this.out = out;
    this.command = "finestra bench flink " + String.join(" ", arguments);
    List<String> more = new ArrayList<>(Opens.OPTIONS);
    if (options.has("--jvm")) {
      more.addAll(Arrays.asList(options.text("--jvm", "").strip().split("\\s+")));
    }
    this.jvm =
        new Jvm(
            (int) options.whole("--core", Runtime.getRuntime().availableProcessors() - 1L), more);
    this.series = options.chosen("series", Series.all(options.has("--quick")), Series::name);
    this.report = new Report(options);
  }

  /** Runs everything; answers how many points failed. */
  int run() throws IOException, InterruptedException {
    report.begin(
        command, jvm, "CPU time of the thread that has the windows, on a cluster of one slot");
    report.put("calibration", calibrate());
    List<Object> done = new ArrayList<>();
    report.put("experiments", done);
    report.write();
    for (Series one : series) {
      Map<String, Object> all = new LinkedHashMap<>();
      List<Object> points = new ArrayList<>();
      all.put("name", one.name());
      all.put("what", one.what());
      all.put("points", points);
      done.add(all);
      out.println("== " + one.name() + ": " + one.what());
      for (Cell cell : one.cells()) {
        points.add(measure(cell));
        report.write();
      }
    }
    out.println("figures in " + report + (failures == 0 ? "" : "; " + failures + " points failed"));
    return failures;
  }

  private Map<String, Object> calibrate() throws IOException, InterruptedException {
    Figures figures = jvm.run(Main.class, 512, List.of("calibration"));
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kernel", Calibration.description());
    all.putAll(figures.summary());
    return all;
  }

  private Map<String, Object> measure(Cell cell) throws InterruptedException {
    Map<String, Object> one = new LinkedHashMap<>(cell.parameters());
    try {
      List<String> arguments = new ArrayList<>(List.of("point"));
      arguments.addAll(cell.arguments());
      Figures figures = jvm.run(Main.class, MEBIBYTES, arguments);
      one.put("figures", figures.summary());
      out.printf(
          "%-18s %-7s %5d keys %6d %3d a slide, watermark each %7d, late %4d, %-8s %12.0f"
              + " events/s, %12.0f with results%s%n",
          cell.by(),
          cell.backend(),
          cell.keys(),
          cell.size(),
          cell.perSlide(),
          cell.every(),
          cell.late(),
          cell.algorithm(),
          figures.median("events_per_s"),
          figures.median("items_per_s"),
          checkpoints(figures));
    } catch (IOException failed) {
      failures++;
      one.put("failed", failed.getMessage());
      out.println("failed: " + String.join(" ", cell.arguments()) + ": " + failed.getMessage());
    }
    return one;
  }

  private static String checkpoints(Figures figures) {
    if (!figures.has("checkpoint_ms")) {
      return "";
    }
    List<Double> took = figures.runs().get("checkpoint_ms");
    return ", %d checkpoints of %.0f bytes, at most %.0f ms"
        .formatted(
            took.size(),
            figures.median("checkpointed_bytes"),
            took.stream().mapToDouble(Double::doubleValue).max().orElse(0));
  }
}
