package dev.finestra.flink;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Windows in two phases have the results of windows in one. */
class TwoPhaseTest {
  private static final OutputTag<Trade> LATE = new OutputTag<>("late", Types.POJO(Trade.class));

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  /** A watermark after each row whose number is a multiple of ten. */
  private static final class EveryTenth implements WatermarkGenerator<Trade> {
    private final long delay;

    private EveryTenth(long delay) {
      this.delay = delay;
    }

    @Override
    public void onEvent(Trade trade, long timestamp, WatermarkOutput output) {
      if (trade.weight % 10 == 0) {
        output.emitWatermark(new Watermark(timestamp - delay));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // onEvent emits all watermarks.
    }
  }

  /** One task reads all rows, so the same rows are late with and without two phases. */
  @Test
  void shouldHaveTheSameResultsAndLateRows() {
    Trials.run(12, 300, "jobs in one and two phases", (seed, only) -> inOneTask(seed));
  }

  private static void inOneTask(long seed) throws Exception {
    List<String> expected = run(seed, 1, false, RuntimeExecutionMode.STREAMING);
    assertEquals(expected, run(seed, 1, true, RuntimeExecutionMode.STREAMING));
    assertTrue(expected.size() > 10, "too few results");
  }

  /** A batch sorts rows by time, so it must not combine them before. */
  @Test
  void shouldHaveTheSameResultsInABatch() {
    Trials.run(3, 50, "batches in one and two phases", (seed, only) -> inABatch(seed));
  }

  private static void inABatch(long seed) throws Exception {
    List<String> expected = run(seed, 1, false, RuntimeExecutionMode.BATCH);
    assertEquals(expected, run(seed, 1, true, RuntimeExecutionMode.BATCH));
  }

  /** Two tasks have rows of the same keys and panes. */
  @Test
  void shouldMergeTheRowsOfTwoTasks() {
    Trials.run(4, 100, "jobs with two tasks", (seed, only) -> inTwoTasks(seed));
  }

  private static void inTwoTasks(long seed) throws Exception {
    List<String> expected = run(seed, 2, false, RuntimeExecutionMode.STREAMING);
    assertEquals(expected, run(seed, 2, true, RuntimeExecutionMode.STREAMING));
  }

  private static List<String> run(
      long seed, int tasks, boolean isTwoPhase, RuntimeExecutionMode mode) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(tasks);
    env.setRuntimeMode(mode);
    if (random.nextBoolean()) {
      env.getConfig().enableObjectReuse();
    }
    // If there are two tasks, each one's rows are in order, and none is late.
    int disorder = tasks == 1 ? 200 : 0;
    DataStream<Trade> rows = rows(env, random, disorder);
    boolean isUnion = tasks == 2 && random.nextBoolean();
    DataStream<Trade> given = isUnion ? rows.union(rows).rebalance() : rows;
    KeyedStream<Trade, String> keyed = given.keyBy(trade -> trade.symbol);
    long slide = 5 + random.nextInt(100);
    long size = 1 + random.nextInt(150);
    long lateness = random.nextBoolean() ? 0 : random.nextInt(100);
    FinestraWindowedStream<Trade, String> windows =
        Finestra.keyed(keyed)
            .window(SlidingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(slide)))
            .allowedLateness(lateness)
            .sideOutputLateData(LATE);
    if (isTwoPhase) {
      windows.twoPhase();
    }
    int what = mode == RuntimeExecutionMode.BATCH ? 0 : random.nextInt(5);
    SingleOutputStreamOperator<?> results = aggregated(windows, what, tasks == 2);
    List<String> texts = new ArrayList<>();
    results
        .map(String::valueOf)
        .returns(Types.STRING)
        .union(results.getSideOutput(LATE).map(trade -> "late " + trade))
        .executeAndCollect()
        .forEachRemaining(texts::add);
    texts.sort(null);
    return texts;
  }

  private static SingleOutputStreamOperator<?> aggregated(
      FinestraWindowedStream<Trade, String> windows, int what, boolean isSorted) {
    return switch (what) {
      case 0 -> windows.aggregate(new Listed(isSorted, false));
      case 1 -> windows.aggregate(new Summed(), new Bounds<>());
      case 2 -> windows.aggregate("sum", "price");
      case 3 -> windows.aggregate("count_distinct", "price");
      default -> windows.reduce((a, b) -> new Trade(a.symbol, 0, a.price + b.price, 0));
    };
  }

  private static DataStream<Trade> rows(
      StreamExecutionEnvironment env, SplittableRandom random, int disorder) {
    long salt = random.nextLong();
    long step = 1 + random.nextInt(10);
    int keys = 1 + random.nextInt(2_000);
    return env.fromSequence(1, 3_000)
        .map(number -> trade(number, salt, step, keys, disorder))
        .returns(Types.POJO(Trade.class))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Trade>forGenerator(context -> new EveryTenth(20))
                .withTimestampAssigner((trade, t) -> trade.time));
  }

  /** Half of all rows have the same key. */
  private static Trade trade(long number, long salt, long step, int keys, int disorder) {
    SplittableRandom random = new SplittableRandom(salt + number);
    String key = random.nextBoolean() ? "hot" : "k" + random.nextInt(keys);
    long late = disorder > 0 && random.nextInt(10) == 0 ? random.nextInt(disorder) : 0;
    return new Trade(key, number * step - late, (long) random.nextInt(100), number);
  }

  @Test
  void shouldCombineWithTheParallelismAndBufferTimeoutOfEachInput() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    DataStream<Trade> rows = env.fromData(new Trade("", 0, 0L, 0));
    DataStream<Trade> one = rows.filter(row -> true).setParallelism(1).setBufferTimeout(7);
    DataStream<Trade> two = rows.filter(row -> true).setParallelism(2).setBufferTimeout(9);
    Finestra.keyed(one.union(two.rebalance()).keyBy(trade -> trade.symbol))
        .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
        .twoPhase()
        .aggregate("sum", "price")
        .sinkTo(new DiscardingSink<>());

    Map<Integer, Long> timeouts =
        env.getStreamGraph().getStreamNodes().stream()
            .filter(node -> node.getOperatorName().equals("finestra combine"))
            .collect(toMap(StreamNode::getParallelism, StreamNode::getBufferTimeout));
    assertEquals(Map.of(1, 7L, 2, 9L), timeouts);
  }

  @Test
  void shouldRejectWindowsThatNeedEachRow() {
    var keyed =
        StreamExecutionEnvironment.getExecutionEnvironment()
            .fromData(new Trade("", 0, 0L, 0))
            .keyBy(trade -> trade.symbol);
    var slides = SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5));
    assertRejects(
        "sliding or tumbling windows in event time",
        () -> Finestra.keyed(keyed).window(LastWindow.of(9)).twoPhase().aggregate("sum", "price"));
    assertRejects(
        "use ON_WATERMARK",
        () ->
            Finestra.keyed(keyed)
                .window(slides)
                .emit(Emit.ON_EVENT)
                .twoPhase()
                .aggregate("sum", "price"));
    assertRejects(
        "leave stateTtl out",
        () ->
            Finestra.keyed(keyed)
                .window(slides)
                .stateTtl(Duration.ofHours(1))
                .twoPhase()
                .aggregate("sum", "price"));
    assertRejects(
        "depends on the order of rows by time",
        () -> Finestra.keyed(keyed).window(slides).twoPhase().aggregate("first", "price"));
  }

  private static void assertRejects(String part, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
