package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.windowing.LastWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code make soak}: a job that runs for a long time on RocksDB with incremental checkpoints. Heap,
 * state, checkpoints and latency in the last third of the run must be as in the first third, within
 * the bounds below.
 *
 * <p>At the end a million rows with one timestamp come at once, and each must have its result.
 *
 * <p>{@code -Dfinestra.soak.minutes} sets the time, {@code -Dfinestra.soak.rate} the rows per
 * second. The job has sliding windows of ten seconds and of a day, both with a slide of a second,
 * and per-event windows.
 */
class Soak {
  private static final int RATE = Integer.getInteger("finestra.soak.rate", 5_000);
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("finestra.soak.minutes", "30"));
  private static final int CYCLES = (int) Math.max(7, MINUTES);
  private static final long CYCLE = (long) (MINUTES * 60 * RATE / CYCLES);
  private static final int BURST = 1_000_000;

  /** How many results of per-event windows have the timestamp of the last burst. */
  private static final AtomicLong ANSWERED = new AtomicLong();

  @TempDir static Path checkpoints;

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  @Test
  void shouldUseNoMoreResourcesInTheEnd() throws Exception {
    SoakRows.MADE.set(0);
    ANSWERED.set(0);
    JobClient job = submit();
    List<SoakSample> samples = new ArrayList<>();
    long start = System.nanoTime();
    try {
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        // After the first jump of a year, and before the burst.
        await(job, start, cycle * CYCLE + CYCLE / 4);
        SoakSample.reset();
        long made = cycle * CYCLE + CYCLE * 9 / 20;
        await(job, start, made);
        long behind = (System.nanoTime() - start) / 1_000_000 - made * 1_000 / RATE;
        SoakSample sample = SoakSample.take(latest(CLUSTER.cluster(), job), behind);
        samples.add(sample);
        System.out.println("cycle " + cycle + " of " + CYCLES + ": " + sample);
      }
      await(job, start, CYCLES * CYCLE);
      start = System.nanoTime();
      job.getJobExecutionResult().get(20, TimeUnit.MINUTES);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf("finestra: Soak: %,d rows of one time in %.1f s%n", BURST, seconds);
      assertEquals(BURST, ANSWERED.get(), "results for the rows of one time");
    } finally {
      if (!job.getJobStatus().get().isGloballyTerminalState()) {
        job.cancel().get();
      }
    }
    samples.remove(0);
    flat("heap", samples, SoakSample::heap, 1.2, 16 << 20);
    flat("state", samples, SoakSample::state, 1.5, 2 << 20);
    flat("bytes of a checkpoint", samples, SoakSample::written, 1.5, 2 << 20);
    flat("time of a checkpoint", samples, SoakSample::checkpoint, 2, 200);
    flat("latency", samples, SoakSample::median, 1.5, 50);
    flat("latency at 99 of 100", samples, SoakSample::percentile, 2, 200);
    System.out.printf("finestra: Soak: %,d rows in %d cycles%n", CYCLES * CYCLE, CYCLES);
  }

  /** Compares the medians of the first and the last third of the samples. */
  private static void flat(
      String what,
      List<SoakSample> samples,
      ToLongFunction<SoakSample> of,
      double most,
      long more) {
    int third = samples.size() / 3;
    long first = middle(samples.subList(0, third), of);
    long last = middle(samples.subList(samples.size() - third, samples.size()), of);
    System.out.printf("finestra: Soak: %s: %,d, in the end %,d%n", what, first, last);
    assertTrue(last <= first * most + more, what + " was " + first + " and is " + last);
  }

  private static long middle(List<SoakSample> samples, ToLongFunction<SoakSample> of) {
    long[] sorted = samples.stream().mapToLong(of).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static void await(JobClient job, long start, long made) throws Exception {
    long most = TimeUnit.MINUTES.toNanos(2) + TimeUnit.SECONDS.toNanos(2 * made / RATE);
    while (SoakRows.MADE.get() < made) {
      JobStatus status = job.getJobStatus().get();
      assertFalse(status.isGloballyTerminalState(), () -> "The job is " + status);
      assertTrue(System.nanoTime() - start < most, () -> "The job makes no progress, " + status);
      Thread.sleep(20);
    }
  }

  private static AbstractCheckpointStats latest(MiniCluster cluster, JobClient job)
      throws Exception {
    return cluster
        .getExecutionGraph(job.getJobID())
        .get()
        .getCheckpointStatsSnapshot()
        .getHistory()
        .getLatestCompletedCheckpoint();
  }

  private static JobClient submit() throws Exception {
    Configuration config = new Configuration();
    config.setString("state.backend.type", "rocksdb");
    config.setString("execution.checkpointing.incremental", "true");
    config.setString("execution.checkpointing.interval", "2 s");
    config.setString("execution.checkpointing.storage", "filesystem");
    config.setString("execution.checkpointing.dir", checkpoints.toUri().toString());
    config.setString("execution.checkpointing.unaligned.enabled", "true");
    config.setString("execution.checkpointing.unaligned.interruptible-timers.enabled", "true");
    config.setString("restart-strategy.type", "none");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(2);
    DataStream<Trade> rows = rows(env);
    Duration second = Duration.ofSeconds(1);
    Finestra.keyed(rows, "symbol")
        .window(SlidingEventTimeWindows.of(Duration.ofSeconds(10), second))
        .aggregate(answers("max"))
        .filter(Soak::measured)
        .sinkTo(new DiscardingSink<>());
    Finestra.keyed(rows, "symbol")
        .window(LastWindow.of(Duration.ofSeconds(10)))
        .aggregate(answers("last"))
        .process(new OfTheBurst())
        .sinkTo(new DiscardingSink<>());
    Finestra.keyed(rows.filter(row -> row.symbol.startsWith("day")), "symbol")
        .window(SlidingEventTimeWindows.of(Duration.ofDays(1), second))
        .aggregate(answers("max"))
        .sinkTo(new DiscardingSink<>());
    return env.executeAsync("soak");
  }

  private static Map<String, Object> answers(String newest) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("n", "count");
    answers.put("newest", List.of(newest, "price"));
    return answers;
  }

  /** Measures the age of the newest row of each result, for the key that always has rows. */
  private static boolean measured(Row result) {
    if (SoakRows.HOT.equals(result.getField(0))) {
      Long made = (Long) result.getField(result.getArity() - 1);
      SoakSample.latency(System.currentTimeMillis() - made);
    }
    return true;
  }

  /** Counts the results that have the timestamp of the last burst. */
  private static final class OfTheBurst extends ProcessFunction<Row, Row> {
    private static final long serialVersionUID = 1L;
    private static final long TIME = SoakRows.come(CYCLES * CYCLE, CYCLE, RATE);

    @Override
    public void processElement(Row result, Context context, Collector<Row> out) {
      if (context.timestamp() == TIME) {
        ANSWERED.incrementAndGet();
      }
    }
  }

  private static DataStream<Trade> rows(StreamExecutionEnvironment env) {
    return env.fromSource(
            new NumberSequenceSource(0, CYCLES * CYCLE + BURST - 1),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .setParallelism(1)
        .map(new SoakRows(RATE, CYCLE, CYCLES * CYCLE))
        .returns(Types.POJO(Trade.class))
        .setParallelism(1)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Trade>forGenerator(context -> come())
                .withTimestampAssigner((row, t) -> row.time))
        .setParallelism(1);
  }

  /** Watermarks follow the common time of the rows, not single clocks that are wrong. */
  private static WatermarkGenerator<Trade> come() {
    return new WatermarkGenerator<>() {
      private long come = Long.MIN_VALUE + SoakRows.DISORDER + 1;

      @Override
      public void onEvent(Trade row, long time, WatermarkOutput output) {
        come = Math.max(come, (long) row.weight);
      }

      @Override
      public void onPeriodicEmit(WatermarkOutput output) {
        output.emitWatermark(new Watermark(come - SoakRows.DISORDER - 1));
      }
    };
  }
}
