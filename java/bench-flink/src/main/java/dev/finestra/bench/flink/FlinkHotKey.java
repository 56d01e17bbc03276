package dev.finestra.bench.flink;

import dev.finestra.bench.Benchmark;
import dev.finestra.bench.report.Chart;
import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code finestra bench flink-hot}: windows over a stream in which half of all rows have one key.
 */
@Command(
    name = "flink-hot",
    sortOptions = false,
    description = {
      "Measure windows in one and two phases if half of all rows have the same key. The cluster has"
          + " two slots and runs on all cores.",
      ""
    },
    footer = {"", "Example:", "  finestra bench flink-hot --out results/flink-hot.json"})
final class FlinkHotKey extends Benchmark<FlinkHotKey.Point> {
  static final String POINT = "hot_point";

  /** The windows that are measured. */
  enum By {
    FLINK,
    ONE_PHASE,
    TWO_PHASES
  }

  /** Windows, their size in slides, and the rows of a run. */
  record Point(By by, int overlap, int rows) {}

  FlinkHotKey() {
    super(Set.of("one_phase"), "wall clock of a job with two slots, and CPU time of its threads");
  }

  @Override
  protected List<Chart<Point>> charts(boolean quick) {
    return List.of(new Series(quick ? 1_000_000 : 20_000_000));
  }

  private record Series(int rows) implements Chart<Point> {
    @Override
    public String name() {
      return "hot_key";
    }

    @Override
    public String what() {
      return "sliding sums by size/slide; heap, two slots, half of all rows have one of 10,001 keys";
    }

    @Override
    public List<Point> points() {
      return Stream.of(1, 10)
          .flatMap(overlap -> Stream.of(By.values()).map(by -> point(by, overlap)))
          .toList();
    }

    /** Flink's own windows update each window of a row, so they get fewer rows. */
    private Point point(By by, int overlap) {
      return new Point(by, overlap, by == By.FLINK ? rows / overlap : rows);
    }

    @Override
    public List<String> metrics() {
      return List.of(HotKeyRun.WALL, HotKeyRun.BUSIEST);
    }

    @Override
    public String subject(Point point) {
      return point.by.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map.Entry<String, Object> x(Point point) {
      return Map.entry("overlap", point.overlap);
    }
  }

  @Override
  protected RunFigures measure(MeasuringJvm pinned, Point point, boolean quick)
      throws IOException, InterruptedException {
    return FlinkBenchmark.onAllCores(POINT, point, FlinkBenchmark.MEBIBYTES);
  }
}
