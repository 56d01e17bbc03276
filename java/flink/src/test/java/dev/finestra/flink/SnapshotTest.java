package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/**
 * Rows are processed while a snapshot is written. The snapshot has the state at its beginning,
 * although pages are modified in place.
 */
class SnapshotTest {
  @Test
  void shouldHaveTheStateAtItsBeginning() {
    Trials.run(150, 10_000, "snapshots written late", (s, only) -> run(s, s % 20 == 0));
  }

  private static void run(long seed, boolean onRocksDb) throws Exception {
    String backend = onRocksDb ? "rocksdb" : "heap";
    Random random = new Random(seed);
    WindowKind kind =
        random.nextBoolean()
            ? SlidingTimeWindow.of(100, 7, 0, false)
            : new LastWindow(1 + random.nextInt(90));
    String aggregation = random.nextBoolean() ? "collect_distinct" : "max";
    OneInputTransformation<Trade, Row> step =
        Bench.step(
            keyed ->
                Finestra.keyed(keyed)
                    .of(kind)
                    .allowedLateness(50)
                    .algorithm("b_fiba2")
                    .aggregate(aggregation, "price"));
    List<Trade> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long time = 3L * i - random.nextInt(100);
      rows.add(new Trade("k" + random.nextInt(2), time, (long) random.nextInt(1_000), i));
    }
    int at = 50 + random.nextInt(100);
    try (Bench<Row> bench = new Bench<>(step, backend, 1, 0, null, 0)) {
      feed(bench, rows.subList(0, at));
      OperatorSnapshotFutures futures =
          bench
              .harness()
              .getOperator()
              .snapshotState(
                  1,
                  1,
                  CheckpointOptions.forCheckpointWithDefaultLocation(),
                  new MemCheckpointStreamFactory(1 << 22));
      feed(bench, rows.subList(at, 200));
      bench.watermark(100_000);
      bench.out();
      var state = FlinkLine.finished(futures).getJobManagerOwnedState();
      try (Bench<Row> restored = new Bench<>(step, backend, 1, 0, state, 1);
          Bench<Row> never = new Bench<>(step, backend, 1, 0, null, 0)) {
        feed(never, rows.subList(0, at));
        never.out();
        restored.watermark(3L * (at - 1) - 60);
        feed(restored, rows.subList(at, 200));
        feed(never, rows.subList(at, 200));
        restored.watermark(100_000);
        never.watermark(100_000);
        assertEquals(never.out(), restored.out());
      }
    }
  }

  private static void feed(Bench<Row> bench, List<Trade> rows) throws Exception {
    for (Trade row : rows) {
      bench.row(row);
      bench.watermark((long) (3 * row.weight) - 60);
    }
  }
}
