package dev.finestra.bench;

import dev.finestra.bench.report.Calibration;
import dev.finestra.bench.report.Chart;
import dev.finestra.bench.report.Measurements;
import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that measures charts, each point in JVMs of its own, and writes the measurements. */
public abstract class Benchmark<P> implements Callable<Integer> {
  /** A subject that is this many times as fast as the baseline is clearly faster. */
  private static final double CLEAR = 1.2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      defaultValue = "results/${COMMAND-NAME}.json",
      paramLabel = "FILE",
      description =
          "Write the measurements to this JSON file; its folder is created (${DEFAULT-VALUE}).")
  private Path out;

  @Option(names = "--quick", description = "Measure fewer points, with less work for each.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Measure only these charts; an unknown name lists all.")
  private List<String> only = List.of();

  @Option(names = "--core", description = "Core to pin the JVMs to; -1 for any (the last core).")
  private int core = Runtime.getRuntime().availableProcessors() - 1;

  @Option(names = "--jvm", split = " ", description = "More options for the measuring JVMs.")
  private List<String> jvmOptions = List.of();

  private final Set<String> baselines;
  private final String clock;

  /**
   * Describes the benchmark.
   *
   * @param baselines the subjects that others are compared with
   * @param clock the clock of the figures per second
   */
  protected Benchmark(Set<String> baselines, String clock) {
    this.baselines = baselines;
    this.clock = clock;
  }

  protected abstract List<? extends Chart<P>> charts(boolean quick);

  /** Options that every measuring JVM needs. */
  protected List<String> jvmOptions() {
    return List.of();
  }

  /** The most JVMs for each point. More than one are used only where the baseline is close. */
  protected int mostTurns() {
    return 1;
  }

  protected abstract RunFigures measure(MeasuringJvm jvm, P point, boolean quick)
      throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    List<? extends Chart<P>> chosen = chosen();
    List<String> options = new ArrayList<>(jvmOptions());
    options.addAll(jvmOptions);
    MeasuringJvm jvm = new MeasuringJvm(core, options);
    Measurements measurements = new Measurements(out, baselines);
    Point kernel = new Point(Workload.CALIBRATION, "none", "none", 1, 1, 0, Company.ALONE);
    RunFigures calibration = CoreBenchmark.measure(jvm, kernel, new RunSettings(1, 5, 0));
    System.out.printf(
        "calibration: %.2f %s%n", calibration.median("ns_per_step"), Calibration.description());
    String command = String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
    measurements.begin("finestra bench " + command, jvm, clock, calibration);
    for (Chart<P> chart : chosen) {
      System.out.println("== " + chart.name() + ": " + chart.what());
      chart.skipped().forEach(why -> System.out.println("not measured: " + why));
      for (List<P> points : comparable(chart)) {
        Map<P, RunFigures> figures = inTurns(jvm, chart, points, measurements);
        figures.forEach(
            (point, each) -> {
              measurements.add(chart, point, each);
              print(chart, point, each);
            });
        measurements.write();
      }
    }
    System.out.println("measurements in " + measurements);
    return measurements.failures() == 0 ? 0 : 1;
  }

  /** The points of a chart, those that differ only in their subject together. */
  private static <P> Collection<List<P>> comparable(Chart<P> chart) {
    return chart.points().stream()
        .collect(
            Collectors.groupingBy(
                point -> List.of(chart.conditions(point), chart.x(point)),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  /**
   * Measures comparable points, each once per turn, as long as a subject is not clearly faster than
   * the baseline and turns are left. A point that fails is left out from then on.
   */
  private Map<P, RunFigures> inTurns(
      MeasuringJvm jvm, Chart<P> chart, List<P> points, Measurements measurements)
      throws InterruptedException {
    Map<P, RunFigures> figures = new LinkedHashMap<>();
    points.forEach(point -> figures.put(point, new RunFigures()));
    int turn = 0;
    do {
      List<P> order = new ArrayList<>(figures.keySet());
      if (turn % 2 == 1) {
        Collections.reverse(order);
      }
      for (P point : order) {
        try {
          figures.get(point).addAll(measure(jvm, point, quick));
        } catch (IOException failed) {
          figures.remove(point);
          measurements.fail(point.toString(), failed);
          System.out.println("failed: " + point + ": " + failed.getMessage());
        }
      }
      turn++;
    } while (turn < mostTurns() && isClose(chart, figures));
    return figures;
  }

  /** Whether a subject is not clearly faster than the baseline. */
  private boolean isClose(Chart<P> chart, Map<P, RunFigures> figures) {
    String metric = chart.metrics().get(0);
    Map<Boolean, DoubleSummaryStatistics> medians =
        figures.entrySet().stream()
            .collect(
                Collectors.partitioningBy(
                    each -> baselines.contains(chart.subject(each.getKey())),
                    Collectors.summarizingDouble(each -> each.getValue().median(metric))));
    return medians.get(true).getCount() > 0
        && medians.get(false).getMin() < CLEAR * medians.get(true).getMax();
  }

  /** The charts in {@code --only}, or all. */
  private List<? extends Chart<P>> chosen() {
    List<? extends Chart<P>> all = charts(quick);
    List<String> names = all.stream().map(Chart::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "--only: unknown name '" + name + "'; choose from " + String.join(", ", names));
      }
    }
    return only.isEmpty() ? all : all.stream().filter(e -> only.contains(e.name())).toList();
  }

  private static <P> void print(Chart<P> chart, P point, RunFigures figures) {
    StringBuilder line =
        new StringBuilder(chart.subject(point) + " " + chart.conditions(point) + ", ")
            .append(chart.x(point).getKey() + " " + chart.x(point).getValue() + ":");
    for (String metric : chart.metrics()) {
      if (figures.has(metric)) {
        line.append(String.format(" %s %,.4g", metric, figures.median(metric)));
      }
    }
    System.out.println(line);
  }
}
