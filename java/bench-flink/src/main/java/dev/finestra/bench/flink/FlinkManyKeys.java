package dev.finestra.bench.flink;

import dev.finestra.bench.Benchmark;
import dev.finestra.bench.report.Chart;
import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code finestra bench flink-keys}: what a job with many keys does besides adding rows. */
@Command(
    name = "flink-keys",
    sortOptions = false,
    description = {
      "Measure a job with a million keys and more: a watermark at which all of them have a result, a"
          + " checkpoint during it, a restore, and the time that an event waits. The job runs on all"
          + " cores.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-keys --only due --out results/keys.json"})
final class FlinkManyKeys extends Benchmark<FlinkManyKeys.Point> {
  static final String POINT = "keys_point";

  /** Enough heap for a million keys with several windows each. */
  private static final long MEBIBYTES = 10_240;

  /** What is measured. */
  enum Measure {
    /** A watermark at which all keys have a result, and a checkpoint that begins with it. */
    DUE,
    /** From submitting a job until all its tasks with windows have passed on a watermark. */
    RESTORE,
    /** How long an event waits for the operator, at a fixed rate and with checkpoints. */
    LATENCY
  }

  /** One point, whose windows are {@code size} slides long. */
  record Point(Measure measure, boolean isFinestra, String backend, int keys, int size) {}

  FlinkManyKeys() {
    super(Set.of("flink"), "CPU time of the thread with the windows, and wall clock");
  }

  @Override
  protected List<Chart<Point>> charts(boolean quick) {
    int million = quick ? 100_000 : 1_000_000;
    return List.of(
        new Series(
            "due", "all keys have a result at a watermark; 1 h by 10 min", Measure.DUE, million, 6),
        new Series("restore", "restore a checkpoint; 1 h by 1 h", Measure.RESTORE, million, 1),
        new Series("latency", "wait of an event; 1 h by 1 h", Measure.LATENCY, million, 1));
  }

  private record Series(String name, String what, Measure measure, int keys, int size)
      implements Chart<Point> {
    @Override
    public List<Point> points() {
      return Stream.of("heap", "rocksdb")
          .flatMap(
              backend ->
                  Stream.of(true, false)
                      .map(isFinestra -> new Point(measure, isFinestra, backend, keys, size)))
          .toList();
    }

    @Override
    public List<String> metrics() {
      return KeysRun.metrics(measure);
    }

    @Override
    public String subject(Point point) {
      return point.isFinestra ? "finestra" : "flink";
    }

    @Override
    public Map.Entry<String, Object> x(Point point) {
      return Map.entry("state", point.backend);
    }
  }

  @Override
  protected RunFigures measure(MeasuringJvm pinned, Point point, boolean quick)
      throws IOException, InterruptedException {
    return FlinkBenchmark.onAllCores(POINT, point, MEBIBYTES);
  }
}
