package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.rows.RowDataFields;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.api.TableRuntimeException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.util.RowDataUtil;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code OVER … RANGE} in event time over input that updates and deletes rows. Results are emitted
 * when the watermark passes a row. If a row changes later, the results that contain it are
 * retracted and emitted again. Aggregates need {@code merge}, but not {@code retract}.
 *
 * <p>Costs: an insert and a query for a row in order. A change at time t costs the rows at t, and a
 * query for each time with a frame that contains t.
 *
 * <p>Invariants: (1) state has all rows by their time; with a retention, those that an accepted
 * change can affect; (2) each time up to {@code emittedUpTo} that has rows has an accumulator in
 * the window, and the result that was emitted last; (3) a later time with rows has a timer.
 */
public final class SqlChangesOverOperator extends SqlOperator {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SqlChangesOverOperator.class);

  private final long preceding;
  private final int timeField;
  private final LogicalType[] fields;
  private final LogicalType[] results;
  private final UpdateOptions options;

  private transient MapState<Long, List<RowData>> rows;
  private transient MapState<Long, RowData> emitted;
  private transient StoredWatermark watermark;

  /** The watermark that was restored; the smallest long in a new job. */
  private transient long restored;

  private transient RowDataSerializer rowSerializer;
  private transient RowDataSerializer resultSerializer;
  private transient Counter late;
  private transient Counter unknownRows;

  /**
   * @param frame a frame of time
   * @param fields the types of the input's fields
   * @param results the types of the aggregates' results
   */
  public SqlChangesOverOperator(
      OverFrame frame,
      String algorithm,
      GeneratedAggregates generated,
      LogicalType[] fields,
      LogicalType[] results,
      UpdateOptions options) {
    super(new LastWindow(Math.max(1, frame.preceding())), algorithm, generated, "accState");
    this.preceding = frame.preceding();
    this.timeField = frame.timeField();
    this.fields = fields;
    this.results = results;
    this.options = options;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    watermark = new StoredWatermark(context.getOperatorStateStore());
    restored = watermark.restored();
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    super.snapshotState(snapshot);
    watermark.store(passed());
  }

  @Override
  public void open() throws Exception {
    super.open();
    rowSerializer = new RowDataSerializer(fields);
    resultSerializer = new RowDataSerializer(results);
    rows =
        getKeyedStateStore()
            .getMapState(
                new MapStateDescriptor<>(
                    "finestra-rows", LongSerializer.INSTANCE, new ListSerializer<>(rowSerializer)));
    // SqlOverOperator has other values in a state of this name, so each rejects the other's state.
    emitted =
        getKeyedStateStore()
            .getMapState(
                new MapStateDescriptor<>(
                    SqlOverOperator.WAITING, LongSerializer.INSTANCE, resultSerializer));
    late = metrics.counter("numLateRecordsDropped");
    unknownRows = metrics.counter("unknownRows");
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData input = element.getValue();
    RowKind kind = input.getRowKind();
    boolean isAdded = RowDataUtil.isAccumulateMsg(input);
    long time = RowDataFields.time(input, timeField);
    // Rows are found by their content, whatever kind of change brings them.
    RowData row = rowSerializer.toBinaryRow(input).copy();
    row.setRowKind(RowKind.INSERT);
    HeldKey key = keys.attach();
    long emittedUpTo = Math.max(key.header().emittedUpTo, passed());
    if (options.retention() > 0 && time < emittedUpTo - options.retention()) {
      late.inc();
      return;
    }
    List<RowData> rowsAtTime = rows.get(time);
    if (rowsAtTime == null) {
      rowsAtTime = new ArrayList<>();
    }
    int index = isAdded ? rowsAtTime.size() : rowsAtTime.indexOf(row);
    if (index < 0) {
      reportUnknown(row);
    } else if (time > emittedUpTo) {
      if (rowsAtTime.isEmpty()) {
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time);
      }
      change(time, rowsAtTime, index, isAdded ? row : null);
    } else {
      changeEmitted(key, time, rowsAtTime, index, isAdded ? row : null, kind);
    }
  }

  private long passed() {
    return Math.max(restored, timers.currentWatermark());
  }

  /** Adds a row, or removes that at the index if the row is null. */
  private void change(long time, List<RowData> rowsAtTime, int index, RowData row)
      throws Exception {
    if (row == null) {
      rowsAtTime.remove(index);
    } else {
      rowsAtTime.add(row);
    }
    if (rowsAtTime.isEmpty()) {
      rows.remove(time);
    } else {
      rows.put(time, rowsAtTime);
    }
  }

  private void changeEmitted(
      HeldKey key, long time, List<RowData> rowsAtTime, int index, RowData added, RowKind kind)
      throws Exception {
    markEmitted(key, Math.max(time, passed()));
    if (rowsAtTime.isEmpty()) {
      setRemovalTimer(time);
    }
    if (added == null) {
      // The row that replaces this one may be emitted later, or never.
      RowKind removal = options.hasUpdateBefore() ? kind : RowKind.DELETE;
      emit(removal, rowsAtTime.get(index), emitted.get(time));
    }
    change(time, rowsAtTime, index, added);
    if (added != null) {
      key.insert(time, added);
    } else {
      key.evict(time);
      for (RowData row : rowsAtTime) {
        key.insert(time, row);
      }
    }
    if (rowsAtTime.isEmpty()) {
      emitted.remove(time);
    } else {
      emitAgain(key, time, added == null ? rowsAtTime.size() : index);
    }
    if (added != null) {
      emit(kind, added, emitted.get(time));
    }
    for (long at = after(key, time); at <= time + preceding; at = after(key, at)) {
      emitAgain(key, at, Integer.MAX_VALUE);
    }
    if (key.isEmpty()) {
      key.header().reset();
    }
  }

  /** The next time with results; the largest long if there is none. */
  private static long after(HeldKey key, long time) {
    return key.isEmpty() || key.youngest() <= time ? Long.MAX_VALUE : key.ceiling(time + 1);
  }

  /**
   * Stores the result of a time. If it differs from the old one, retracts the old result of the
   * oldest {@code most} rows and emits the new one. Only then the rows are read.
   */
  private void emitAgain(HeldKey key, long time, int most) throws Exception {
    RowData before = emitted.get(time);
    RowData after = result(key, time);
    if (after.equals(before)) {
      return;
    }
    emitted.put(time, after);
    List<RowData> rowsAtTime = rows.get(time);
    for (int i = 0; i < Math.min(most, rowsAtTime.size()); i++) {
      RowData row = rowsAtTime.get(i);
      if (options.hasUpdateBefore()) {
        emit(RowKind.UPDATE_BEFORE, row, before);
      }
      emit(RowKind.UPDATE_AFTER, row, after);
    }
  }

  private void emit(RowKind kind, RowData row, RowData result) {
    joined.replace(row, result);
    joined.setRowKind(kind);
    out.collect(joined);
  }

  private RowData result(HeldKey key, long time) throws Exception {
    RowData accumulators = (RowData) key.query(time - preceding, time).value();
    return resultSerializer.toBinaryRow(aggregates.result(accumulators, 0)).copy();
  }

  private void reportUnknown(RowData row) {
    if (options.failOnUnknownRow()) {
      throw new TableRuntimeException(
          ("A change deletes the row %s, which OVER does not have. Correct the changelog, or set"
                  + " '%s' to false")
              .formatted(shown(row), UpdateOptions.FAIL_ON_UNKNOWN_ROW));
    }
    if (unknownRows.getCount() == 0) {
      LOG.warn(
          "A change deletes the row {}, which OVER does not have. The change is ignored, and this"
              + " and further ones are counted in the metric unknownRows",
          shown(row));
    }
    unknownRows.inc();
  }

  private String shown(RowData row) {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < fields.length; i++) {
      text.add(String.valueOf(RowData.createFieldGetter(fields[i], i).getFieldOrNull(row)));
    }
    return text.toString();
  }

  /** Sets a timer that removes rows which no accepted change can affect. */
  private void setRemovalTimer(long time) {
    if (options.retention() > 0) {
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time + removalDelay());
    }
  }

  private long removalDelay() {
    return options.retention() + preceding + 1;
  }

  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    long time = timer.getTimestamp();
    HeldKey key = keys.attach();
    if (time > key.header().emittedUpTo) {
      List<RowData> rowsAtTime = rows.get(time);
      if (rowsAtTime != null) {
        emitFirst(key, time, rowsAtTime);
      }
    }
    if (options.retention() > 0 && !key.isEmpty() && key.oldest() <= time - removalDelay()) {
      evict(key, time - removalDelay());
    }
  }

  private void emitFirst(HeldKey key, long time, List<RowData> rowsAtTime) throws Exception {
    for (RowData row : rowsAtTime) {
      key.insert(time, row);
    }
    RowData result = result(key, time);
    emitted.put(time, result);
    for (RowData row : rowsAtTime) {
      emit(RowKind.INSERT, row, result);
    }
    markEmitted(key, time);
    setRemovalTimer(time);
  }

  /** Records that results up to this time were emitted. */
  private static void markEmitted(HeldKey key, long time) {
    KeyHeader header = key.header();
    header.raiseEmittedUpTo(time);
    header.keep();
  }

  private void evict(HeldKey key, long last) throws Exception {
    for (long at = key.oldest(); at <= last; at = after(key, at)) {
      rows.remove(at);
      emitted.remove(at);
    }
    key.bulkEvict(last);
    if (key.isEmpty()) {
      key.header().reset();
    }
  }
}
