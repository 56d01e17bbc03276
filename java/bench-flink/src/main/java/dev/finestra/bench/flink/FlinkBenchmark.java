package dev.finestra.bench.flink;

import com.google.gson.Gson;
import dev.finestra.bench.BenchCommand;
import dev.finestra.bench.Benchmark;
import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code finestra bench flink}: measures Flink's own windows next to Finestra's. */
@Command(
    name = "flink",
    sortOptions = false,
    description = {
      "Measure Flink's own windows next to Finestra's, each point on a cluster in a JVM of its own."
          + " Prints each point, and writes all of them to a file.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  finestra bench flink --quick --only slide_heap_1 --out results/flink.json"
    })
public class FlinkBenchmark extends Benchmark<FlinkPoint> {
  /** The heap that Flink's own windows need if there are many. */
  static final long MEBIBYTES = 4096;

  private static final String POINT = "one_point";
  private static final Gson GSON = new Gson();

  /** The packages of the JDK that Flink's own scripts open. */
  private static final String OPEN =
      "java.lang java.net java.io java.nio sun.nio.ch java.lang.reflect java.text java.time "
          + "java.util java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks";

  FlinkBenchmark() {
    super(
        FlinkPoint.BASELINES,
        "CPU time of the thread with the windows, on a cluster with one slot");
  }

  /** Runs a benchmark, or in a measuring JVM one point. */
  public static void main(String[] arguments) throws Exception {
    RunFigures figures = arguments.length == 2 ? point(arguments[0], arguments[1]) : null;
    if (figures != null) {
      figures.print();
      System.exit(0);
    }
    System.exit(
        BenchCommand.execute(
            arguments,
            new FlinkBenchmark(),
            new FlinkMatrix(),
            new FlinkCurves(),
            new FlinkSqlCurves(),
            new FlinkFeatures(),
            new FlinkHotKey(),
            new FlinkManyKeys()));
  }

  /** Null if the first word is not the kind of a point. */
  private static RunFigures point(String kind, String json) throws Exception {
    return switch (kind) {
      case POINT -> new FlinkRun(FlinkPoint.of(json)).run();
      case FlinkHotKey.POINT -> new HotKeyRun(GSON.fromJson(json, FlinkHotKey.Point.class)).run();
      case FlinkManyKeys.POINT ->
          new ManyKeysRun(GSON.fromJson(json, FlinkManyKeys.Point.class)).run();
      default -> null;
    };
  }

  /** Measures a point of several tasks, which run at the same time on all cores. */
  static RunFigures onAllCores(String kind, Object point, long mebibytes)
      throws IOException, InterruptedException {
    return new MeasuringJvm(-1, clusterOptions())
        .run(FlinkBenchmark.class, mebibytes, List.of(kind, GSON.toJson(point)));
  }

  @Override
  protected List<FlinkSeries> charts(boolean quick) {
    return FlinkSeries.all(quick);
  }

  @Override
  protected List<String> jvmOptions() {
    return clusterOptions();
  }

  /** Options of a JVM with a cluster. */
  static List<String> clusterOptions() {
    return Stream.of(OPEN.split(" "))
        .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
        .toList();
  }

  @Override
  protected RunFigures measure(MeasuringJvm jvm, FlinkPoint point, boolean quick)
      throws IOException, InterruptedException {
    long mebibytes = point.keys <= 1_000_000 ? MEBIBYTES : 3 * MEBIBYTES;
    return jvm.run(FlinkBenchmark.class, mebibytes, List.of(POINT, point.toString()));
  }
}
