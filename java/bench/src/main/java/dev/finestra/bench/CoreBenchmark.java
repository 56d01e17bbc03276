package dev.finestra.bench;

import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code finestra bench core}: runs the experiments and writes their measurements. */
@Command(
    name = "core",
    sortOptions = false,
    description = {
      "Measure core's algorithms. Each point runs in JVMs of its own; prints each point, and writes"
          + " all of them to a file.",
      ""
    },
    footer = {"", "Example:", "  finestra bench core --quick --out results/core.json"})
final class CoreBenchmark extends Benchmark<Point> {
  private static final long MIB = 1 << 20;

  @Option(names = "--forks", description = "JVMs per point (3; quick: 1).")
  private Integer forks;

  @Option(names = "--runs", description = "Measured runs per JVM (1; quick: 3).")
  private Integer runs;

  @Option(names = "--seconds", description = "CPU time of a run (0.5; quick: 0.2).")
  private Double seconds;

  CoreBenchmark() {
    super(
        Set.of(ExperimentDesign.BASELINE),
        "CPU time of the thread for throughput, wall clock for latency");
  }

  @Override
  protected List<Experiment> charts(boolean quick) {
    return quick ? Experiments.quick() : Experiments.full();
  }

  @Override
  protected RunFigures measure(MeasuringJvm jvm, Point point, boolean quick)
      throws IOException, InterruptedException {
    RunSettings settings =
        new RunSettings(
            seconds != null ? seconds : quick ? 0.2 : 0.5,
            runs != null ? runs : quick ? 3 : 1,
            quick ? 0.6 : 1.5);
    int jvms = forks != null ? Math.max(1, forks) : quick ? 1 : 3;
    RunFigures figures = new RunFigures();
    for (int i = 0; i < jvms; i++) {
      figures.addAll(measure(jvm, point, settings));
    }
    return figures;
  }

  static RunFigures measure(MeasuringJvm jvm, Point point, RunSettings settings)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("point", "--plain"));
    arguments.addAll(point.arguments());
    arguments.addAll(settings.arguments());
    return jvm.run(BenchCommand.class, heap(point) / MIB, arguments);
  }

  private static long heap(Point point) {
    long room =
        point.workload() == Workload.CALIBRATION ? 0 : Monoids.room(point.aggregation(), point.n());
    return 512 * MIB + room + (point.workload() == Workload.TWINS ? room : 0);
  }
}
