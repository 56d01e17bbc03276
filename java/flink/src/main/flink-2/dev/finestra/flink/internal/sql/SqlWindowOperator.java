package dev.finestra.flink.internal.sql;

import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import org.apache.flink.metrics.Meter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * {@code HOP} in event time: one window over a key's slices. {@link KeyedHost} decides what a row
 * or a timer does. Rows, lateness, metrics and results are as in Flink's {@code WindowAggOperator}.
 *
 * <p>Costs: an insert for each row and a query for each result, however many windows overlap.
 * Flink's operator reads and merges all slices of a window for each result. With {@code
 * COUNT(DISTINCT …)}, {@link DistinctCounts} also keeps the values of a key in Flink's state.
 */
public final class SqlWindowOperator extends SqlOperator {
  private static final long serialVersionUID = 1L;

  private final SlidingTimeWindow windows;
  private final DistinctPlan distinct;
  private final WindowTimes times;

  private transient StoredWatermark watermark;
  private transient KeyedHost host;

  /** Null if no aggregate is {@code DISTINCT}. */
  private transient DistinctCounts counts;

  private transient HeldKey key;
  private transient Meter late;

  /** The latest local time that has passed. */
  private transient long passed;

  public SqlWindowOperator(
      SlidingTimeWindow windows,
      String algorithm,
      GeneratedAggregates generated,
      WindowTimes times) {
    super(windows, algorithm, generated, "window-aggs");
    this.windows = windows;
    this.distinct = generated.distinct();
    this.times = times;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    watermark = new StoredWatermark(context.getOperatorStateStore());
    currentWatermark = Math.max(currentWatermark, watermark.restored());
  }

  @Override
  public void open() throws Exception {
    super.open();
    host = new KeyedHost(new Engine(), request, aggregation, null, false);
    if (distinct != null) {
      counts =
          new DistinctCounts(distinct.counts(), windows.grid(), getRuntimeContext(), aggregates);
    }
    timers.initializeWatermark(currentWatermark);
    passed = times.passed(currentWatermark);
    out.eraseTimestamp();
    late =
        metrics.meter(
            "lateRecordsDroppedRate", new MeterView(metrics.counter("numLateRecordsDropped")));
    metrics.gauge(
        "watermarkLatency",
        () -> currentWatermark < 0 ? 0L : timers.currentProcessingTime() - currentWatermark);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData value = element.getValue();
    long time = times.of(value);
    if (counts == null && host.addToStored(keys, time, value, passed)) {
      return;
    }
    attach();
    if (!host.row(time, value, time, passed)) {
      late.markEvent();
    } else if (counts != null) {
      counts.add(key, time, value);
    }
  }

  private void attach() {
    HeldKey attached = keys.attach();
    // G1 makes each write of a reference expensive.
    if (key != attached) {
      key = attached;
    }
    host.attach(attached);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() > currentWatermark) {
      passed = times.passed(mark.getTimestamp());
      super.processWatermark(mark);
    } else {
      super.processWatermark(new Watermark(currentWatermark));
    }
  }

  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    attach();
    // What the timer was set for is due, so that it is not set again for the same time.
    long due = key.header().timer;
    host.fire(due == KeyHeader.NEVER ? passed : Math.max(passed, due));
    if (counts != null && key.isEmpty()) {
      counts.clear();
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    super.snapshotState(snapshot);
    watermark.store(currentWatermark);
  }

  private final class Engine implements KeyedEngine {
    @Override
    public void emit(long start, long end, WindowResult result, Change change, long time)
        throws Exception {
      RowData accumulators = (RowData) result.value();
      if (!aggregates.isEmpty(accumulators)) {
        RowData results =
            aggregates.result(
                counts == null ? accumulators : counts.withCounts(key, accumulators, end), end);
        out.collect(joined.replace((RowData) getCurrentKey(), results));
      }
      if (counts != null) {
        // After a restore the watermark may be lower. Rows of emitted windows must then be late,
        // because some of their values may have been removed.
        key.header().raiseEmittedUpTo(end - 1);
        counts.removeOldValues(start);
      }
    }

    @Override
    public void moveTimer(long from, long to) {
      if (from != KeyHeader.NEVER) {
        timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, times.timer(from));
      }
      if (to != KeyHeader.NEVER) {
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, times.timer(to));
      }
    }
  }
}
