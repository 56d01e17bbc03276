package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/**
 * Finestra's operators next to Flink's: the same rows, watermarks, snapshots and restores give the
 * same results.
 */
class SqlRestoreTest {
  private static final int STEPS = 300;
  private static final int SLIDE = 1_000;

  /** Far from 0, where {@code OVER} drops rows. */
  private static final long BEGIN = 1_000_000_000_000L;

  @Test
  void shouldContinueAfterRestores() {
    Trials.run(60, 2_000, "histories with restores", (seed, only) -> check(seed));
  }

  private static void check(long seed) throws Exception {
    Random random = new Random(seed);
    String aggregates = "COUNT(*), SUM(v), MAX(v)";
    String hop =
        """
        SELECT k, window_start, window_end, %s FROM HOP(
          TABLE events, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '%s' SECOND)
        GROUP BY k, window_start, window_end
        """
            .formatted(aggregates, 5 + random.nextInt(20));
    String over =
        "SELECT k, v, ts, %s FROM events WINDOW w AS (PARTITION BY k ORDER BY ts %s)"
            .formatted(
                aggregates.replace(")", ") OVER w"),
                random.nextBoolean()
                    ? "ROWS BETWEEN 7 PRECEDING AND CURRENT ROW"
                    : "RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW");
    String query = random.nextBoolean() ? hop : over;
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
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    FinestraSql.install(tables);
    tables.getConfig().set(FinestraSql.ENABLED, isFinestra);
    tables.getConfig().set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    tables.executeSql(
        "CREATE TABLE events (k INT, v BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'datagen')");
    return withState(tables.toDataStream(tables.sqlQuery(query)).getTransformation());
  }

  @SuppressWarnings("unchecked")
  private static OneInputTransformation<RowData, RowData> withState(Transformation<?> step) {
    return step instanceof OneInputTransformation<?, ?> one && one.getStateKeySelector() != null
        ? (OneInputTransformation<RowData, RowData>) one
        : withState(step.getInputs().get(0));
  }

  /** The results between two watermarks, sorted. */
  @SuppressWarnings("unchecked")
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
          new KeyedOneInputStreamOperatorTestHarness<>(
              sent(step.getOperatorFactory()),
              (KeySelector<RowData, RowData>) step.getStateKeySelector(),
              (TypeInformation<RowData>) step.getStateKeyType(),
              1,
              1,
              0)) {
        harness.setStateBackend(backend);
        harness.setup(output.toSerializer());
        if (state != null) {
          harness.initializeState(state);
        }
        harness.open();
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

  /** A copy as a task gets it, with classes that the planner has not loaded. */
  private static StreamOperatorFactory<RowData> sent(StreamOperatorFactory<RowData> factory)
      throws Exception {
    return InstantiationUtil.deserializeObject(
        InstantiationUtil.serializeObject(factory), SqlRestoreTest.class.getClassLoader());
  }

  private static RowData row(Random random, long now, InternalTypeInfo<RowData> type) {
    long at = now - random.nextInt(4 * SLIDE);
    GenericRowData row = new GenericRowData(type.toRowSize());
    for (int i = 0; i < row.getArity(); i++) {
      Object field =
          switch (type.toRowType().getFieldNames().get(i)) {
            case "k" -> random.nextInt(3);
            case "v" -> random.nextInt(5) == 0 ? null : (long) random.nextInt(100);
            default -> TimestampData.fromEpochMillis(at);
          };
      row.setField(i, field);
    }
    return ((RowDataSerializer) type.toSerializer()).toBinaryRow(row).copy();
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

  private static String text(RowData row, InternalTypeInfo<RowData> type) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < type.toRowSize(); i++) {
      text.append(RowData.createFieldGetter(type.toRowType().getTypeAt(i), i).getFieldOrNull(row));
      text.append(' ');
    }
    return text.toString();
  }
}
