package dev.finestra.bench.flink;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Emits one event for each key and a watermark. Afterwards it emits the watermarks that {@link
 * ManyKeysRun} asks for, or events of random keys at a fixed rate. The value of such an event is
 * the clock's time at which it should be emitted.
 */
@SuppressWarnings("deprecation") // a source of the new API cannot control when it emits watermarks
final class KeysSource implements SourceFunction<Tuple3<Integer, Long, Double>> {
  private static final long serialVersionUID = 1L;

  /** The next watermarks; the cluster is in this JVM. */
  static final BlockingQueue<Long> WATERMARKS = new LinkedBlockingQueue<>();

  /** The first watermark, in milliseconds: a multiple of an hour, at which windows start. */
  static final long BEGIN = 3_600_000L << 18;

  /** From one key to the next. It has no divisor in common with a power of ten. */
  private static final long STRIDE = 618_033;

  private static final int AT_ONCE = 1000;

  private final int events;
  private final int keys;
  private final int rate;
  private volatile boolean isCancelled;

  /**
   * @param events the events before the first watermark
   * @param rate the events per second afterwards; 0 for none
   */
  KeysSource(int events, int keys, int rate) {
    this.events = events;
    this.keys = keys;
    this.rate = rate;
  }

  @Override
  public void run(SourceContext<Tuple3<Integer, Long, Double>> out) throws InterruptedException {
    for (int i = 0; i < events && !isCancelled; ) {
      synchronized (out.getCheckpointLock()) {
        for (int end = Math.min(events, i + AT_ONCE); i < end; i++) {
          emit(out, (int) (i * STRIDE % keys), 1);
        }
      }
    }
    synchronized (out.getCheckpointLock()) {
      out.emitWatermark(new Watermark(BEGIN));
    }
    if (rate > 0) {
      emitPaced(out);
    }
    while (!isCancelled) {
      Long watermark = WATERMARKS.poll(10, TimeUnit.MILLISECONDS);
      if (watermark != null) {
        synchronized (out.getCheckpointLock()) {
          out.emitWatermark(new Watermark(watermark));
        }
      }
    }
  }

  private void emitPaced(SourceContext<Tuple3<Integer, Long, Double>> out) {
    long start = System.nanoTime();
    for (long i = 0; !isCancelled; ) {
      long due = (long) ((System.nanoTime() - start) * 1e-9 * rate);
      synchronized (out.getCheckpointLock()) {
        for (long end = Math.min(due, i + AT_ONCE); i < end; i++) {
          int key = (int) ((EventSource.mixed(i) >>> 33) % keys);
          emit(out, key, start + i * 1e9 / rate);
        }
      }
      if (i >= due) {
        LockSupport.parkNanos(200_000);
      }
    }
  }

  private static void emit(
      SourceContext<Tuple3<Integer, Long, Double>> out, int key, double value) {
    out.collectWithTimestamp(new Tuple3<>(key, BEGIN + 1, value), BEGIN + 1);
  }

  @Override
  public void cancel() {
    isCancelled = true;
  }
}
