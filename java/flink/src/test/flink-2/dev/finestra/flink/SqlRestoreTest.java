package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.StateMigrationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Finestra's operators next to Flink's: the same rows, watermarks, snapshots and restores give the
 * same results.
 */
class SqlRestoreTest {
  private static final int STEPS = 300;
  private static final int SLIDE = 1_000;

  /** Far from 0, where {@code OVER} drops rows. */
  static final long BEGIN = 1_000_000_000_000L;

  @Test
  void shouldContinueAfterRestores() {
    Trials.run(60, 2_000, "histories with restores", (seed, only) -> check(seed));
  }

  /** Without an error, windows would silently begin without their rows. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldRejectStateOfTheOtherOperator(boolean isFinestraFirst) throws Exception {
    for (String query : List.of(hop(9), over("ROWS BETWEEN 7 PRECEDING AND CURRENT ROW"))) {
      assertRejected(step(query, isFinestraFirst), step(query, !isFinestraFirst));
    }
  }

  @Test
  void shouldRejectStateOfAnotherAlgorithm() throws Exception {
    for (String query : List.of(hop(9), over("ROWS BETWEEN 7 PRECEDING AND CURRENT ROW"))) {
      assertRejected(step(query, true, "b_fiba4"), step(query, true, "b_fiba8"));
    }
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private static void assertRejected(
      OneInputTransformation<RowData, RowData> first,
      OneInputTransformation<RowData, RowData> second)
      throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness(first, new HashMapStateBackend(), null)) {
      InternalTypeInfo<RowData> input = (InternalTypeInfo<RowData>) first.getInputType();
      harness.processElement(new StreamRecord<>(row(new Random(1), BEGIN, input)));
      harness.processWatermark(new Watermark(BEGIN + 1));
      harness.getOperator().prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, 1);
    }
    Exception thrown =
        assertThrows(
            Exception.class, () -> harness(second, new HashMapStateBackend(), state).close());
    assertTrue(
        ExceptionUtils.findThrowable(thrown, StateMigrationException.class).isPresent(),
        first::getName);
  }

  /** Values that no window contains any more leave the state, also of a key that gets more rows. */
  @Test
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldRemoveStateOfDistinctValues() throws Exception {
    OneInputTransformation<RowData, RowData> step =
        step(hop(5).replace("COUNT(*)", "COUNT(DISTINCT v)"), true);
    InternalTypeInfo<RowData> input = (InternalTypeInfo<RowData>) step.getInputType();
    try (var harness = harness(step, new HashMapStateBackend(), null)) {
      long first = sizeAfter(0, 100, harness, input);
      assertTrue(sizeAfter(100, 500, harness, input) < 1.2 * first);
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertEquals(0, harness.numKeyedStateEntries());
    }
  }

  /** The bytes of a snapshot after rows of one key, each with a value and a slice of its own. */
  private static long sizeAfter(
      long from,
      long to,
      KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness,
      InternalTypeInfo<RowData> input)
      throws Exception {
    for (long n = from; n < to; n++) {
      GenericRowData row = fields(new Random(1), BEGIN + n * SLIDE, input);
      for (int i = 0; i < row.getArity(); i++) {
        if (row.getField(i) instanceof Long) {
          row.setField(i, n);
        }
      }
      harness.processElement(new StreamRecord<>(row));
      harness.processWatermark(new Watermark(BEGIN + n * SLIDE));
    }
    harness.getOperator().prepareSnapshotPreBarrier(to);
    return harness.snapshot(to, to).getStateSize();
  }

  private static String hop(int overlap) {
    return """
        SELECT k, window_start, window_end, COUNT(*), SUM(v), MAX(v) FROM HOP(
          TABLE events, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '%s' SECOND)
        GROUP BY k, window_start, window_end
        """
        .formatted(overlap);
  }

  private static String over(String frame) {
    return "SELECT k, v, ts, COUNT(*) OVER w, SUM(v) OVER w, MAX(v) OVER w FROM events"
        + " WINDOW w AS (PARTITION BY k ORDER BY ts %s)".formatted(frame);
  }

