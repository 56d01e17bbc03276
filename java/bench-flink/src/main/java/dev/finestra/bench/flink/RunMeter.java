package dev.finestra.bench.flink;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Counts results after the windows, in their thread. Reads the thread's CPU clock at the watermarks
 * where a run begins and ends; by then, all earlier results are out.
 */
final class RunMeter<T> extends AbstractStreamOperator<Integer>
    implements OneInputStreamOperator<T, Integer> {
  private static final long serialVersionUID = 1L;

  /**
   * The clocks at the start of the first run and at the end of each, of all tasks; the cluster is
   * in this JVM.
   */
  static final List<Reading> READINGS = new CopyOnWriteArrayList<>();

  /** The number of watermarks so far. */
  static volatile long seen;

  /** Nanoseconds of the thread's CPU time and of the wall clock, and the results so far. */
  record Reading(long cpu, long wall, long results) {}

  private final long first;
  private final long step;
  private long watermarks;
  private long results;

  /**
   * @param first the number of the watermark at which the first run begins
   * @param step the watermarks of a run
   */
  RunMeter(long first, long step) {
    this.first = first;
    this.step = step;
  }

  @Override
  public void processElement(StreamRecord<T> element) {
    results++;
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    if (mark.getTimestamp() != Long.MAX_VALUE) {
      seen = ++watermarks;
      if (watermarks >= first && (watermarks - first) % step == 0) {
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        READINGS.add(new Reading(cpu, System.nanoTime(), results));
      }
    }
  }
}
