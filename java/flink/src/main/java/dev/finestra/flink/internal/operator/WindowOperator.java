package dev.finestra.flink.internal.operator;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.flink.internal.aggregate.FirstRowsCheck;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.CombineCounter;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.StateEntry;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.internal.InternalListState;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.operators.YieldingOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * The windows of a keyed stream: one window over a key's rows, in the pages of Flink's keyed state.
 * {@link KeyedHost} decides what a row or a timer does; the operator brings clocks, timers, state
 * and output.
 *
 * <p>Costs: an insert for each row, at most a range query for each result, one timer for each key.
 *
 * <p>Invariant: whenever a snapshot is taken, all state is in Flink's state; keys that are held in
 * memory are put back before.
 *
 * <p>When user code throws, so does the operator, and Flink restores the last checkpoint.
 */
public final class WindowOperator<K, T, R> extends AbstractUdfStreamOperator<R, ResultEmitter<K, R>>
    implements OneInputStreamOperator<T, R>, YieldingOperator<R>, Triggerable<K, Integer> {
  /** The namespaces of timers: for results, and to remove the state of an idle key. */
  private static final Integer RESULTS = 0;

  private static final Integer EXPIRY = 1;

  private static final String STATE = "finestra-pages";

  /** How many of the latest rows the histogram of disorder covers. */
  private static final int DISORDER_KEPT = 1_024;

  private final WindowRequest request;
  private final WindowInput<T> input;

  /** The side output of late rows; null if they are only counted. */
  private final OutputTag<Object> lateOutput;

  /** Null if the input only inserts rows. */
  private final ChangelogOptions<T> changes;

  /** How to read the state, if the input has no rows; otherwise null. */
  private StateReading reading;

  private transient boolean isEventTime;
  private transient boolean isProcessingTime;
  private transient boolean isBatch;
  private transient Completeness completeness;
  private transient HeldKeys keys;
  private transient KeyedHost host;
  private transient Changelog<T> changelog;
  private transient InternalTimerService<Integer> timers;
  private transient TimestampedCollector<R> out;
  private transient ResultContext context;
  private transient FirstRowsCheck<T> firstRows;
  private transient Counter entries;
  private transient Histogram disorder;
  private transient Counter late;
  private transient Counter expired;
  private transient Counter inNoWindow;
  private transient Counter corrections;

  /** Windows whose input only inserts rows. */
  public WindowOperator(
      WindowRequest request,
      WindowInput<T> input,
      OutputTag<?> lateOutput,
      ResultEmitter<K, R> emitter) {
    this(request, input, lateOutput, null, emitter);
  }

  @SuppressWarnings("unchecked") // lateRow returns rows of the tag's type
  public WindowOperator(
      WindowRequest request,
      WindowInput<T> input,
      OutputTag<?> lateOutput,
      ChangelogOptions<T> changes,
      ResultEmitter<K, R> emitter) {
    super(emitter);
    this.request = request;
    this.input = input;
    this.lateOutput = (OutputTag<Object>) lateOutput;
    this.changes = changes;
  }

  /** Makes the operator emit the results in the restored state. Its input must have no rows. */
  public void read(StateReading reading) {
    this.reading = reading;
  }

  @Override
  public void open() throws Exception {
    super.open();
    Partials partials = input.partials(request);
    StateEntrySerializer serializer =
        new StateEntrySerializer(changes == null ? partials : partials.withChanges());
    // State by key and namespace, as Flink's own windows have it.
    @SuppressWarnings("unchecked")
    InternalValueState<Object, Integer, StateEntry> state =
        (InternalValueState<Object, Integer, StateEntry>)
            getOrCreateKeyedState(
                IntSerializer.INSTANCE, new ValueStateDescriptor<>(STATE, serializer));
    Partials before = FlinkKeys.checkChange(getKeyedStateBackend(), serializer.restored());
    completeness =
        new Completeness(
            getOperatorStateBackend(),
            () -> FlinkKeys.hasStored(this, STATE),
            request,
            partials,
            before,
            reading != null);
    Aggregation<WindowResult> aggregation = input.aggregation();
    isEventTime = request.kind().isEventTime();
    isProcessingTime = request.kind().isProcessingTime();
    isBatch = FlinkKeys.isBatch(this);
    host = new KeyedHost(new Engine(), completeness.request(), aggregation, input.none(), isBatch);
    host.rowsAreGone(completeness.gone());
    host.rowsAreMissing(completeness.missing());
    keys =
        FlinkKeys.of(
            this,
            state,
            serializer,
            request.algorithm(),
            aggregation,
            changes != null || !host.changesStored());
    firstRows = input.firstRows();
    timers = getInternalTimerService("finestra", IntSerializer.INSTANCE, this);
    out = new TimestampedCollector<>(output);
    context = new ResultContext(timers, output, getKeyedStateStore());
    late = metrics.counter("numLateRecordsDropped");
    expired = metrics.counter("keysForgotten");
    entries = metrics.counter("entries");
    disorder = metrics.histogram("disorder", new DescriptiveStatisticsHistogram(DISORDER_KEPT));
    if (aggregation instanceof CombineCounter counted) {
      metrics.counter(
          "combines",
          new SimpleCounter() {
            @Override
            public long getCount() {
              return counted.combines();
            }
          });
    }
    metrics.gauge("pagesHeld", keys::pagesHeld);
    inNoWindow = metrics.counter("rowsInNoWindow");
    corrections = metrics.counter("corrections");
    changelog = changes == null ? null : changelog();
    if (before != null) {
      OptionChange.of(before, partials, completeness).run(this, STATE, keys, host, reading != null);
    }
  }

  private Changelog<T> changelog() throws Exception {
    if (isBatch) {
      throw new IllegalStateException(
          "acceptChanges() is set in a batch, in which Flink may move a change before the row that"
              + " it changes. Run the job in streaming mode, or leave acceptChanges() out");
    }
    // A namespace for each entry of the window, as Flink's own windows have one for each window.
    @SuppressWarnings("unchecked")
    InternalListState<Object, Long, T> rows =
        (InternalListState<Object, Long, T>)
            getOrCreateKeyedState(
                LongSerializer.INSTANCE,
                new ListStateDescriptor<>("finestra-rows", changes.serializer()));
    return new Changelog<>(input, changes, metrics.counter("unknownRows"), rows);
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    T row = element.getValue();
    long time = isEventTime ? input.time(element) : timers.currentProcessingTime();
    long passed = isEventTime ? timers.currentWatermark() : time - 1;
    completeness.row(time);
    if (changelog == null) {
      RowKinds.checkInsert(row);
    } else if (RowKinds.isRemoval(row)) {
      remove(row, time, passed);
      return;
    }
    T value = changelog == null ? row : changelog.asInsert(row);
    Object added = input.value(value);
    boolean isSimple = firstRows == null && changelog == null;
    if (isSimple && host.addToStored(keys, time, added, passed)) {
      entries.inc();
      return;
    }
    HeldKey key = attach();
    if (isEventTime && !key.isEmpty() && key.youngest() > time) {
      disorder.update(key.youngest() - time);
    }
    if (firstRows != null && !firstRows.take(key.key(), value)) {
      firstRows = null;
    }
    long timestamp = isEventTime ? time : element.getTimestamp();
    if (host.row(time, added, timestamp, passed)) {
      entries.inc();
      if (changelog != null) {
        changelog.add(key, host.entryTime(time), value);
      }
    } else {
      late(row, time);
    }
  }

  private void remove(T row, long time, long watermark) throws Exception {
    HeldKey key = attach();
    long at = host.entryTime(time);
    boolean mayBeLate = watermark == Long.MIN_VALUE;
    if (!host.remove(time, () -> changelog.remove(key, at, row, mayBeLate), watermark)) {
      late(row, time);
    }
  }

  private HeldKey attach() {
    HeldKey key = keys.attach();
    if (changelog != null) {
      key.beforeEvict(changelog.removeRows);
    }
    host.attach(key);
    return key;
  }

  private void late(T value, long time) {
    Object row = lateOutput == null ? null : input.lateRow(value);
    if (row == null) {
      late.inc();
    } else {
      output.collect(lateOutput, new StreamRecord<>(row, time));
    }
  }

  @Override
  public void onEventTime(InternalTimer<K, Integer> timer) throws Exception {
    if (reading != null) {
      return;
    }
    long watermark = timers.currentWatermark();
    if (changelog != null || !host.fireStored(keys, watermark)) {
      attach();
      host.fire(watermark);
    }
  }

  @Override
  public void onProcessingTime(InternalTimer<K, Integer> timer) throws Exception {
    if (reading != null) {
      return;
    }
    if (timer.getNamespace().equals(RESULTS)) {
      attach();
      host.fire(isBatch ? Long.MAX_VALUE : timer.getTimestamp());
    } else if (!isBatch) {
      attach();
      if (host.expire(timer.getTimestamp())) {
        expired.inc();
      }
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    keys.flush();
    completeness.store(
        isEventTime ? timers.currentWatermark() : timers.currentProcessingTime() - 1);
    super.snapshotState(snapshot);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    // The results come before the last watermark, so that no operator takes them for late.
    if (reading != null && mark.getTimestamp() == Long.MAX_VALUE) {
      emitState();
    }
    super.processWatermark(mark);
  }

  private void emitState() throws Exception {
    for (Object key : FlinkKeys.stored(this, STATE)) {
      setCurrentKey(key);
      attach();
      host.emitAt(reading.at() == null ? completeness.now() : reading.at());
    }
  }

  @Override
  public void finish() throws Exception {
    PendingTimers.fire(getTimeServiceManager().get(), timers.currentWatermark(), output);
    super.finish();
  }

  /**
   * Allows Flink to take a checkpoint between the timers of two keys. It does so only if {@code
   * execution.checkpointing.unaligned.interruptible-timers.enabled} is set.
   */
  @SuppressWarnings("MissingOverride") // only Flink 2.3 has this one
  public boolean useInterruptibleTimers(ReadableConfig config) {
    return true;
  }

  /** As {@link #useInterruptibleTimers(ReadableConfig)}, for Flink 2.2. */
  @SuppressWarnings("MissingOverride")
  public boolean useInterruptibleTimers() {
    return true;
  }

  /** As {@link #useInterruptibleTimers(ReadableConfig)}, for Flink 1.20 and 2.1. */
  @SuppressWarnings("MissingOverride")
  public boolean useSplittableTimers() {
    return true;
  }

  private final class Engine implements KeyedEngine {
    @Override
    @SuppressWarnings("unchecked")
    public void emit(long start, long end, WindowResult result, Change change, long time)
        throws Exception {
      context.moveTo(time);
      out.setAbsoluteTimestamp(time);
      K key = (K) getCurrentKey();
      WindowResult shown = completeness.missing().withoutIncomplete(start, end, result);
      userFunction.emit(key, start, end, shown, RowKinds.of(change), context, out);
    }

    @Override
    public void moveTimer(long from, long to) {
      if (from != KeyHeader.NEVER) {
        if (isProcessingTime) {
          timers.deleteProcessingTimeTimer(RESULTS, from);
        } else {
          timers.deleteEventTimeTimer(RESULTS, from);
        }
      }
      if (to != KeyHeader.NEVER) {
        if (isProcessingTime) {
          timers.registerProcessingTimeTimer(RESULTS, to);
        } else {
          timers.registerEventTimeTimer(RESULTS, to);
        }
      }
    }

    @Override
    public long clock() {
      return timers.currentProcessingTime();
    }

    @Override
    public void expireAt(long clock) {
      timers.registerProcessingTimeTimer(EXPIRY, clock);
    }

    @Override
    public void rowInNoWindow() {
      inNoWindow.inc();
    }

    @Override
    public void corrected(int results) {
      corrections.inc(results);
    }
  }
}
