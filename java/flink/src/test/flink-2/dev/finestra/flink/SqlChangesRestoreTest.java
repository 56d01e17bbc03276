package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.TableRuntimeException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code OVER} over updates, next to a plain computation, with restores; and its state. */
class SqlChangesRestoreTest {
  /** A view of the table {@code events} whose rows are updated. */
  static final String LATEST =
      """
      CREATE VIEW latest AS SELECT k, v, ts FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS place FROM events)
      WHERE place = 1
      """;

  private static final int STEPS = 300;
  private static final int FRAME = 5_000;

  private OneInputTransformation<RowData, RowData> step;
  private InternalTypeInfo<RowData> input;
  private int keyField;
  private int valueField;
  private int timeField;
  private boolean failsOnUnknownRow;

  @BeforeEach
  void plan() {
    plan("0 s");
  }

  private void plan(String retention) {
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    tables.getConfig().set(FinestraSql.FAIL_ON_UNKNOWN_ROW, failsOnUnknownRow);
    FinestraSql.install(tables);
    tables.getConfig().set("table.exec.state.ttl", retention);
    tables.executeSql(
        "CREATE TABLE events (k INT, v BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'datagen')");
    tables.executeSql(LATEST);
    String query =
        """
        SELECT *, COUNT(*) OVER w, MAX(v) OVER w FROM latest WINDOW w AS (
          PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW)
        """;
    step =
        SqlRestoreTest.withState(
            tables.toChangelogStream(tables.sqlQuery(query)).getTransformation());
    input = (InternalTypeInfo<RowData>) step.getInputType();
    List<String> names = input.toRowType().getFieldNames();
    keyField = names.indexOf("k");
    valueField = names.indexOf("v");
    timeField = names.indexOf("ts");
  }

