package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.aggregate.FunctionWindowInput;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.operator.LeftTimers;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.StateEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * {@code OVER} with a bounded frame in event time. A row waits until the watermark passes its time,
 * then enters its key's frame, which has only accumulators. So rows enter the frame in order. Rows,
 * lateness and results are as in Flink's {@code RowTimeRangeBoundedPrecedingFunction} and {@code
 * RowTimeRowsBoundedPrecedingFunction}.
 *
 * <p>Costs: an insert, an evict and a query for each row, however long the frame is. Flink's
 * operators look at all times in the frame, and need aggregates with {@code retract}.
 *
 * <p>Invariant: whenever a snapshot is taken, all state is in Flink's state; keys that are held in
 * memory are put back before.
 */
public final class SqlOverOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, Triggerable<RowData, VoidNamespace> {
  private static final long serialVersionUID = 1L;

  private final OverFrame frame;
  private final String algorithm;
  private final GeneratedAggregates generated;
  private final LogicalType[] fields;

  private transient SqlAggregates aggregates;
  private transient HeldKeys keys;

  /** The rows that wait for the watermark, by their time. */
  private transient MapState<Long, List<RowData>> waiting;

  private transient InternalTimerService<VoidNamespace> timers;
  private transient TimestampedCollector<RowData> out;
  private transient JoinedRowData joined;
  private transient Counter late;

  /**
   * @param algorithm its name in the catalog, such as {@code auto}
   * @param fields the types of the input's fields
   */
  public SqlOverOperator(
      OverFrame frame, String algorithm, GeneratedAggregates generated, LogicalType[] fields) {
    this.frame = frame;
    this.algorithm = algorithm;
    this.generated = generated;
    this.fields = fields;
  }

  @Override
  public void open() throws Exception {
    super.open();
    aggregates = generated.open(getRuntimeContext(), getKeyedStateBackend());
    WindowInput<RowData> input =
        new FunctionWindowInput<>(aggregates, generated.serializer(), null, false);
    var aggregation = input.aggregation();
    LastWindow windows = new LastWindow(Math.max(1, frame.preceding()));
    String resolved = OptionChecks.algorithm(algorithm, aggregation, windows);
    WindowRequest request =
        new WindowRequest(windows, NamedSizes.NONE, 0, Emit.ON_WATERMARK, resolved, 0);
    StateEntrySerializer serializer = new StateEntrySerializer(input.partials(request));
    @SuppressWarnings("unchecked")
    InternalValueState<Object, Integer, StateEntry> state =
        (InternalValueState<Object, Integer, StateEntry>)
            getOrCreateKeyedState(
                IntSerializer.INSTANCE, new ValueStateDescriptor<>("finestra-pages", serializer));
    keys = FlinkKeys.of(this, state, serializer, resolved, aggregation, true);
    waiting =
        getKeyedStateStore()
            .getMapState(
                new MapStateDescriptor<>(
                    "finestra-waiting",
                    LongSerializer.INSTANCE,
                    new ListSerializer<>(new RowDataSerializer(fields))));
    timers = getInternalTimerService("finestra", VoidNamespaceSerializer.INSTANCE, this);
    out = new TimestampedCollector<>(output);
    joined = new JoinedRowData();
    late = metrics.counter("numLateRecordsDropped");
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    long time = row.getTimestamp(frame.timeField(), 3).getMillisecond();
    KeyHeader header = keys.attach().header();
    if (time <= emittedUpTo(header)) {
      late.inc();
      return;
    }
    List<RowData> rows = waiting.get(time);
    if (rows == null) {
      rows = new ArrayList<>();
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time);
    }
    rows.add(row);
    waiting.put(time, rows);
    if (!frame.isRows()) {
      putOffExpiry(header, time);
    }
  }

  /** As in Flink, rows before 1970 are late for a key without results. */
  private static long emittedUpTo(KeyHeader header) {
    return header.emittedUpTo == KeyHeader.NOTHING_PASSED ? 0 : header.emittedUpTo;
  }

  /**
   * A key's state expires when its frame has been empty for half of the frame's length, as in
   * Flink.
   */
  private void putOffExpiry(KeyHeader header, long time) {
    if (header.expires == KeyHeader.NEVER || header.expires < time + frame.preceding() + 1) {
      header.expires = time + (long) (frame.preceding() * 1.5) + 1;
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, header.expires);
    }
  }

  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    long time = timer.getTimestamp();
    HeldKey key = keys.attach();
    if (key.header().expires <= time) {
      waiting.clear();
      key.removeAll();
      return;
    }
    List<RowData> rows = waiting.get(time);
    if (rows != null) {
      if (frame.isRows()) {
        emitRows(key, rows);
      } else {
        emitRange(key, time, rows);
      }
      waiting.remove(time);
    }
    key.header().raiseEmittedUpTo(time);
  }

  /** Rows of one time have one result. */
  private void emitRange(HeldKey key, long time, List<RowData> rows) throws Exception {
    key.bulkEvict(time - frame.preceding() - 1);
    for (RowData row : rows) {
      key.insert(time, row);
    }
    RowData result = result(key);
    for (RowData row : rows) {
      out.collect(joined.replace(row, result));
    }
  }

  /** The frame's times are the numbers of the rows. */
  private void emitRows(HeldKey key, List<RowData> rows) throws Exception {
    for (RowData row : rows) {
      long number = key.header().rowsSeen++;
      key.insert(number, row);
      key.bulkEvict(number - frame.preceding() - 1);
      out.collect(joined.replace(row, result(key)));
    }
  }

  private RowData result(HeldKey key) throws Exception {
    return aggregates.result((RowData) key.query().value(), 0);
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {
    throw new IllegalStateException("A timer in processing time fired; this operator sets none");
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    keys.flush();
    super.snapshotState(snapshot);
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
}
