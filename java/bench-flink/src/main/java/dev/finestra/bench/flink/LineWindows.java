package dev.finestra.bench.flink;

import dev.finestra.flink.Finestra;
import dev.finestra.flink.FinestraWindowedStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * A job with sliding sums, on a cluster in this JVM with one slot. It prints the rows of each run
 * per second of CPU time of the thread with the windows.
 *
 * <p>Keys are random. A key has ten rows per slide on average, and a watermark follows as many rows
 * as there are keys, but at least a thousand. {@code make bench-lines} compiles this file again,
 * against the jars of each version of Flink, so it only uses what all of them have.
 */
public final class LineWindows {
  private static final long SLIDE_MILLIS = 1000;
  private static final int ROWS_PER_SLIDE = 10;
  private static final int LEAST_PER_WATERMARK = 1000;
  private static final TypeInformation<Tuple3<Integer, Long, Double>> ROW =
      Types.TUPLE(Types.INT, Types.LONG, Types.DOUBLE);

  private static final AggregateFunction<Tuple3<Integer, Long, Double>, ?, ?> SUM =
      UserFunctions.of("sum");

  private LineWindows() {}

  /**
   * Runs the job.
   *
   * @param words the subject, which is {@code flink}, {@code finestra} or {@code
   *     finestra_function}, the state backend, the number of keys, size / slide, the rows before
   *     the first run, the rows of a run and the number of runs
   */
  public static void main(String[] words) throws Exception {
    int keys = Integer.parseInt(words[2]);
    int perMark = Math.max(1, LEAST_PER_WATERMARK / keys) * keys;
    long warmUp = (Long.parseLong(words[4]) + perMark - 1) / perMark;
    long run = Math.max(1, Long.parseLong(words[5]) / perMark);
    long marks = warmUp + Integer.parseInt(words[6]) * run;

    Configuration configuration = new Configuration();
    configuration.set(StateBackendOptions.STATE_BACKEND, words[1]);
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
    env.getConfig().enableObjectReuse();
    DataStream<?> results = windows(words[0], rows(env, keys, perMark, marks), words[3]);
    metered(results, warmUp, run).sinkTo(new DiscardingSink<>());
    env.execute();
    for (int i = 1; i < Meter.NANOS.size(); i++) {
      System.out.println(run * perMark * 1e9 / (Meter.NANOS.get(i) - Meter.NANOS.get(i - 1)));
    }
  }

  private static KeyedStream<Tuple3<Integer, Long, Double>, Integer> rows(
      StreamExecutionEnvironment env, int keys, int perMark, long marks) {
    return env.fromSequence(0, marks * perMark - 1)
        .map(number -> row(number, keys))
        .returns(ROW)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Tuple3<Integer, Long, Double>>forGenerator(
                    context -> new Marks(perMark))
                .withTimestampAssigner((row, before) -> row.f1))
        .keyBy(row -> row.f0, Types.INT);
  }

  private static Tuple3<Integer, Long, Double> row(long number, int keys) {
    long random = number * 0x9e3779b97f4a7c15L;
    random = (random ^ random >>> 30) * 0xbf58476d1ce4e5b9L;
    random ^= random >>> 27;
    long time = number / keys * (SLIDE_MILLIS / ROWS_PER_SLIDE);
    return new Tuple3<>((int) ((random >>> 33) % keys), time, (double) (random & 1023));
  }

  private static DataStream<?> windows(
      String subject, KeyedStream<Tuple3<Integer, Long, Double>, Integer> rows, String overlap) {
    SlidingEventTimeWindows sliding =
        SlidingEventTimeWindows.of(
            Duration.ofMillis(Long.parseLong(overlap) * SLIDE_MILLIS),
            Duration.ofMillis(SLIDE_MILLIS));
    if (subject.equals("flink")) {
      return rows.window(sliding).aggregate(SUM);
    }
    FinestraWindowedStream<Tuple3<Integer, Long, Double>, Integer> windows =
        Finestra.keyed(rows).window(sliding);
    return subject.equals("finestra") ? windows.aggregate("sum", "f2") : windows.aggregate(SUM);
  }

  /** The meter runs in the thread with the windows; in Flink 1.20 it would have its own one. */
  private static <T> DataStream<Integer> metered(DataStream<T> results, long warmUp, long run) {
    DataStream<Integer> metered = results.transform("meter", Types.INT, new Meter<>(warmUp, run));
    ((PhysicalTransformation<Integer>) metered.getTransformation())
        .setChainingStrategy(ChainingStrategy.ALWAYS);
    return metered;
  }

  /** A watermark after each so many rows. */
  private static final class Marks implements WatermarkGenerator<Tuple3<Integer, Long, Double>> {
    private final int every;
    private long rows;

    Marks(int every) {
      this.every = every;
    }

    @Override
    public void onEvent(Tuple3<Integer, Long, Double> row, long time, WatermarkOutput output) {
      if (++rows % every == 0) {
        output.emitWatermark(new Watermark(time));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }

  /** Reads the CPU clock of the thread with the windows when a run begins and ends. */
  private static final class Meter<T> extends AbstractStreamOperator<Integer>
      implements OneInputStreamOperator<T, Integer> {
    private static final long serialVersionUID = 1L;

    static final List<Long> NANOS = new CopyOnWriteArrayList<>();

    private final long first;
    private final long run;
    private long marks;

    Meter(long first, long run) {
      this.first = first;
      this.run = run;
    }

    @Override
    public void processElement(StreamRecord<T> result) {}

    @Override
    public void processWatermark(org.apache.flink.streaming.api.watermark.Watermark mark)
        throws Exception {
      super.processWatermark(mark);
      boolean isLast = mark.getTimestamp() == Long.MAX_VALUE;
      if (!isLast && ++marks >= first && (marks - first) % run == 0) {
        NANOS.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
      }
    }
  }
}