  @Test
  void shouldEndAsAPlainComputation() {
    Trials.run(40, 2_000, "histories of changes", (seed, only) -> check(new Random(seed)));
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private void check(Random random) throws Exception {
    StateBackend backend =
        random.nextInt(4) == 0 ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
    List<RowData> table = new ArrayList<>();
    List<String> results = new ArrayList<>();
    OperatorSubtaskState state = null;
    long now = SqlRestoreTest.BEGIN;
    for (int left = STEPS; left > 0; ) {
      try (var harness = SqlRestoreTest.harness(step, backend, state)) {
        do {
          now += random.nextInt(1_000);
          if (random.nextInt(4) == 0) {
            harness.processWatermark(new Watermark(now - 1_000));
          } else {
            send(change(random, now, table), harness);
          }
          left--;
        } while (left > 0 && random.nextInt(40) > 0);
        if (left == 0) {
          harness.processWatermark(Watermark.MAX_WATERMARK);
        }
        apply(harness, results);
        harness.getOperator().prepareSnapshotPreBarrier(1);
        state = harness.snapshot(1, 1);
        if (random.nextBoolean()) {
          state = withoutWatermark(state);
        }
      }
    }
    List<String> expected = new ArrayList<>(table.stream().map(row -> plain(row, table)).toList());
    Collections.sort(expected);
    Collections.sort(results);
    assertEquals(expected, results);
  }

  /** As if another subtask, whose watermark is restored here, was far behind. */
  private static OperatorSubtaskState withoutWatermark(OperatorSubtaskState state) {
    return OperatorSubtaskState.builder()
        .setManagedKeyedState(state.getManagedKeyedState())
        .setRawKeyedState(state.getRawKeyedState())
        .build();
  }

  /** A random change of the table, which has happened then. */
  private RowData change(Random random, long now, List<RowData> table) {
    if (!table.isEmpty() && random.nextInt(3) == 0) {
      RowData row = table.remove(random.nextInt(table.size()));
      return of(random.nextBoolean() ? RowKind.DELETE : RowKind.UPDATE_BEFORE, row);
    }
    Long value = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(100);
    long time = now - random.nextInt(random.nextBoolean() ? 3_000 : 30_000);
    // Some rows have the same time.
    RowData row = row(random.nextInt(3), value, time - time % 100);
    table.add(row);
    return of(random.nextBoolean() ? RowKind.INSERT : RowKind.UPDATE_AFTER, row);
  }

  private RowData of(RowKind kind, RowData row) {
    // Trials run in several threads, and a serializer has buffers.
    RowDataSerializer own = (RowDataSerializer) input.toSerializer().duplicate();
    RowData copy = own.toBinaryRow(row).copy();
    copy.setRowKind(kind);
    return copy;
  }

  private static void send(
      RowData row, KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness)
      throws Exception {
    harness.processElement(new StreamRecord<>(row));
  }

  /** A row with its results, from all rows of the table. */
  private String plain(RowData row, List<RowData> table) {
    long time = row.getTimestamp(timeField, 3).getMillisecond();
    List<RowData> frame =
        table.stream()
            .filter(each -> each.getInt(keyField) == row.getInt(keyField))
            .filter(each -> time(each) >= time - FRAME && time(each) <= time)
            .toList();
    Long top =
        frame.stream()
            .map(each -> each.isNullAt(valueField) ? null : each.getLong(valueField))
            .filter(Objects::nonNull)
            .max(Long::compare)
            .orElse(null);
    return SqlRestoreTest.text(row, input) + frame.size() + " " + top + " ";
  }

  private long time(RowData row) {
    return row.getTimestamp(timeField, 3).getMillisecond();
  }

  private void apply(
      KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness,
      List<String> results) {
    InternalTypeInfo<RowData> output = (InternalTypeInfo<RowData>) step.getOutputType();
    for (Object each : harness.getOutput()) {
      if (each instanceof StreamRecord<?> record) {
        RowData row = (RowData) record.getValue();
        String text = SqlRestoreTest.text(row, output);
        switch (row.getRowKind()) {
          case INSERT, UPDATE_AFTER -> results.add(text);
          default -> assertTrue(results.remove(text), () -> text + " is not in " + results);
        }
      }
    }
    harness.getOutput().clear();
  }

  @Test
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldIgnoreOrRejectADeletionOfAnUnknownRow() throws Exception {
    RowData row = row(1, 7L, SqlRestoreTest.BEGIN);
    try (var harness = SqlRestoreTest.harness(step, new HashMapStateBackend(), null)) {
      send(of(RowKind.DELETE, row), harness);
      harness.processWatermark(Watermark.MAX_WATERMARK);
      List<String> results = new ArrayList<>();
      apply(harness, results);
      assertEquals(List.of(), results);
    }
    failsOnUnknownRow = true;
    plan("0 s");
    try (var harness = SqlRestoreTest.harness(step, new HashMapStateBackend(), null)) {
      TableRuntimeException refused =
          assertThrows(TableRuntimeException.class, () -> send(of(RowKind.DELETE, row), harness));
      assertTrue(refused.getMessage().contains("2001-09-09T01:46:40"), refused.getMessage());
    }
  }

  private RowData row(int key, Long value, long time) {
    GenericRowData row = new GenericRowData(3);
    row.setField(keyField, key);
    row.setField(valueField, value);
    row.setField(timeField, TimestampData.fromEpochMillis(time));
    return row;
  }

  @Test
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldKnowAfterARestoreWhichChangesAreLate() throws Exception {
    plan("10 s");
    RowData row = row(1, 7L, SqlRestoreTest.BEGIN);
    List<String> results = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = SqlRestoreTest.harness(step, new HashMapStateBackend(), null)) {
      send(of(RowKind.INSERT, row), harness);
      harness.processWatermark(new Watermark(SqlRestoreTest.BEGIN + 11_000));
      apply(harness, results);
      state = harness.snapshot(1, 1);
    }
    try (var harness = SqlRestoreTest.harness(step, new HashMapStateBackend(), state)) {
      send(of(RowKind.DELETE, row), harness);
      apply(harness, results);
      assertEquals(1, results.size(), "the change is late");
    }
  }

  @Test
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldRemoveStateAndRejectOldChangesAfterTheRetention() throws Exception {
    plan("10 s");
    try (var harness = SqlRestoreTest.harness(step, new HashMapStateBackend(), null)) {
      RowData row = row(1, 7L, SqlRestoreTest.BEGIN);
      send(of(RowKind.INSERT, row), harness);
      harness.processWatermark(new Watermark(SqlRestoreTest.BEGIN + 9_000));
      send(of(RowKind.INSERT, row), harness);
      List<String> results = new ArrayList<>();
      apply(harness, results);
      assertEquals(2, results.size());
      harness.processWatermark(new Watermark(SqlRestoreTest.BEGIN + 11_000));
      send(of(RowKind.DELETE, row), harness);
      apply(harness, results);
      assertEquals(2, results.size(), "the change is late");
      assertTrue(harness.numKeyedStateEntries() > 0);
      harness.processWatermark(new Watermark(SqlRestoreTest.BEGIN + 10_000 + FRAME + 1));
      harness.snapshot(1, 1); // the operator puts its keys back
      assertEquals(0, harness.numKeyedStateEntries());
      assertEquals(0, harness.numEventTimeTimers());
    }
  }
}