  private static void check(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> queries =
        List.of(
            hop(5 + random.nextInt(20)),
            hop(5 + random.nextInt(20)).replace("COUNT(*)", "COUNT(DISTINCT v % 20)"),
            over("ROWS BETWEEN 7 PRECEDING AND CURRENT ROW"),
            over("RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW"));
    String query = queries.get(random.nextInt(queries.size()));
    if (random.nextBoolean()) {
      // Accumulators that are objects.
      query = query.replace("SUM(v)", "SUM(m)").replace("MAX(v)", "MAX(s)");
      query = query.replace("7 PRECEDING", "120 PRECEDING");
    }
    StateBackend backend =
        random.nextInt(4) == 0 ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
    List<String> expected = run(seed, step(query, false), backend);
    List<String> found = run(seed, step(query, true), backend);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), found.get(i), query + " after " + i + " of " + found.size());
    }
  }

  /** The step of the query's job that has keyed state. */
  private static OneInputTransformation<RowData, RowData> step(String query, boolean isFinestra) {
    return step(query, isFinestra, "auto");
  }

  private static OneInputTransformation<RowData, RowData> step(
      String query, boolean isFinestra, String algorithm) {
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    FinestraSql.install(tables);
    tables.getConfig().set(FinestraSql.ENABLED, isFinestra);
    tables.getConfig().set(FinestraSql.ALGORITHM, algorithm);
    tables.getConfig().set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    tables.executeSql(
        "CREATE TABLE events (k INT, v BIGINT, m AS CAST(v % 1000 AS DECIMAL(9, 2)),"
            + " s AS CAST(v AS STRING), ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'datagen')");
    return withState(tables.toDataStream(tables.sqlQuery(query)).getTransformation());
  }

  @SuppressWarnings("unchecked")
  static OneInputTransformation<RowData, RowData> withState(Transformation<?> step) {
    return step instanceof OneInputTransformation<?, ?> one && one.getStateKeySelector() != null
        ? (OneInputTransformation<RowData, RowData>) one
        : withState(step.getInputs().get(0));
  }

  /** The results between two watermarks, sorted. */
  @SuppressWarnings({"unchecked", "try"}) // an interrupt ends the test
  private static List<String> run(
      long seed, OneInputTransformation<RowData, RowData> step, StateBackend backend)
      throws Exception {
    Random random = new Random(seed);
    InternalTypeInfo<RowData> input = (InternalTypeInfo<RowData>) step.getInputType();
    InternalTypeInfo<RowData> output = (InternalTypeInfo<RowData>) step.getOutputType();
    List<String> results = new ArrayList<>();
    OperatorSubtaskState state = null;
    long now = BEGIN;
    for (int left = STEPS; left > 0; ) {
      try (KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness =
          harness(step, backend, state)) {
        // After a restore, rows come before the first watermark.
        do {
          now += random.nextInt(SLIDE);
          if (random.nextInt(4) == 0) {
            harness.processWatermark(new Watermark(now - SLIDE));
            results.add(taken(harness.getOutput(), output));
          } else {
            harness.processElement(new StreamRecord<>(row(random, now, input)));
          }
          left--;
        } while (left > 0 && random.nextInt(30) > 0);
        if (left == 0) {
          harness.processWatermark(Watermark.MAX_WATERMARK);
        }
        harness.getOperator().prepareSnapshotPreBarrier(1);
        state = harness.snapshot(1, 1);
        results.add(taken(harness.getOutput(), output));
      }
    }
    return results;
  }

  /** An open operator. */
  @SuppressWarnings("unchecked")
  static KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness(
      OneInputTransformation<RowData, RowData> step,
      StateBackend backend,
      OperatorSubtaskState restored)
      throws Exception {
    KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            sent(step.getOperatorFactory()),
            (KeySelector<RowData, RowData>) step.getStateKeySelector(),
            (TypeInformation<RowData>) step.getStateKeyType(),
            1,
            1,
            0);
    harness.setStateBackend(backend);
    harness.setup(((InternalTypeInfo<RowData>) step.getOutputType()).toSerializer());
    if (restored != null) {
      harness.initializeState(restored);
    }
    harness.open();
    return harness;
  }

  /** A copy as a task gets it, with classes that the planner has not loaded. */
  private static StreamOperatorFactory<RowData> sent(StreamOperatorFactory<RowData> factory)
      throws Exception {
    return InstantiationUtil.deserializeObject(
        InstantiationUtil.serializeObject(factory), SqlRestoreTest.class.getClassLoader());
  }

  /** A row in Flink's binary format, as another task sends it. */
  private static RowData row(Random random, long now, InternalTypeInfo<RowData> type) {
    RowDataSerializer rows = (RowDataSerializer) type.toSerializer();
    return rows.toBinaryRow(fields(random, now, type)).copy();
  }

  private static GenericRowData fields(Random random, long now, InternalTypeInfo<RowData> type) {
    long at = now - random.nextInt(4 * SLIDE);
    GenericRowData row = new GenericRowData(type.toRowType().getFieldCount());
    for (int i = 0; i < row.getArity(); i++) {
      Object field =
          switch (type.toRowType().getTypeAt(i).getTypeRoot()) {
            case INTEGER -> random.nextInt(3);
            case BIGINT -> random.nextInt(5) == 0 ? null : (long) random.nextInt(100);
            case DECIMAL -> DecimalData.fromUnscaledLong(random.nextInt(1_000), 9, 2);
            case VARCHAR -> StringData.fromString("s" + random.nextInt(20));
            default -> TimestampData.fromEpochMillis(at);
          };
      row.setField(i, field);
    }
    return row;
  }

  private static String taken(Queue<Object> output, InternalTypeInfo<RowData> type) {
    List<String> rows = new ArrayList<>();
    for (Object each : output) {
      if (each instanceof StreamRecord<?> record) {
        rows.add(text((RowData) record.getValue(), type));
      }
    }
    output.clear();
    Collections.sort(rows);
    return rows.toString();
  }

  static String text(RowData row, InternalTypeInfo<RowData> type) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < type.toRowType().getFieldCount(); i++) {
      text.append(RowData.createFieldGetter(type.toRowType().getTypeAt(i), i).getFieldOrNull(row));
      text.append(' ');
    }
    return text.toString();
  }
}
