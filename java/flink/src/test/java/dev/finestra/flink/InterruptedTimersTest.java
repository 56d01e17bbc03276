package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.junit.jupiter.api.Test;

/** What is due when timers are interrupted, as they are between keys while a mail waits. */
class InterruptedTimersTest {
  private static final int KEYS = 5;

  @Test
  void shouldDoAtTheEndWhatWasInterrupted() throws Exception {
    Configuration config = new Configuration();
    config.setString("execution.checkpointing.interval", "50 ms");
    config.setString("execution.checkpointing.unaligned.enabled", "true");
    config.setString("execution.checkpointing.unaligned.interruptible-timers.enabled", "true");
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .window(LastWindow.of(Duration.ofMillis(10)))
                    .aggregate("max", "price"),
            "heap",
            config)) {
      for (int key = 0; key < KEYS; key++) {
        bench.row(new Trade("k" + key, 7, 3L, 0));
      }
      bench.harness().getTaskMailbox().put(new Mail(() -> {}, 0, "a checkpoint, say"));
      bench.harness().processWatermark(Watermark.MAX_WATERMARK);
      assertEquals(1, bench.harness().getRecordOutput().size(), "timers were not interrupted");
      bench.harness().getOperator().finish();
      assertEquals(KEYS, bench.harness().getRecordOutput().size());
      assertEquals(1, bench.harness().getOutput().stream().filter(this::isLast).count());
    }
  }

  private boolean isLast(Object element) {
    return element.equals(Watermark.MAX_WATERMARK);
  }
}
