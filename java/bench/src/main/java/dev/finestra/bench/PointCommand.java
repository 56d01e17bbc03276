package dev.finestra.bench;

import com.google.gson.Gson;
import dev.finestra.bench.report.RunFigures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code finestra bench point}: measures one point in this JVM. */
@Command(
    name = "point",
    sortOptions = false,
    description = {
      "Measure one point in this JVM and print its figures as one line of JSON.",
      "",
      "With -Dfinestra.bench.fence=true in FINESTRA_JAVA_OPTS, a memory fence precedes each insert.",
      ""
    },
    footer = {"", "Example:", "  finestra bench point --algorithm b_fiba4 --n 65536 --m 64"})
final class PointCommand implements Callable<Integer> {
  @Option(names = "--algorithm", required = true, description = "Algorithm by name.")
  private String algorithm;

  @Option(
      names = "--aggregation",
      defaultValue = "sum_wrapping",
      description = "Aggregation by name (${DEFAULT-VALUE}).")
  private String aggregation;

  @Option(
      names = "--workload",
      defaultValue = "BULK",
      description = "One of ${COMPLETION-CANDIDATES}, in any case (${DEFAULT-VALUE}).")
  private Workload workload;

  @Option(
      names = "--n",
      defaultValue = "1024",
      description =
          "Entries of the window; with a workload of given times, milliseconds (${DEFAULT-VALUE}).")
  private long n;

  @Option(names = "--m", defaultValue = "1", description = "Entries of a bulk (${DEFAULT-VALUE}).")
  private int m;

  @Option(
      names = "--d",
      defaultValue = "0",
      description = "Out-of-order distance (${DEFAULT-VALUE}).")
  private long d;

  @Option(
      names = "--company",
      defaultValue = "ALONE",
      description =
          "What else the JVM has run: ${COMPLETION-CANDIDATES}, in any case (${DEFAULT-VALUE}).")
  private Company company;

  @Option(
      names = "--times",
      defaultValue = "",
      description = "File with the times of workload timed: 64-bit numbers in order of arrival.")
  private String times;

  @Option(
      names = "--seconds",
      defaultValue = "0.5",
      description = "CPU time of a run (${DEFAULT-VALUE}).")
  private double seconds;

  @Option(names = "--runs", defaultValue = "3", description = "Number of runs (${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--warm",
      defaultValue = "1.5",
      description = "CPU time before the first run (${DEFAULT-VALUE}).")
  private double warm;

  @Option(names = "--plain", hidden = true)
  private boolean plain;

  private PointCommand() {}

  @Override
  public Integer call() {
    Point point = new Point(workload, algorithm, aggregation, n, m, d, company);
    Ablation.prepare(point.algorithm());
    Times.of(times);
    RunFigures figures = new PointMeasurement(point, new RunSettings(seconds, runs, warm)).run();
    if (plain) {
      figures.print();
      return 0;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("workload", point.workload().label());
    all.put("algorithm", point.algorithm());
    all.put("aggregation", point.aggregation());
    all.putAll(point.parameters());
    figures.runs().keySet().forEach(metric -> all.put(metric, figures.median(metric)));
    System.out.println(new Gson().toJson(all));
    return 0;
  }
}
