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

  private static final String ROCKSDB = "rocksdb";

  /** Enough heap for a million keys with several windows each. */
  private static final long MEBIBYTES = 10_240;

  /** What is measured. */
  enum Measure {
    /** A watermark at which all keys have a result, and a checkpoint that begins with it. */
    DUE("all keys have a result at a watermark"),
    /** From submitting a job until all its tasks with windows have passed on a watermark. */
    RESTORE("restore a checkpoint"),
    /** How long an event waits for the operator, at a fixed rate and with checkpoints. */
    LATENCY("wait of an event");

    private final String what;

    Measure(String what) {
      this.what = what;
    }
  }

  /** One point, whose windows are {@code size} slides long. */
  record Point(Measure measure, boolean isFinestra, String backend, int keys, int size) {}

  FlinkManyKeys() {
    super(Set.of("flink"), "CPU time of the thread with the windows, and wall clock");
  }

  @Override
  protected List<Chart<Point>> charts(boolean quick) {
    int million = quick ? 100_000 : 1_000_000;
    List<String> both = List.of("heap", ROCKSDB);
    return List.of(
        new Series("due", Measure.DUE, both, million, 6),
        new Series("restore", Measure.RESTORE, both, million, 1),
        new Series("restore_ten_times", Measure.RESTORE, List.of(ROCKSDB), 10 * million, 1),
        new Series("latency", Measure.LATENCY, both, million, 1));
  }

  private record Series(String name, Measure measure, List<String> backends, int keys, int size)
      implements Chart<Point> {
    @Override
    public String what() {
      return "%s; %,d keys, 1 h by %d min".formatted(measure.what, keys, 60 / size);
    }

    @Override
    public List<Point> points() {
      return backends.stream()
          .flatMap(
              backend ->
                  Stream.of(true, false)
                      .map(isFinestra -> new Point(measure, isFinestra, backend, keys, size)))
          .toList();
    }

    @Override
    public List<String> metrics() {
      return ManyKeysRun.metrics(measure);
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
