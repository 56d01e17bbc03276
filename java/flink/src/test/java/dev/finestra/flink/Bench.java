package dev.finestra.flink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.OutputTag;

/** An operator, as a job has it, on Flink's harness: rows and watermarks in, texts out. */
final class Bench<R> implements AutoCloseable {
  static final int KEY_GROUPS = 16;

  private final KeyedOneInputStreamOperatorTestHarness<String, Trade, R> harness;
  private int takenLate;

  /** A state backend by name; checkpoints are whole, as the harness does not put parts together. */
  static StateBackend backend(String name) {
    return name.equals("heap") ? new HashMapStateBackend() : new EmbeddedRocksDBStateBackend(false);
  }

  /** The step that a job adds to a keyed stream. */
  @SuppressWarnings("unchecked")
  static <R> OneInputTransformation<Trade, R> step(
      Function<KeyedStream<Trade, String>, DataStream<R>> job) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    KeyedStream<Trade, String> keyed =
        env.fromData(List.of(new Trade("", 0, 0L, 0)), Types.POJO(Trade.class))
            .assignTimestampsAndWatermarks(WatermarkStrategy.noWatermarks())
            .keyBy(trade -> trade.symbol);
    return (OneInputTransformation<Trade, R>) job.apply(keyed).getTransformation();
  }

  /**
   * One of several subtasks, restored from the state of all subtasks before it.
   *
   * @param before how many subtasks there were; 0 to begin with nothing
   */
  Bench(
      OneInputTransformation<Trade, R> step,
      String backend,
      int subtasks,
      int subtask,
      OperatorSubtaskState state,
      int before)
      throws Exception {
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            InstantiationUtil.clone(step.getOperatorFactory()),
            trade -> trade.symbol,
            Types.STRING,
            KEY_GROUPS,
            subtasks,
            subtask);
    harness.setStateBackend(backend(backend));
    harness.setup(step.getOutputType().createSerializer(new SerializerConfigImpl()));
    if (before > 0) {
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, KEY_GROUPS, before, subtasks, subtask));
    }
    harness.open();
  }

  Bench(Function<KeyedStream<Trade, String>, DataStream<R>> job, String backend) throws Exception {
    this(step(job), backend, 1, 0, null, 0);
  }

  KeyedOneInputStreamOperatorTestHarness<String, Trade, R> harness() {
    return harness;
  }

  void row(Trade trade) throws Exception {
    harness.processElement(new StreamRecord<>(trade, trade.time));
  }

  void watermark(long time) throws Exception {
    harness.processWatermark(time);
  }

  /** What came out since the last call, in order of the texts. */
  List<String> out() {
    List<String> out = new ArrayList<>();
    records().forEach(r -> out.add(r.getTimestamp() + " " + r.getValue()));
    Collections.sort(out);
    return out;
  }

  /** What came out since the last call, in order. */
  List<StreamRecord<R>> records() {
    List<StreamRecord<R>> records = new ArrayList<>(harness.getRecordOutput());
    harness.getOutput().clear();
    return records;
  }

  /** What went to the side output since the last call. */
  List<String> late(OutputTag<Trade> tag) {
    var late = harness.getSideOutput(tag);
    List<String> out = new ArrayList<>();
    if (late != null) {
      late.stream().skip(takenLate).forEach(r -> out.add(r.getValue().toString()));
      takenLate = late.size();
    }
    return out;
  }

  /** How many entries are left in the keyed state, after a snapshot that writes what is pending. */
  int left() throws Exception {
    harness.snapshot(Long.MAX_VALUE, 0);
    var backend = harness.getOperator().getKeyedStateBackend();
    return ((TestableKeyedStateBackend<?>) backend).numKeyValueStateEntries();
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception wrong) {
      throw new IllegalStateException("the harness could not be closed", wrong);
    }
  }
}
