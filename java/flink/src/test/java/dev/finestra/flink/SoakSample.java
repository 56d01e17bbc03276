package dev.finestra.flink;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;

/**
 * One measurement of {@link Soak}.
 *
 * @param heap bytes in use after a collection of garbage
 * @param state bytes of the last checkpoint, including files shared with earlier ones
 * @param written bytes that the last checkpoint wrote
 * @param checkpoint the duration of the last checkpoint, in milliseconds
 * @param median the median time from a row to the result of the window that it closes, in
 *     milliseconds
 * @param percentile the 99th percentile of that time
 * @param behind how far the source is behind its clock, in milliseconds
 */
record SoakSample(
    long heap,
    long state,
    long written,
    long checkpoint,
    long median,
    long percentile,
    long behind) {

  /** Latencies by milliseconds; the last counts all longer ones. */
  private static final AtomicLongArray LATENCIES = new AtomicLongArray(60_000);

  static void latency(long millis) {
    LATENCIES.incrementAndGet((int) Math.max(0, Math.min(millis, LATENCIES.length() - 1)));
  }

  /** Forgets the latencies so far. */
  static void reset() {
    for (int i = 0; i < LATENCIES.length(); i++) {
      LATENCIES.set(i, 0);
    }
  }

  static SoakSample take(AbstractCheckpointStats latest, long behind) {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    CompletedCheckpointStats done = (CompletedCheckpointStats) latest;
    return new SoakSample(
        heap,
        done.getStateSize(),
        done.getCheckpointedSize(),
        done.getEndToEndDuration(),
        quantile(0.5),
        quantile(0.99),
        behind);
  }

  private static long quantile(double part) {
    long all = 0;
    for (int i = 0; i < LATENCIES.length(); i++) {
      all += LATENCIES.get(i);
    }
    long seen = 0;
    for (int i = 0; i < LATENCIES.length(); i++) {
      seen += LATENCIES.get(i);
      if (seen >= all * part && seen > 0) {
        return i;
      }
    }
    throw new AssertionError("This cycle has no result");
  }
}
