package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkManyKeys.Measure;
import dev.finestra.bench.report.RunFigures;
import dev.finestra.flink.Finestra;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Runs a point of {@link FlinkManyKeys} on a cluster in this JVM. */
final class ManyKeysRun {
  private static final int RUNS = 3;
  private static final TypeInformation<Tuple3<Integer, Long, Double>> EVENT =
      Types.TUPLE(Types.INT, Types.LONG, Types.DOUBLE);

  /** Events per second on heap and RocksDB: half of what Flink's own windows can do. */
  private static final int HEAP_RATE = 75_000;

  private static final int ROCKSDB_RATE = 20_000;

  /** The heap that the job's state and timers use. */
  private static final String HEAP_BYTES = "heap_bytes_per_key";

  private static final Duration ONLY_IF_TRIGGERED = Duration.ofDays(1);
  private static final int LATENCY_SECONDS = 15;

  private final FlinkManyKeys.Point point;
  private final RunFigures figures = new RunFigures();
  private BenchCluster cluster;

  ManyKeysRun(FlinkManyKeys.Point point) {
    this.point = point;
  }

  static List<String> metrics(Measure measure) {
    return switch (measure) {
      case DUE -> List.of("watermark_ms", "watermark_cpu_ms", "checkpoint_ms");
      case RESTORE -> List.of("restore_ms", "rescale_ms", HEAP_BYTES);
      case LATENCY -> List.of("p50_ms", "p99_ms", "p99_9_ms");
    };
  }

  @SuppressWarnings("try") // an interrupt ends the measurement
  RunFigures run() throws Exception {
    try (BenchCluster started = new BenchCluster(point.backend(), 2, this::checkpoint)) {
      cluster = started;
      switch (point.measure()) {
        case DUE -> due();
        case RESTORE -> restore();
        case LATENCY -> latency();
      }
    }
    return figures;
  }

