package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkHotKey.By;
import dev.finestra.bench.report.RunFigures;
import dev.finestra.flink.Finestra;
import dev.finestra.flink.FinestraWindowedStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Runs a point of {@link FlinkHotKey}: whole jobs, one after the other, on a cluster in this JVM.
 */
final class HotKeyRun {
  /** The rate on this machine, whose cores the sources share with the windows. */
  static final String WALL = "rows_per_s_of_wall";

  /** The rate if each thread had a core: the busiest one would then limit the job. */
  static final String BUSIEST = "rows_per_s_of_busiest_thread";

  private static final int SLOTS = 2;
  private static final int KEYS = 10_000;

  /** Rows of a source task with one timestamp. So each other key has ten rows per slide. */
  private static final int ROWS_PER_MILLI = 100;

  private static final int WARM_UPS = 2;
  private static final int RUNS = 5;
  private static final Duration SLIDE = Duration.ofSeconds(1);
  private static final TypeInformation<Tuple3<Integer, Long, Double>> ROW =
      Types.TUPLE(Types.INT, Types.LONG, Types.DOUBLE);

  private final FlinkHotKey.Point point;

  HotKeyRun(FlinkHotKey.Point point) {
    this.point = point;
  }

  @SuppressWarnings("try") // an interrupt ends the measurement
  RunFigures run() throws Exception {
    RunFigures figures = new RunFigures();
    try (BenchCluster cluster = new BenchCluster("heap", SLOTS, options -> {})) {
      for (int i = 0; i < WARM_UPS + RUNS; i++) {
        StreamExecutionEnvironment env = BenchCluster.environment(cluster.configuration, SLOTS);
        ThreadMeter.NANOS.clear();
        metered(windows(rows(env))).sinkTo(new DiscardingSink<>());
        var job = cluster.mini.executeJobBlocking(env.getStreamGraph().getJobGraph());
        if (i >= WARM_UPS) {
          figures.add(WALL, point.rows() * 1e3 / job.getNetRuntime());
          figures.add(BUSIEST, point.rows() * 1e9 / Collections.max(ThreadMeter.NANOS));
        }
      }
    }
    return figures;
  }

  /** Both source tasks emit the same times, so that their watermarks advance together. */
  private KeyedStream<Tuple3<Integer, Long, Double>, Integer> rows(StreamExecutionEnvironment env) {
    long perTask = point.rows() / SLOTS;
    var rows =
        env.fromSequence(0, SLOTS * perTask - 1)
            .map(
                number ->
                    Tuple3.of(key(number), number % perTask / ROWS_PER_MILLI, number % 1024.0))
            .returns(ROW)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple3<Integer, Long, Double>>forMonotonousTimestamps()
                    .withTimestampAssigner((row, before) -> row.f1));
    return metered(rows).keyBy(row -> row.f0, Types.INT);
  }

  private static <T> DataStream<T> metered(DataStream<T> stream) {
    return stream.transform("meter", stream.getType(), new ThreadMeter<>());
  }

  private static int key(long number) {
    long random = number * 0x9e3779b97f4a7c15L;
    return random < 0 ? 0 : 1 + (int) ((random >>> 33) % KEYS);
  }

  private DataStream<?> windows(KeyedStream<Tuple3<Integer, Long, Double>, Integer> keyed) {
    var slides = SlidingEventTimeWindows.of(SLIDE.multipliedBy(point.overlap()), SLIDE);
    if (point.by() == By.FLINK) {
      return keyed.window(slides).sum(2);
    }
    FinestraWindowedStream<Tuple3<Integer, Long, Double>, Integer> windows =
        Finestra.keyed(keyed).window(slides);
    return (point.by() == By.TWO_PHASES ? windows.twoPhase() : windows).aggregate("sum", "f2");
  }

  /** Forwards all elements, and records the CPU time of its thread when it closes. */
  private static final class ThreadMeter<T> extends AbstractStreamOperator<T>
      implements OneInputStreamOperator<T, T> {
    private static final long serialVersionUID = 1L;

    static final Queue<Long> NANOS = new ConcurrentLinkedQueue<>();

    @Override
    public void processElement(StreamRecord<T> element) {
      output.collect(element);
    }

    @Override
    public void close() throws Exception {
      NANOS.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
      super.close();
    }
  }
}
