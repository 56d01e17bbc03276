package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.internal.host.KeyedHost;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** Timers that are interrupted between keys, as Flink does while a mail waits. */
class InterruptedTimersTest {
  private static final int KEYS = 5;
  private static final int ROWS = 1_000;

  @Test
  void shouldFireInterruptedTimersAtTheEndOfTheInput() throws Exception {
    try (Bench<?> bench = bench(0, Emit.ON_WATERMARK)) {
      for (int key = 0; key < KEYS; key++) {
        bench.row(new Trade("k" + key, 7, 3L, 0));
      }
      interrupted(bench, Watermark.MAX_WATERMARK);
      assertEquals(1, bench.harness().getRecordOutput().size(), "timers were not interrupted");
      bench.harness().getOperator().finish();
      assertEquals(KEYS, bench.harness().getRecordOutput().size());
      assertEquals(1, bench.harness().getOutput().stream().filter(this::isLast).count());
    }
  }

  /** The other results are emitted before the next row of that time can change them. */
  @Test
  void shouldEmitInterruptedResultsBeforeTheNextRow() throws Exception {
    for (int lateness = 0; lateness < 2; lateness++) {
      try (Bench<?> bench = interruptedWithinOneTime(lateness, Emit.ON_WATERMARK)) {
        bench.row(new Trade("k", 7, 5L, 0));
        bench.row(new Trade("k", 7, 4L, 0));
        bench.harness().getOperator().finish();
        List<Object> answers = rows(bench).map(row -> row.getField("max")).toList();
        assertEquals(Collections.nCopies(ROWS, 3L), answers.subList(0, ROWS));
        int again = lateness == 0 ? 0 : ROWS + 1 + ROWS + 2;
        assertEquals(Collections.nCopies(again, 5L), answers.subList(ROWS, answers.size()));
      }
    }
  }

  @Test
  void shouldCorrectResultsOfAnInterruptedTimer() throws Exception {
    for (long late : new long[] {5, 7}) {
      try (Bench<?> bench = interruptedWithinOneTime(5, Emit.CORRECTIONS)) {
        bench.row(new Trade("k", late, 5L, 0));
        bench.row(new Trade("k", late, 9L, 0));
        bench.harness().getOperator().finish();
        Map<Object, Integer> table = new HashMap<>();
        rows(bench)
            .forEach(
                row ->
                    table.merge(
                        row.getField("max"),
                        row.getKind() == RowKind.UPDATE_BEFORE ? -1 : 1,
                        Integer::sum));
        table.values().removeIf(count -> count == 0);
        assertEquals(Map.of(9L, ROWS + 2), table);
      }
    }
  }

  /** While the pages of a window are removed, its key accepts rows; one of this window is late. */
  @Test
  void shouldNotEmitAWindowAgainWhileItsPagesAreRemoved() throws Exception {
    int rows = 20_000;
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(rows)))
                    .algorithm("b_fiba2")
                    .aggregate("last", "price"),
            "heap",
            interruptible())) {
      for (int row = 0; row < rows; row++) {
        bench.row(new Trade("k", row, 3L, 0));
      }
      interrupted(bench, new Watermark(rows - 1));
      assertEquals(1, bench.harness().numEventTimeTimers(), "all pages were removed at once");
      bench.row(new Trade("k", 5, 3L, 0));
      bench.watermark(rows);
      bench.watermark(10L * rows);
      assertEquals(1, bench.harness().getRecordOutput().size());
      assertEquals(0, bench.left());
    }
  }

  /** Many rows of one time; a mail interrupts the timer after some of their results. */
  private static Bench<?> interruptedWithinOneTime(long lateness, Emit emit) throws Exception {
    Bench<?> bench = bench(lateness, emit);
    for (int row = 0; row < ROWS; row++) {
      bench.row(new Trade("k", 7, 3L, 0));
    }
    interrupted(bench, new Watermark(7));
    assertEquals(KeyedHost.MOST_AT_ONCE, bench.harness().getRecordOutput().size());
    return bench;
  }

  private static Stream<Row> rows(Bench<?> bench) throws Exception {
    return bench.harness().getRecordOutput().stream().map(record -> (Row) record.getValue());
  }

  private static Bench<?> bench(long lateness, Emit emit) throws Exception {
    return new Bench<>(
        keyed ->
            Finestra.keyed(keyed)
                .window(LastWindow.of(Duration.ofMillis(10)))
                .allowedLateness(Duration.ofMillis(lateness))
                .emit(emit)
                .aggregate("max", "price"),
        "heap",
        interruptible());
  }

  private static Configuration interruptible() {
    Configuration config = new Configuration();
    config.setString("execution.checkpointing.interval", "50 ms");
    config.setString("execution.checkpointing.unaligned.enabled", "true");
    config.setString("execution.checkpointing.unaligned.interruptible-timers.enabled", "true");
    return config;
  }

  private static void interrupted(Bench<?> bench, Watermark watermark) throws Exception {
    bench.harness().getTaskMailbox().put(new Mail(() -> {}, 0, "such as a checkpoint"));
    bench.harness().processWatermark(watermark);
  }

  private boolean isLast(Object element) {
    return element.equals(Watermark.MAX_WATERMARK);
  }
}
