package dev.finestra.flink.internal.operator;

import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;

/** The timers of an operator that are pending at the end of the input. */
public final class PendingTimers {
  private PendingTimers() {}

  /**
   * Fires pending timers, and emits the watermark that they held back. Flink continues interrupted
   * timers in a mail of the task's mailbox, but does not wait for that mail when the input ends.
   */
  public static void fire(InternalTimeServiceManager<?> timers, long watermark, Output<?> output)
      throws Exception {
    if (watermark > Long.MIN_VALUE) {
      Watermark mark = new Watermark(watermark);
      timers.advanceWatermark(mark);
      output.emitWatermark(mark);
    }
  }
}
