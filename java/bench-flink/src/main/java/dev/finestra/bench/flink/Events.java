package dev.finestra.bench.flink;

import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * The events of a {@link Cell}: keys take turns, a watermark follows each so many events. A tenth,
 * where asked for, has a time of so many events before, which no other event has; watermarks wait
 * for those. Where checkpoints are measured, the next event waits until all due at a watermark is
 * answered: a source that waits for room on the network does so while no checkpoint can begin.
 */
@SuppressWarnings("deprecation") // a source of the new kind cannot tell when its watermarks come
final class Events implements SourceFunction<Tuple3<Integer, Long, Double>> {
  private static final long serialVersionUID = 1L;

  /** Far from 0, where streams of SQL leave out rows; all windows begin at a multiple of it. */
  private static final long BEGIN = 1L << 40;

  /** The most events that a checkpoint waits for. */
  private static final int MOST_AT_ONCE = 1000;

  private final Cell cell;
  private final long begin;
  private volatile boolean isCancelled;

  Events(Cell cell) {
    this.cell = cell;
    this.begin = BEGIN - BEGIN % cell.sizeMillis();
  }

  @Override
  public void run(SourceContext<Tuple3<Integer, Long, Double>> out) throws InterruptedException {
    long step = cell.step();
    int keys = cell.keys();
    long delay = cell.late() == 0 ? 0 : (cell.late() / keys + 1) * step;
    long total = cell.total();
    for (long i = 0, mark = 0; i < total && !isCancelled; ) {
      if (i == mark) {
        mark += cell.every();
        if (cell.pace() > 0 && i >= cell.warm()) {
          Thread.sleep(1000L * cell.every() / cell.pace());
        }
      }
      synchronized (out.getCheckpointLock()) {
        long end = Math.min(mark, i + MOST_AT_ONCE);
        long time = 0;
        for (; i < end; i++) {
          long round = i / keys;
          time = begin + round * step;
          long at = time;
          if (cell.late() > 0 && ((i * 0x9e3779b97f4a7c15L) >>> 32) % 10 == 0) {
            at = Math.max(begin, time - cell.late() / keys * step + step / 3);
          }
          int key = (int) (i % keys);
          out.collectWithTimestamp(
              new Tuple3<>(key, at, (double) ((i * 0x9e3779b97f4a7c15L) >>> 54)), at);
        }
        if (i == mark) {
          out.emitWatermark(new Watermark(time - delay));
        }
      }
      if (i == mark && i >= cell.warm() && cell.checkpoint() > 0) {
        while (Meter.seen < i / cell.every() && !isCancelled) {
          Thread.sleep(1);
        }
      }
    }
  }

  @Override
  public void cancel() {
    isCancelled = true;
  }
}