  private void checkpoint(Configuration all) {
    all.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    all.set(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS, true);
    all.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    all.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL,
        point.measure() == Measure.LATENCY ? Duration.ofSeconds(2) : ONLY_IF_TRIGGERED);
  }

  @SuppressWarnings("deprecation") // see KeysSource
  private JobID submit(Configuration configuration, int tasks, KeysSource source) throws Exception {
    RunMeter.READINGS.clear();
    StreamExecutionEnvironment env = BenchCluster.environment(configuration, tasks);
    env.setBufferTimeout(1);
    DataStream<Tuple3<Integer, Long, Double>> events =
        env.addSource(source, "events", EVENT)
            .setParallelism(1)
            .keyBy(event -> event.f0, Types.INT)
            .transform("arrivals", EVENT, new Arrivals());
    windows(DataStreamUtils.reinterpretAsKeyedStream(events, event -> event.f0, Types.INT))
        .transform("meter", Types.INT, new RunMeter<>(1, 1))
        .sinkTo(new DiscardingSink<>());
    return cluster.mini.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
  }

  private DataStream<Object> windows(KeyedStream<Tuple3<Integer, Long, Double>, Integer> keyed) {
    var slides = SlidingEventTimeWindows.of(Duration.ofHours(1), slide());
    DataStream<?> windows =
        point.isFinestra()
            ? Finestra.keyed(keyed).window(slides).aggregate("sum", "f2").uid("windows")
            : keyed.window(slides).sum(2).uid("windows");
    @SuppressWarnings("unchecked")
    DataStream<Object> results = (DataStream<Object>) windows;
    return results;
  }

  private Duration slide() {
    return Duration.ofHours(1).dividedBy(point.size());
  }

  private void due() throws Exception {
    JobID job = submit(cluster.configuration, 1, new KeysSource(point.keys(), point.keys(), 0));
    await(job, 1);
    for (int i = 1; i < point.size(); i++) {
      long began = System.nanoTime();
      KeysSource.WATERMARKS.add(KeysSource.BEGIN + i * slide().toMillis());
      Thread.sleep(20); // until the first results are out
      long asked = System.nanoTime();
      CompletableFuture<Double> checkpoint =
          cluster.mini.triggerCheckpoint(job).thenApply(path -> millisSince(asked));
      await(job, i + 1);
      RunMeter.Reading from = RunMeter.READINGS.get(i - 1);
      RunMeter.Reading to = RunMeter.READINGS.get(i);
      figures.add("watermark_ms", (to.wall() - began) * 1e-6);
      figures.add("watermark_cpu_ms", (to.cpu() - from.cpu()) * 1e-6);
      figures.add("checkpoint_ms", checkpoint.get());
    }
    cancel(job);
  }

  private void restore() throws Exception {
    long before = usedHeap();
    JobID filled = submit(cluster.configuration, 1, new KeysSource(point.keys(), point.keys(), 0));
    await(filled, 1);
    if (point.backend().equals("heap")) {
      figures.add(HEAP_BYTES, (usedHeap() - before) / (double) point.keys());
    }
    String path = cluster.mini.triggerCheckpoint(filled).get();
    cancel(filled);
    Configuration restored = new Configuration(cluster.configuration);
    restored.set(StateRecoveryOptions.SAVEPOINT_PATH, path);
    for (int run = 0; run < RUNS; run++) {
      for (int tasks = 1; tasks <= 2; tasks++) {
        long began = System.nanoTime();
        JobID job = submit(restored, tasks, new KeysSource(100, point.keys(), 0));
        await(job, tasks);
        figures.add(tasks == 1 ? "restore_ms" : "rescale_ms", millisSince(began));
        cancel(job);
      }
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void latency() throws Exception {
    int rate = point.backend().equals("heap") ? HEAP_RATE : ROCKSDB_RATE;
    JobID job = submit(cluster.configuration, 1, new KeysSource(point.keys(), point.keys(), rate));
    await(job, 1);
    Thread.sleep(10_000); // the JIT compiles
    for (int run = 0; run < RUNS; run++) {
      Arrivals.begin(LATENCY_SECONDS * rate);
      Thread.sleep(1000 * LATENCY_SECONDS);
      long[] waits = Arrivals.waits();
      figures.add("p50_ms", waits[waits.length / 2] * 1e-6);
      figures.add("p99_ms", waits[(int) (waits.length * 0.99)] * 1e-6);
      figures.add("p99_9_ms", waits[(int) (waits.length * 0.999)] * 1e-6);
    }
    cancel(job);
  }

  /** Waits until the tasks with the windows have passed on this many watermarks. */
  private void await(JobID job, int watermarks) throws Exception {
    while (RunMeter.READINGS.size() < watermarks) {
      if (cluster.mini.getJobStatus(job).get().isGloballyTerminalState()) {
        cluster
            .mini
            .requestJobResult(job)
            .get()
            .toJobExecutionResult(ManyKeysRun.class.getClassLoader());
      }
      Thread.sleep(1);
    }
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) * 1e-6;
  }

  private void cancel(JobID job) throws Exception {
    cluster.mini.cancelJob(job).get();
    while (cluster.mini.getJobStatus(job).get() != JobStatus.CANCELED) {
      Thread.sleep(5);
    }
  }

  /** Measures how long events waited, in the task with the windows. */
  private static final class Arrivals extends AbstractStreamOperator<Tuple3<Integer, Long, Double>>
      implements OneInputStreamOperator<
          Tuple3<Integer, Long, Double>, Tuple3<Integer, Long, Double>> {
    private static final long serialVersionUID = 1L;

    private static volatile long[] measured = {};
    private static volatile int count;

    static void begin(int most) {
      count = 0;
      measured = new long[most];
    }

    static long[] waits() {
      long[] waits = Arrays.copyOf(measured, count);
      measured = new long[0];
      Arrays.sort(waits);
      return waits;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // begin() writes it only while nothing is measured
    public void processElement(StreamRecord<Tuple3<Integer, Long, Double>> event) {
      long[] all = measured;
      if (all.length > count) {
        all[count] = System.nanoTime() - event.getValue().f2.longValue();
        count++;
      }
      output.collect(event);
    }
  }
}
