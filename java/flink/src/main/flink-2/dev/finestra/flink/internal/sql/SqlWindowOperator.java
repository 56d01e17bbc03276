package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.aggregate.FunctionWindowInput;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.operator.LeftTimers;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.StateEntry;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Meter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.operators.TableStreamOperator;

/**
 * {@code HOP} in event time: one window over a key's slices, in the pages of Flink's keyed state.
 * {@link KeyedHost} decides what a row or a timer does. Rows, lateness, metrics and results are as
 * in Flink's {@code WindowAggOperator}.
 *
 * <p>Costs: an insert for each row and a query for each result, however many windows overlap.
 * Flink's operator reads and merges all slices of a window for each result.
 *
 * <p>Invariant: whenever a snapshot is taken, all state is in Flink's state; keys that are held in
 * memory are put back before.
 */
public final class SqlWindowOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, Triggerable<RowData, VoidNamespace> {
  private static final long serialVersionUID = 1L;

  private final SlidingTimeWindow windows;
  private final String algorithm;
  private final GeneratedAggregates generated;
  private final WindowTimes times;

  private transient ListState<Long> watermarks;
  private transient SqlAggregates aggregates;
  private transient HeldKeys keys;
  private transient KeyedHost host;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient TimestampedCollector<RowData> out;
  private transient JoinedRowData row;
  private transient Meter late;

  /** The latest local time that has passed. */
  private transient long passed;

  /**
   * @param algorithm its name in the catalog, such as {@code auto}
   */
  public SqlWindowOperator(
      SlidingTimeWindow windows,
      String algorithm,
      GeneratedAggregates generated,
      WindowTimes times) {
    this.windows = windows;
    this.algorithm = algorithm;
    this.generated = generated;
    this.times = times;
  }

  /** As Flink's windows, this one keeps the watermark: rows that were late stay late. */
  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    watermarks =
        context
            .getOperatorStateStore()
            .getUnionListState(new ListStateDescriptor<>("watermark", LongSerializer.INSTANCE));
    long smallest = Long.MAX_VALUE;
    for (long watermark : watermarks.get()) {
      smallest = Math.min(smallest, watermark);
    }
    if (smallest != Long.MAX_VALUE) {
      currentWatermark = smallest;
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    aggregates = generated.open(getRuntimeContext(), getKeyedStateBackend());
    WindowInput<RowData> input =
        new FunctionWindowInput<>(aggregates, generated.serializer(), null, false);
    var aggregation = input.aggregation();
    String resolved = OptionChecks.algorithm(algorithm, aggregation, windows);
    WindowRequest request =
        new WindowRequest(windows, NamedSizes.NONE, 0, Emit.ON_WATERMARK, resolved, 0);
    StateEntrySerializer serializer = new StateEntrySerializer(input.partials(request));
    // State by key and namespace, as Flink's own windows have it.
    @SuppressWarnings("unchecked")
    InternalValueState<Object, Integer, StateEntry> state =
        (InternalValueState<Object, Integer, StateEntry>)
            getOrCreateKeyedState(
                IntSerializer.INSTANCE, new ValueStateDescriptor<>("finestra-pages", serializer));
    host = new KeyedHost(new Engine(), request, aggregation, null, false);
    keys = FlinkKeys.of(this, state, serializer, resolved, aggregation, true);
    timers = getInternalTimerService("finestra", VoidNamespaceSerializer.INSTANCE, this);
    timers.initializeWatermark(currentWatermark);
    passed = times.passed(currentWatermark);
    out = new TimestampedCollector<>(output);
    out.eraseTimestamp();
    row = new JoinedRowData();
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
    if (host.addToStored(keys, time, value, passed)) {
      return;
    }
    host.attach(keys.attach());
    if (!host.row(time, value, time, passed)) {
      late.markEvent();
    }
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
    host.attach(keys.attach());
    host.fire(passed);
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {
    throw new IllegalStateException("A timer in processing time fired; this operator sets none");
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    keys.flush();
    super.snapshotState(snapshot);
    watermarks.update(List.of(currentWatermark));
  }

  @Override
  public void finish() throws Exception {
    LeftTimers.fire(getTimeServiceManager().get(), timers.currentWatermark(), output);
    super.finish();
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (aggregates != null) {
      aggregates.close();
    }
  }

  private final class Engine implements KeyedEngine {
    @Override
    public void emit(long start, long end, WindowResult result, Change change, long time)
        throws Exception {
      RowData accumulators = (RowData) result.value();
      if (!aggregates.isEmpty(accumulators)) {
        row.replace((RowData) getCurrentKey(), aggregates.result(accumulators, end));
        out.collect(row);
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
