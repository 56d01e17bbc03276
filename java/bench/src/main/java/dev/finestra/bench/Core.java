package dev.finestra.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code finestra bench core}: runs experiments, prints their tables, writes their figures as data.
 */
final class Core {
  static final String USAGE =
      """
      finestra bench core --out FILE [--quick] [--only NAME,NAME…] [--forks N] [--runs N] [--seconds S]
                          [--core N] [--jvm "OPTIONS"]
        --out      where the figures go, as JSON; its folder is made
        --quick    a few minutes: small windows, one monoid or two
        --only     these experiments; without a right name the list of them is shown
        --forks    JVMs a point (3; quick 1)       --runs     measured runs in each (1; quick 3)
        --seconds  thread CPU time of a run (0.5; quick 0.2)
        --core     the core to stay on (the last; -1 for any)
        --jvm      further options for the measuring JVMs
      """;

  private final PrintStream out;
  private final Jvm jvm;
  private final Settings settings;
  private final int forks;
  private final Report report;
  private final List<Experiment> experiments;
  private final String command;
  private int failures;

  Core(List<String> arguments, PrintStream out) {
    Options options =
        new Options(
            arguments,
            Set.of("--out", "--only", "--forks", "--runs", "--seconds", "--core", "--jvm"),
            Set.of("--quick"));
    boolean quick = options.has("--quick");
    this.out = out;
    this.command = "finestra bench core " + String.join(" ", arguments);
    this.forks = Math.max(1, (int) options.whole("--forks", quick ? 1 : 3));
    this.settings =
        new Settings(
            options.number("--seconds", quick ? 0.2 : 0.5),
            (int) options.whole("--runs", quick ? 3 : 1),
            quick ? 0.6 : 1.5);
    this.jvm =
        new Jvm(
            (int) options.whole("--core", Runtime.getRuntime().availableProcessors() - 1L),
            options.has("--jvm")
                ? Arrays.asList(options.text("--jvm", "").strip().split("\\s+"))
                : List.of());
    this.experiments =
        options.chosen(
            "experiment", quick ? Experiments.quick() : Experiments.full(), Experiment::name);
    this.report = new Report(options);
  }

  /** Runs everything; answers how many points failed. */
  int run() throws IOException, InterruptedException {
    report.begin(command, jvm, "thread CPU time for throughput, the wall clock for latency");
    Map<String, Object> repetitions = new LinkedHashMap<>();
    repetitions.put("forks", forks);
    repetitions.put("runs", settings.runs());
    repetitions.put("seconds", settings.seconds());
    report.put("repetitions", repetitions);
    report.put("calibration", calibrate());
    List<Object> done = new ArrayList<>();
    report.put("experiments", done);
    report.write();
    for (Experiment experiment : experiments) {
      done.add(run(experiment));
      report.write();
    }
    out.println("figures in " + report + (failures == 0 ? "" : "; " + failures + " points failed"));
    return failures;
  }

  private Map<String, Object> calibrate() throws IOException, InterruptedException {
    Figures figures =
        jvm.run(
            new Point(Workload.CALIBRATION, "", "", 1, 1, 0, Company.ALONE), new Settings(1, 5, 0));
    out.printf(
        "calibration: %.2f %s%n%n", figures.median("ns_per_step"), Calibration.description());
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kernel", Calibration.description());
    all.putAll(figures.summary());
    return all;
  }

  private Map<String, Object> run(Experiment experiment) {
    out.println("== " + experiment.name() + ": " + experiment.what());
    experiment.skipped().forEach(why -> out.println("not measured: " + why));
    Map<Point, Figures> results = new LinkedHashMap<>();
    List<Object> points = new ArrayList<>();
    for (Point point : experiment.points()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("workload", point.workload().label());
      one.put("algorithm", point.algorithm());
      one.put("aggregation", point.aggregation());
      one.putAll(point.parameters());
      try {
        Figures figures = new Figures();
        for (int i = 0; i < forks; i++) {
          figures.addAll(jvm.run(point, settings));
        }
        results.put(point, figures);
        one.put("figures", figures.summary());
      } catch (IOException failed) {
        failures++;
        one.put("failed", failed.getMessage());
        out.println("failed: " + String.join(" ", point.arguments()) + ": " + failed.getMessage());
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", stopped);
      }
      points.add(one);
    }
    out.println(Table.of(experiment, results));
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", experiment.name());
    all.put("what", experiment.what());
    all.put("not_measured", experiment.skipped());
    all.put("points", points);
    return all;
  }
}
