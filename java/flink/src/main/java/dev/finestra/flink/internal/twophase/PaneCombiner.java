package dev.finestra.flink.internal.twophase;

import dev.finestra.flink.internal.aggregate.FirstRowsCheck;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.operator.RowKinds;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.WindowResult;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.types.Either;

/**
 * Combines rows of frequent keys before the shuffle. For the rows of a key in a pane it sends one
 * partial result, with the pane's start as timestamp. All other rows are sent as they are.
 *
 * <p>A row is combined only if none of its windows is due by this task's watermark. The windows'
 * watermark is never ahead of it, so no combined row is late. An unaligned checkpoint contains
 * watermarks that were on their way to the windows, so a restored task begins with the latest
 * watermark of all tasks. After this input was idle, the windows' watermark may be ahead, so rows
 * are sent as they are from then on. In batch mode rows are also sent as they are, because Flink
 * sorts them by time.
 *
 * <p>The hash code of a key selects its slot, and a slot belongs to one key. A key with a slot is
 * frequent. Each of its rows adds a credit, up to a limit; each row of another key with this slot
 * removes one. When no credit is left, the next other key gets the slot.
 *
 * <p>Costs: a hash code for each row, and one addition for a row that is combined.
 *
 * <p>Invariants: (1) no partial result is held across a watermark, a checkpoint or the end of the
 * input; (2) the rows of a key and pane are sent or combined in the order of their arrival.
 */
final class PaneCombiner<T, K> extends AbstractStreamOperator<Either<T, Tuple2<K, byte[]>>>
    implements OneInputStreamOperator<T, Either<T, Tuple2<K, byte[]>>> {
  private static final long serialVersionUID = 1L;

  /** The binary logarithm of the number of slots, if partial results are not large. */
  private static final int SHIFT = 10;

  /** The most credits: a frequent key keeps its slot during so many rows of other keys. */
  private static final int MOST_CREDIT = 64;

  private final KeySelector<T, K> keyOf;
  private final WindowInput<T> input;
  private final WindowGrid grid;
  private final TypeSerializer<T> rowSerializer;
  private final TypeSerializer<K> keySerializer;

  private transient FirstRowsCheck<T> firstRows;
  private transient StreamRecord<Either<T, Tuple2<K, byte[]>>> out;
  private transient DataOutputSerializer bytes;

  /** The partial results of slots. */
  private transient Cells<WindowResult> cells;

  /** The slots that have a partial result. */
  private transient BitSet filled;

  /** The slots whose partial result may be changed in place. */
  private transient BitSet own;

  // For each slot: its key, that key's credit, and the pane whose rows are combined.
  private transient K[] keys;
  private transient int[] credits;
  private transient long[] panes;

  /** The last watermark. */
  private transient long passed;

  /** The last watermark in a checkpoint; null if checkpoints contain no watermarks. */
  private transient ListState<Long> stored;

  private transient Counter combined;

  private transient boolean combines;

  // With object reuse, the operator before this one overwrites its rows and keys.
  private transient boolean copiesKeys;
  private transient boolean copiesRows;

  // The pane of the last row.
  private transient long pane;
  private transient long paneEnd;
  private transient boolean isAhead;

  PaneCombiner(
      KeySelector<T, K> keyOf,
      WindowInput<T> input,
      WindowGrid grid,
      TypeSerializer<T> rowSerializer,
      TypeSerializer<K> keySerializer) {
    this.keyOf = keyOf;
    this.input = input;
    this.grid = grid;
    this.rowSerializer = rowSerializer;
    this.keySerializer = keySerializer;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    passed = Long.MIN_VALUE;
    Environment environment = getContainingTask().getEnvironment();
    if (environment.getJobConfiguration().get(CheckpointingOptions.ENABLE_UNALIGNED)) {
      stored =
          context
              .getOperatorStateStore()
              .getUnionListState(
                  new ListStateDescriptor<>("finestra-watermark", LongSerializer.INSTANCE));
      for (long watermark : stored.get()) {
        passed = Math.max(passed, watermark);
      }
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public void open() throws Exception {
    super.open();
    combined = metrics.counter("rowsCombined");
    firstRows = input.firstRows();
    out = new StreamRecord<>(null);
    bytes = new DataOutputSerializer(64);
    cells = Cells.of(input.aggregation(), 0, SHIFT);
    int slots = 1 << cells.chunks().shift();
    filled = new BitSet(slots);
    own = new BitSet(slots);
    keys = (K[]) new Object[slots];
    credits = new int[slots];
    panes = new long[slots];
    combines = getContainingTask().getEnvironment().getJobType() != JobType.BATCH;
    copiesKeys = getExecutionConfig().isObjectReuseEnabled();
    copiesRows = copiesKeys && input.keepsElements();
    lookAtPane(0);
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    T row = element.getValue();
    RowKinds.checkInsert(row);
    K key = keyOf.getKey(row);
    if (firstRows != null && !firstRows.take(key, row)) {
      firstRows = null;
    }
    if (combines && element.hasTimestamp() && isAhead(element.getTimestamp())) {
      int slot = (key.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - cells.chunks().shift());
      if (isFrequent(key, slot)) {
        combined.inc();
        add(slot, input.value(copiesRows ? rowSerializer.copy(row) : row));
        return;
      }
    }
    output.collect(element.replace(Either.Left(row)));
  }

  /** Whether a time is in windows, none of which is due. */
  private boolean isAhead(long time) {
    if (time < pane || time >= paneEnd) {
      lookAtPane(time);
    }
    return isAhead;
  }

  private void lookAtPane(long time) {
    pane = grid.paneStart(time);
    paneEnd = grid.paneEnd(time);
    isAhead = grid.isAhead(time, passed);
  }

  private boolean isFrequent(K key, int slot) throws IOException {
    if (key.equals(keys[slot])) {
      credits[slot] = Math.min(credits[slot] + 1, MOST_CREDIT);
      return true;
    }
    if (credits[slot] > 0) {
      credits[slot]--;
    } else {
      send(slot);
      keys[slot] = copiesKeys ? keySerializer.copy(key) : key;
    }
    return false;
  }

  private void add(int slot, Object value) throws IOException {
    if (panes[slot] != pane) {
      send(slot);
      panes[slot] = pane;
    }
    if (!filled.get(slot)) {
      cells.lift(slot, value);
      filled.set(slot);
      own.set(slot, cells.makesFresh());
      return;
    }
    cells.add(slot, value, own.get(slot));
    own.set(slot);
  }

  /** Sends the partial result of a slot, if it has one. */
  private void send(int slot) throws IOException {
    if (filled.get(slot)) {
      bytes.clear();
      cells.write(slot, bytes);
      cells.forget(slot, 1);
      filled.clear(slot);
      Tuple2<K, byte[]> partial = Tuple2.of(keys[slot], bytes.getCopyOfBuffer());
      output.collect(out.replace(Either.Right(partial), panes[slot]));
    }
  }

  private void sendAll() throws IOException {
    for (int i = filled.nextSetBit(0); i >= 0; i = filled.nextSetBit(i + 1)) {
      send(i);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    sendAll();
    passed = Math.max(passed, mark.getTimestamp());
    lookAtPane(pane);
    super.processWatermark(mark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    sendAll();
    if (combines && status.isIdle()) {
      combines = false;
      LOG.info(
          "The input of {} was idle: from now on it sends rows as they are", getOperatorName());
    }
    super.processWatermarkStatus(status);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    sendAll();
    super.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    if (stored != null) {
      stored.update(List.of(passed));
    }
  }

  @Override
  public void finish() throws Exception {
    sendAll();
    super.finish();
  }
}
