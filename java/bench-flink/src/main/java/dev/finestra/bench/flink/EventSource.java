package dev.finestra.bench.flink;

import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * The events of a {@link FlinkPoint}. Their keys are random, and the same in each run. If keys took
 * turns, Flink's own windows would lie in memory in the order in which they are used. A watermark
 * follows a fixed number of events. If the point asks for it, a tenth of the events is late, at
 * times that no other event has; watermarks wait for them.
 *
 * <p>If checkpoints are measured, the source pauses after each watermark until its results are out.
 * A source that waits for network buffers instead would block the next checkpoint. Without the
 * pause, Flink would merge a watermark with the next one while timers fire, and {@link RunMeter}
 * would wait for it forever.
 */
@SuppressWarnings("deprecation") // a source of the new API cannot control when it emits watermarks
final class EventSource implements SourceFunction<Tuple3<Integer, Long, Double>> {
  private static final long serialVersionUID = 1L;

  /** Far from 0, where SQL drops rows on streams; all windows start at a multiple of it. */
  private static final long BEGIN = 1L << 40;

  /** The most events between two chances for a checkpoint. */
  private static final int MOST_AT_ONCE = 1000;

  private final FlinkPoint point;
  private final long begin;
  private volatile boolean isCancelled;

  EventSource(FlinkPoint point) {
    this.point = point;
    this.begin = BEGIN - BEGIN % point.sizeMillis();
  }

  @Override
  public void run(SourceContext<Tuple3<Integer, Long, Double>> out) throws InterruptedException {
    long step = point.step();
    int keys = point.keys;
    long delay = point.late == 0 ? 0 : (point.late / keys + 1) * step;
    long total = point.total();
    for (long i = 0, mark = 0; i < total && !isCancelled; ) {
      if (i == mark) {
        mark += point.every;
        if (point.pace > 0 && i >= point.warm) {
          Thread.sleep(1000L * point.every / point.pace);
        }
      }
      synchronized (out.getCheckpointLock()) {
        long end = Math.min(mark, i + MOST_AT_ONCE);
        long time = 0;
        for (; i < end; i++) {
          long round = i / keys;
          time = begin + round * step;
          long at = time;
          if (point.late > 0 && ((i * 0x9e3779b97f4a7c15L) >>> 32) % 10 == 0) {
            at = Math.max(begin, time - point.late / keys * step + step / 3);
          }
          long random = mixed(i);
          out.collectWithTimestamp(new Tuple3<>(key(random), at, (double) (random & 1023)), at);
        }
        if (i == mark) {
          out.emitWatermark(new Watermark(time - delay));
        }
      }
      if (i == mark && point.checkpoint > 0) {
        while (RunMeter.seen < i / point.every && !isCancelled) {
          Thread.sleep(1);
        }
      }
    }
  }

  /** With Zipf keys, the key of rank r has a share of the events of about 1 / r. */
  private int key(long random) {
    if (!point.isZipf) {
      return (int) ((random >>> 33) % point.keys);
    }
    double unit = (random >>> 11) * 0x1p-53;
    return (int) (Math.pow(point.keys, unit) - 1);
  }

  /** The finalizer of SplitMix64. */
  static long mixed(long i) {
    long z = i * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  @Override
  public void cancel() {
    isCancelled = true;
  }
}
