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
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * {@code OVER} with a bounded frame in event time. State has the rows that wait for the watermark,
 * and for the rows in the frame only accumulators. A timer inserts the waiting rows of its time, so
 * rows enter the frame in order. Rows, lateness and results are as in Flink's {@code
 * RowTimeRangeBoundedPrecedingFunction} and {@code RowTimeRowsBoundedPrecedingFunction}.
 *
 * <p>Costs: an insert, an evict and a query for each row, however long the frame is. Flink's
 * operators look at all times in the frame, and need aggregates with {@code retract}.
 */
public final class SqlOverOperator extends SqlOperator {
  /** The state of the rows that wait. */
  static final String WAITING = "finestra-waiting";

  private static final long serialVersionUID = 1L;

  private final OverFrame frame;
  private final LogicalType[] fields;

  /** The rows that wait for the watermark, by their time. */
  private transient MapState<Long, List<RowData>> waiting;

  private transient Counter late;

  /**
   * @param fields the types of the input's fields
   */
  public SqlOverOperator(
      OverFrame frame, String algorithm, GeneratedAggregates generated, LogicalType[] fields) {
    super(new LastWindow(Math.max(1, frame.preceding())), algorithm, generated, "accState");
    this.frame = frame;
    this.fields = fields;
  }

  @Override
  public void open() throws Exception {
    super.open();
    waiting =
        getKeyedStateStore()
            .getMapState(
                new MapStateDescriptor<>(
                    WAITING,
                    LongSerializer.INSTANCE,
                    new ListSerializer<>(new RowDataSerializer(fields))));
    late = metrics.counter("numLateRecordsDropped");
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    KeyHeader header = keys.attach().header();
    // As in Flink, a row without a time is late.
    boolean isNull = row.isNullAt(frame.timeField());
    long time = isNull ? Long.MIN_VALUE : RowDataFields.time(row, frame.timeField());
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
      // No rows wait: each one's timer is before its key expires. Clearing a map would be slow: on
      // RocksDB it looks at the deleted entries of all keys that follow.
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
}
