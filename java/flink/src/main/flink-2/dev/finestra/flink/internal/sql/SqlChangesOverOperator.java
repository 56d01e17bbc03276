package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.rows.RowDataFields;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.util.ArrayList;
import java.util.List;
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
 * <p>State: all rows by their time, and one accumulator and result for each time. With a retention,
 * a change that is further behind the watermark is late, and rows that no accepted change can
 * affect are removed.
 *
 * <p>Costs: an insert and a query for a row in order. A change at time t costs the rows at t, and a
 * query for each time with a frame that contains t.
 *
 * <p>Invariants: (1) each time up to {@code emittedUpTo} that has rows has an accumulator in the
 * window, and the result that was emitted last; (2) a later time with rows has a timer.
 */
public final class SqlChangesOverOperator extends SqlOperator {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SqlChangesOverOperator.class);

  private final long preceding;
  private final int timeField;
  private final LogicalType[] fields;
  private final LogicalType[] results;
  private final Changes changes;

  private transient MapState<Long, List<RowData>> rows;
  private transient MapState<Long, RowData> emitted;
  private transient StoredWatermark watermark;

  /** The watermark of the last checkpoint. */
  private transient long restored;

  private transient RowDataSerializer rowSerializer;
  private transient RowDataSerializer resultSerializer;
  private transient Counter late;
  private transient Counter unknown;

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
      Changes changes) {
    super(new LastWindow(Math.max(1, frame.preceding())), algorithm, generated, "accState");
    this.preceding = frame.preceding();
    this.timeField = frame.timeField();
    this.fields = fields;
    this.results = results;
    this.changes = changes;
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
    unknown = metrics.counter("deletedRowsNotFound");
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
    if (changes.retention() > 0 && time < emittedUpTo - changes.retention()) {
      late.inc();
      return;
    }
    List<RowData> same = rows.get(time);
    if (same == null) {
      same = new ArrayList<>();
    }
    int index = isAdded ? same.size() : same.indexOf(row);
    if (index < 0) {
      reportUnknown(row);
    } else if (time > emittedUpTo) {
      if (same.isEmpty()) {
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time);
      }
      change(time, same, index, isAdded ? row : null);
    } else {
      changeEmitted(key, time, same, index, isAdded ? row : null, kind);
    }
  }

  private long passed() {
    return Math.max(restored, timers.currentWatermark());
  }

  /** Adds a row, or removes that at the index if the row is null. */
  private void change(long time, List<RowData> same, int index, RowData row) throws Exception {
    if (row == null) {
      same.remove(index);
    } else {
      same.add(row);
    }
    if (same.isEmpty()) {
      rows.remove(time);
    } else {
      rows.put(time, same);
    }
  }

  private void changeEmitted(
      HeldKey key, long time, List<RowData> same, int index, RowData added, RowKind kind)
      throws Exception {
    emittedUpTo(key, Math.max(time, passed()));
    if (same.isEmpty()) {
      keepFor(time);
    }
    if (added == null) {
      // The next step may not get the row that replaces this one.
      RowKind removal = changes.hasUpdateBefore() ? kind : RowKind.DELETE;
      emit(removal, same.get(index), emitted.get(time));
    }
    change(time, same, index, added);
    if (added != null) {
      key.insert(time, added);
    } else {
      key.evict(time);
      for (RowData row : same) {
        key.insert(time, row);
      }
    }
    if (same.isEmpty()) {
      emitted.remove(time);
    } else {
      emitAgain(key, time, added == null ? same : same.subList(0, index));
    }
    if (added != null) {
      emit(kind, added, emitted.get(time));
    }
    for (long at = after(key, time); at <= time + preceding; at = after(key, at)) {
      emitAgain(key, at, rows.get(at));
    }
    if (key.isEmpty()) {
      key.header().reset();
    }
  }

  /** The next time with results; the largest long if there is none. */
  private static long after(HeldKey key, long time) {
    return key.isEmpty() || key.youngest() <= time ? Long.MAX_VALUE : key.ceiling(time + 1);
  }

  /** Notes the result at a time. If it is another one, emits those of these rows again. */
  private void emitAgain(HeldKey key, long time, List<RowData> there) throws Exception {
    RowData before = emitted.get(time);
    RowData after = result(key, time);
    if (after.equals(before)) {
      return;
    }
    emitted.put(time, after);
    for (RowData row : there) {
      if (changes.hasUpdateBefore()) {
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
    if (changes.failsOnUnknown()) {
      throw new TableRuntimeException(
          ("A change deletes the row %s, which OVER does not have. Correct the changelog, or set"
                  + " '%s' to false")
              .formatted(row, Changes.FAILS_ON_UNKNOWN));
    }
    if (unknown.getCount() == 0) {
      LOG.warn(
          "A change deletes a row that OVER does not have: {}. It is ignored, and counted in the"
              + " metric deletedRowsNotFound",
          row);
    }
    unknown.inc();
  }

  /** Sets a timer that removes what no accepted change can affect any more. */
  private void keepFor(long time) {
    if (changes.retention() > 0) {
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time + kept());
    }
  }

  private long kept() {
    return changes.retention() + preceding + 1;
  }

  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    long time = timer.getTimestamp();
    HeldKey key = keys.attach();
    if (time > key.header().emittedUpTo) {
      List<RowData> due = rows.get(time);
      if (due != null) {
        emitFirst(key, time, due);
      }
    }
    if (changes.retention() > 0 && !key.isEmpty() && key.oldest() <= time - kept()) {
      evict(key, time - kept());
    }
  }

  private void emitFirst(HeldKey key, long time, List<RowData> due) throws Exception {
    for (RowData row : due) {
      key.insert(time, row);
    }
    RowData result = result(key, time);
    emitted.put(time, result);
    for (RowData row : due) {
      emit(RowKind.INSERT, row, result);
    }
    emittedUpTo(key, time);
    keepFor(time);
  }

  /** Notes a time up to which results were emitted, in a header that is kept until it is reset. */
  private static void emittedUpTo(HeldKey key, long time) {
    KeyHeader header = key.header();
    header.raiseEmittedUpTo(time);
    header.rowsSeen = 1;
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
