package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.operators.YieldingOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.OutputTag;

/**
 * The windows of a keyed stream: one window over a key's rows, in the pages of Flink's keyed state,
 * from which {@link Firing} answers every window that Flink would have.
 *
 * <p>Costs: an insert for each row, a range query for each result, one timer a key.
 *
 * <p>Invariants: 1. state is in Flink's state whenever a snapshot is taken: what {@link KeyState}
 * holds is put back before; 2. a key has at most one timer for results, and one to be forgotten.
 *
 * <p>When user code throws, so does the operator, and Flink restores the last checkpoint.
 */
final class WindowOperator<K, T, R> extends AbstractUdfStreamOperator<R, Result<K, R>>
    implements OneInputStreamOperator<T, R>, YieldingOperator<R>, Triggerable<K, Integer>, Site {
  private static final long serialVersionUID = 1L;

  /** The namespaces of timers: for results, and for forgetting. */
  private static final Integer RESULTS = 0;

  private static final Integer FORGET = 1;

  /** Of how many rows the distances are kept. */
  private static final int DISORDER_KEPT = 1_024;

  private static final long FAR = -UNKNOWN;

  private final Plan<T> plan;
  private final Intake<T> intake;

  private transient KeyState keys;
  private transient Firing firing;
  private transient InternalTimerService<Integer> timers;
  private transient TimestampedCollector<R> out;
  private transient Context context;
  private transient Answer none;
  private transient FirstRows<T> firstRows;
  private transient Counter entries;
  private transient Histogram disorder;
  private transient Counter late;
  private transient Counter between;
  private transient Counter corrections;
  private transient Counter forgotten;
  private transient boolean isCommutative;
  private transient long now;

  /** That of the result at hand. */
  private transient long timestamp;

  WindowOperator(Plan<T> plan, Intake<T> intake, Result<K, R> result) {
    super(result);
    this.plan = plan;
    this.intake = intake;
  }

  @Override
  public void open() throws Exception {
    super.open();
    PageSerializer serializer = new PageSerializer(intake.partials(plan));
    ValueState<Entry> state =
        getOrCreateKeyedState(
            IntSerializer.INSTANCE, new ValueStateDescriptor<>("finestra-pages", serializer));
    Aggregation<Answer> aggregation = intake.aggregation();
    isCommutative = aggregation.is(Aggregation.Property.COMMUTATIVE);
    keys = new KeyState(this, spaced(state), serializer, plan.algorithm(), aggregation);
    none = intake.none();
    firstRows = intake.firstRows();
    firing = Firing.of(this, plan);
    timers = getInternalTimerService("finestra", IntSerializer.INSTANCE, this);
    out = new TimestampedCollector<>(output);
    context = new Context();
    late = metrics.counter("numLateRecordsDropped");
    between = metrics.counter("rowsInNoWindow");
    corrections = metrics.counter("corrections");
    forgotten = metrics.counter("keysForgotten");
    entries = metrics.counter("entries");
    disorder = metrics.histogram("disorder", new DescriptiveStatisticsHistogram(DISORDER_KEPT));
    Counted.count(metrics, aggregation);
    metrics.gauge("pagesHeld", keys::pagesHeld);
  }

  /** The state by key and namespace that Flink's own windows are kept in, too. */
  @SuppressWarnings("unchecked")
  private static InternalValueState<Object, Integer, Entry> spaced(ValueState<Entry> state) {
    return (InternalValueState<Object, Integer, Entry>) state;
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    T value = element.getValue();
    if (value instanceof Row row && row.getKind() != RowKind.INSERT) {
      throw new UnsupportedOperationException(
          "a row of kind "
              + row.getKind()
              + " came in: windows take rows in, and take none back; let the input be append-only");
    }
    keys.attach();
    long time = time(element);
    if (firstRows != null && !firstRows.take(keys.key(), value)) {
      firstRows = null;
    }
    if (firing.row(time, intake.value(value), element.getTimestamp())) {
      entries.inc();
    } else {
      late(element);
    }
    noteWhatPassed();
    if (plan.ttl() > 0 || notes().forget != Notes.NONE) {
      seen();
    }
  }

  /** The time of a row by the kind's clock; sets what time has passed. */
  private long time(StreamRecord<T> element) {
    if (plan.kind().isEventTime()) {
      if (!element.hasTimestamp()) {
        throw new IllegalStateException(
            "a row has no timestamp; call assignTimestampsAndWatermarks before keyBy");
      }
      long time = element.getTimestamp();
      if (time <= -Kind.MOST_TIME || time >= Kind.MOST_TIME) {
        throw new IllegalArgumentException(
            "a row's timestamp is "
                + time
                + "; windows take timestamps between -2^62 and 2^62, so that ends stay in 64 bits");
      }
      if (!keys.window().isEmpty() && keys.window().youngest() > time) {
        disorder.update(keys.window().youngest() - time);
      }
      // After a restore the first watermarks may be lower than those that the key was answered at.
      long passed = Math.min(rung(), passed(timers.currentWatermark()));
      now = Math.max(notes().passed, passed);
      return time;
    }
    long clock = timers.currentProcessingTime();
    now = clock - 1;
    return clock;
  }

  private void noteWhatPassed() {
    if (plan.emit() == Emit.CORRECTIONS) {
      notes().hasPassed(Math.min(rung(), now));
    }
  }

  /** Where timers are interrupted, time has not passed for a key whose timer has not rung. */
  private long rung() {
    return notes().timer == Notes.NONE ? FAR : notes().timer - 1;
  }

  private static long passed(long watermark) {
    return Math.max(-FAR, Math.min(FAR, watermark));
  }

  private void late(StreamRecord<T> element) {
    if (plan.late() == null) {
      late.inc();
    } else {
      output.collect(plan.late(), element);
    }
  }

  private void seen() {
    Notes notes = notes();
    if (notes.forget == Notes.NONE) {
      notes.forget = timers.currentProcessingTime() + plan.ttl();
      timers.registerProcessingTimeTimer(FORGET, notes.forget);
    }
    notes.touched = timers.currentProcessingTime();
  }

  @Override
  public void onEventTime(InternalTimer<K, Integer> timer) throws Exception {
    now = passed(timers.currentWatermark());
    ring();
  }

  @Override
  public void onProcessingTime(InternalTimer<K, Integer> timer) throws Exception {
    if (timer.getNamespace().equals(RESULTS)) {
      now = keys.isBatch() ? FAR : timer.getTimestamp();
      ring();
    } else if (!keys.isBatch()) {
      forget(timer.getTimestamp());
    }
  }

  private void ring() throws Exception {
    keys.attach();
    do {
      notes().timer = Notes.NONE;
      firing.ring();
      noteWhatPassed();
      if (keys.sweep()) {
        ringAt(now + 1); // a timer at this time would say that it has not passed
      }
    } while (isOver() && notes().timer <= now + 1);
  }

  /** Whether the key is one of a batch, and at its end: no timer that is set then would ring. */
  private boolean isOver() {
    return now == FAR && keys.isBatch();
  }

  private void forget(long time) {
    keys.attach();
    Notes notes = notes();
    if (plan.ttl() == 0) {
      // The timer came with a savepoint of when there was a TTL.
      notes.forget = Notes.NONE;
      return;
    }
    long due = notes.touched + plan.ttl();
    if (due <= time) {
      ringAt(Notes.NONE);
      keys.clear();
      if (!keys.sweep()) {
        forgotten.inc();
        return;
      }
      notes = notes();
      due = time + 1;
    }
    notes.forget = due;
    timers.registerProcessingTimeTimer(FORGET, due);
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    keys.flush();
    super.snapshotState(snapshot);
  }

  /**
   * At the end of the input. Timers that were interrupted go on in a mail that Flink does not wait
   * for then: what is due still is done here, and the watermark that waited behind it goes on.
   */
  @Override
  public void finish() throws Exception {
    long time = timers.currentWatermark();
    if (getTimeServiceManager().isPresent() && time > Long.MIN_VALUE) {
      Watermark watermark = new Watermark(time);
      getTimeServiceManager().get().advanceWatermark(watermark);
      output.emitWatermark(watermark);
    }
    super.finish();
  }

  /** Where Flink is configured so, a checkpoint need not wait for all keys that are due. */
  @Override
  public boolean useInterruptibleTimers(ReadableConfig config) {
    return true;
  }

  @Override
  public Answer none() {
    return none;
  }

  @Override
  public SlidingWindow<Answer> window() {
    return keys.window();
  }

  @Override
  public boolean isCommutative() {
    return isCommutative;
  }

  @Override
  public Notes notes() {
    return keys.notes();
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void emit(long start, long end, Answer answer, RowKind kind, long timestamp)
      throws Exception {
    this.timestamp = timestamp;
    out.setAbsoluteTimestamp(timestamp);
    userFunction.emit((K) keys.key(), start, end, answer, kind, context, out);
  }

  @Override
  public void ringAt(long time) {
    Notes notes = notes();
    if (notes.timer == time || (notes.timer < time && time != Notes.NONE)) {
      return;
    }
    boolean byClock = plan.kind().isProcessingTime();
    if (notes.timer != Notes.NONE) {
      if (byClock) {
        timers.deleteProcessingTimeTimer(RESULTS, notes.timer);
      } else {
        timers.deleteEventTimeTimer(RESULTS, notes.timer);
      }
    }
    notes.timer = time;
    if (time != Notes.NONE && !isOver()) {
      if (byClock) {
        timers.registerProcessingTimeTimer(RESULTS, time);
      } else {
        timers.registerEventTimeTimer(RESULTS, time);
      }
    }
  }

  @Override
  public void between() {
    between.inc();
  }

  @Override
  public void corrected(int results) {
    corrections.inc(results);
  }

  /** What Flink's own window functions see beside the window. */
  private final class Context implements InternalWindowContext {
    private static final long serialVersionUID = 1L;

    @Override
    public long currentProcessingTime() {
      return timers.currentProcessingTime();
    }

    @Override
    public long currentWatermark() {
      return timers.currentWatermark();
    }

    @Override
    public KeyedStateStore windowState() {
      throw new UnsupportedOperationException(
          "a window has no state of its own here, since windows that overlap are one structure;"
              + " keep it in globalState(), under the window's start");
    }

    @Override
    public KeyedStateStore globalState() {
      return WindowOperator.this.getKeyedStateStore();
    }

    @Override
    public <X> void output(OutputTag<X> tag, X value) {
      output.collect(tag, new StreamRecord<>(value, timestamp));
    }
  }
}
