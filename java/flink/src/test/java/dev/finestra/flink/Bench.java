package dev.finestra.flink;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.runtime.util.TestingTaskManagerRuntimeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorImpl;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.OutputTag;

/**
 * Finestra's operator on Flink's test harness, set up as in a job: rows and watermarks in, results
 * as text out.
 */
final class Bench<R> implements AutoCloseable {
  static final int KEY_GROUPS = 32;

  /** Shared, because each one has threads and a folder; Flink removes the folder at the end. */
  private static final IOManager IO =
      new IOManagerAsync() {
        @Override
        public void close() {
          // A subtask that ends closes its environment, but others still need this part.
        }
      };

  /** Flink's default would create a folder for each environment and not delete it. */
  private static final TaskManagerRuntimeInfo RUNTIME =
      new TestingTaskManagerRuntimeInfo(new Configuration(), new File("target"));

  /** The stream that operators are added to, one for each thread because making one is slow. */
  private static final ThreadLocal<KeyedStream<Trade, String>> KEYED =
      ThreadLocal.withInitial(
          () ->
              StreamExecutionEnvironment.getExecutionEnvironment()
                  .fromData(List.of(new Trade("", 0, 0L, 0)), Types.POJO(Trade.class))
                  .assignTimestampsAndWatermarks(WatermarkStrategy.noWatermarks())
                  .keyBy(trade -> trade.symbol));

  private final Harness<R> harness;
  private final MockEnvironment environment;
  private int takenLate;

  /** A state backend by name. */
  static StateBackend backend(String name) {
    return switch (name) {
      case "heap" -> new HashMapStateBackend();
      case "rocksdb" -> FlinkLine.rocksDb(false);
      case "incremental" -> FlinkLine.rocksDb(true);
      default -> throw new IllegalArgumentException("There is no state backend " + name);
    };
  }

  /** The operator that a job adds to a keyed stream. */
  @SuppressWarnings("unchecked")
  static <R> OneInputTransformation<Trade, R> step(
      Function<KeyedStream<Trade, String>, DataStream<R>> job) {
    return (OneInputTransformation<Trade, R>) job.apply(KEYED.get()).getTransformation();
  }

  /**
   * One of several subtasks, restored from the state of all subtasks before it.
   *
   * @param before the number of subtasks before; 0 to begin without state
   */
  Bench(
      OneInputTransformation<Trade, R> step,
      String backend,
      int subtasks,
      int subtask,
      OperatorSubtaskState state,
      int before)
      throws Exception {
    this(step, backend, new Configuration(), subtasks, subtask, state, before);
  }

  Bench(
      OneInputTransformation<Trade, R> step,
      String backend,
      Configuration job,
      int subtasks,
      int subtask,
      OperatorSubtaskState state,
      int before)
      throws Exception {
    environment = environment(subtasks, subtask);
    environment.getJobConfiguration().addAll(job);
    harness = harness(InstantiationUtil.clone(step.getOperatorFactory()), environment);
    FlinkLine.configureTimers(harness, job);
    harness.setStateBackend(backend(backend));
    harness.setup(step.getOutputType().createSerializer(new SerializerConfigImpl()));
    harness
        .getOperator()
        .setMailboxExecutor(
            new MailboxExecutorImpl(
                harness.getTaskMailbox(), 0, StreamTaskActionExecutor.IMMEDIATE));
    if (before > 0) {
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, KEY_GROUPS, before, subtasks, subtask));
    }
    harness.open();
  }

  private static MockEnvironment environment(int subtasks, int subtask) {
    return new MockEnvironmentBuilder()
        .setTaskName("bench")
        .setManagedMemorySize(3 << 20)
        .setBufferSize(1024)
        .setMaxParallelism(KEY_GROUPS)
        .setParallelism(subtasks)
        .setSubtaskIndex(subtask)
        .setIOManager(IO)
        .setTaskManagerRuntimeInfo(RUNTIME)
        .build();
  }

  Bench(Function<KeyedStream<Trade, String>, DataStream<R>> job, String backend) throws Exception {
    this(step(job), backend, 1, 0, null, 0);
  }

  /** A single task without state, with this configuration of the job. */
  Bench(
      Function<KeyedStream<Trade, String>, DataStream<R>> job, String backend, Configuration config)
      throws Exception {
    this(step(job), backend, config, 1, 0, null, 0);
  }

  Harness<R> harness() {
    return harness;
  }

  void row(Trade trade) throws Exception {
    harness.processElement(new StreamRecord<>(trade, trade.time));
  }

  void watermark(long time) throws Exception {
    harness.processWatermark(time);
  }

  /** Flink has one constructor for an operator and one for a factory of operators. */
  @SuppressWarnings("unchecked")
  private static <R> Harness<R> harness(
      StreamOperatorFactory<R> factory, MockEnvironment environment) throws Exception {
    return factory instanceof SimpleOperatorFactory<R> simple
        ? new Harness<>((OneInputStreamOperator<Trade, R>) simple.getOperator(), environment)
        : new Harness<>((OneInputStreamOperatorFactory<Trade, R>) factory, environment);
  }

  /** Flink's harness for a keyed operator, in a given environment. */
  @SuppressWarnings("try")
  static final class Harness<R> extends OneInputStreamOperatorTestHarness<Trade, R> {
    Harness(OneInputStreamOperator<Trade, R> operator, MockEnvironment environment)
        throws Exception {
      super(operator, environment);
      key();
    }

    Harness(OneInputStreamOperatorFactory<Trade, R> factory, MockEnvironment environment)
        throws Exception {
      super(factory, environment);
      key();
    }

    private void key() {
      KeySelector<Trade, String> key = trade -> trade.symbol;
      config.setStatePartitioner(0, key);
      config.setStateKeySerializer(Types.STRING.createSerializer(new SerializerConfigImpl()));
      config.serializeAllConfigs();
    }
  }

  /** The results since the last call, sorted as text. */
  List<String> out() {
    List<String> out = new ArrayList<>();
    records().forEach(r -> out.add(r.getTimestamp() + " " + r.getValue()));
    Collections.sort(out);
    return out;
  }

  /** The results since the last call, in order. */
  List<StreamRecord<R>> records() {
    List<StreamRecord<R>> records = new ArrayList<>(harness.getRecordOutput());
    harness.getOutput().clear();
    return records;
  }

  /** The rows in the side output since the last call. */
  List<String> late(OutputTag<Trade> tag) {
    var late = harness.getSideOutput(tag);
    List<String> out = new ArrayList<>();
    if (late != null) {
      late.stream().skip(takenLate).forEach(r -> out.add(r.getValue().toString()));
      takenLate = late.size();
    }
    return out;
  }

  /** The side output of window functions with its timestamps, sorted as text. */
  List<String> aside() {
    var aside = harness.getSideOutput(Bounds.ASIDE);
    return aside == null
        ? List.of()
        : aside.stream().map(r -> r.getTimestamp() + " " + r.getValue()).sorted().toList();
  }

  /** The number of entries in the keyed state after a snapshot, which writes pending changes. */
  int left() throws Exception {
    harness.snapshot(Long.MAX_VALUE, 0);
    return kept();
  }

  /** The number of entries in the keyed state, without a snapshot. */
  int kept() {
    var backend = harness.getOperator().getKeyedStateBackend();
    return ((TestableKeyedStateBackend<?>) backend).numKeyValueStateEntries();
  }

  @Override
  public void close() {
    try {
      harness.close();
      FlinkLine.closeChannelStateWriter(environment);
      environment.close();
    } catch (Exception wrong) {
      throw new IllegalStateException("the harness could not be closed", wrong);
    }
  }
}
