package dev.finestra.flink;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Passes numbers on, and fails at regular distances, each time after a checkpoint of the current
 * attempt. Until there is one, numbers are passed on slowly.
 */
final class Fragile implements MapFunction<Long, Long>, CheckpointListener {
  private static final long serialVersionUID = 1L;

  /** For how many milliseconds a failure waits for a checkpoint, at least. */
  private static final long PATIENCE = 20_000;

  private static final AtomicInteger FAILED = new AtomicInteger();
  private static volatile long distance;
  private static volatile int most;

  private transient boolean isChecked;

  /** Begins a run with this number of rows and failures. */
  static void begin(long numbers, int failures) {
    distance = numbers / (failures + 1);
    most = failures;
    FAILED.set(0);
  }

  static int failures() {
    return FAILED.get();
  }

  @Override
  public Long map(Long number) throws Exception {
    int failed = FAILED.get();
    if (failed < most && number >= distance * (failed + 1)) {
      if (isChecked) {
        FAILED.incrementAndGet();
        throw new IllegalStateException("failure " + (failed + 1) + " of this test");
      }
      Thread.sleep(Math.max(10, PATIENCE / distance));
    }
    return number;
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {
    isChecked = true;
  }
}
