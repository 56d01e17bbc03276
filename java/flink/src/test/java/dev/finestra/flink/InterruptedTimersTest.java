package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** What is due when timers are interrupted, as they are between keys while a mail waits. */
class InterruptedTimersTest {
  private static final int KEYS = 5;
  private static final int ROWS = 1_000;

  @Test
  void shouldDoAtTheEndWhatWasInterrupted() throws Exception {
    try (Bench<?> bench = bench(Duration.ZERO)) {
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

  /** The rest is answered before a row of that time can change what they answer. */
  @Test
  void shouldAnswerRowsOfOneTimeInParts() throws Exception {
    for (int lateness = 0; lateness < 2; lateness++) {
      try (Bench<?> bench = bench(Duration.ofMillis(lateness))) {
        for (int row = 0; row < ROWS; row++) {
          bench.row(new Trade("k", 7, 3L, 0));
        }
        interrupted(bench, new Watermark(7));
        assertEquals(Firing.MOST_AT_ONCE, bench.harness().getRecordOutput().size());
        bench.row(new Trade("k", 7, 5L, 0));
        bench.harness().getOperator().finish();
        List<Object> answers = answers(bench);
        assertEquals(Collections.nCopies(ROWS, 3L), answers.subList(0, ROWS));
        int again = lateness == 0 ? 0 : ROWS + 1;
        assertEquals(Collections.nCopies(again, 5L), answers.subList(ROWS, answers.size()));
      }
    }
  }

  private static List<Object> answers(Bench<?> bench) throws Exception {
    return bench.harness().getRecordOutput().stream()
        .map(record -> ((Row) record.getValue()).getField("max"))
        .toList();
  }

  private static Bench<?> bench(Duration lateness) throws Exception {
    Configuration config = new Configuration();
    config.setString("execution.checkpointing.interval", "50 ms");
    config.setString("execution.checkpointing.unaligned.enabled", "true");
    config.setString("execution.checkpointing.unaligned.interruptible-timers.enabled", "true");
    return new Bench<>(
        keyed ->
            Finestra.keyed(keyed)
                .window(LastWindow.of(Duration.ofMillis(10)))
                .allowedLateness(lateness)
                .aggregate("max", "price"),
        "heap",
        config);
  }

  private static void interrupted(Bench<?> bench, Watermark watermark) throws Exception {
    bench.harness().getTaskMailbox().put(new Mail(() -> {}, 0, "a checkpoint, say"));
    bench.harness().processWatermark(watermark);
  }

  private boolean isLast(Object element) {
    return element.equals(Watermark.MAX_WATERMARK);
  }
}
