package dev.finestra.bench.flink;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Behind the windows, in their thread: counts results, and looks at the thread's CPU clock when a
 * run begins and ends, which is at a watermark, when everything before it is answered.
 */
final class Meter<T> extends AbstractStreamOperator<Integer>
    implements OneInputStreamOperator<T, Integer> {
  private static final long serialVersionUID = 1L;

  /** What the clocks said at the ends of runs; the cluster is in this JVM. */
  static final List<Look> LOOKS = new CopyOnWriteArrayList<>();

  /** How many watermarks there were until now. */
  static volatile long seen;

  /** Nanoseconds of the thread's CPU and of the wall, and results until now. */
  record Look(long cpu, long wall, long results) {}

  private final long first;
  private final long step;
  private long watermarks;
  private long results;

  Meter(Cell cell) {
    this.first = cell.warm() / cell.every();
    this.step = cell.events() / cell.every();
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
        LOOKS.add(new Look(cpu, System.nanoTime(), results));
      }
    }
  }
}
