package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A batch job emits the same results as a streaming job without late rows. */
class BatchTest {
  /** The bound of the rows' disorder; watermarks wait for it. */
  private static final int DISORDER = 300;

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  @Test
  void shouldEqualAStream() {
    Trials.once(
        (seed, only) -> {
          List<String> streamed = run(seed, RuntimeExecutionMode.STREAMING);
          assertTrue(streamed.size() > 1_000, "few results: " + streamed.size());
          List<String> missing = new ArrayList<>(streamed);
          List<String> more = new ArrayList<>();
          for (String text : run(seed, RuntimeExecutionMode.BATCH)) {
            if (!missing.remove(text)) {
              more.add(text);
            }
          }
          assertEquals(List.of(), missing, "missing in the batch; more there: " + more);
          assertEquals(List.of(), more, "in the batch alone");
        });
  }

  private static List<String> run(long seed, RuntimeExecutionMode mode) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setRuntimeMode(mode);
    env.setParallelism(2);
    KeyedStream<Trade, String> keyed =
        env.fromData(Types.POJO(Trade.class), trades(new Random(seed)))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Trade>forBoundedOutOfOrderness(Duration.ofMillis(DISORDER))
                    .withTimestampAssigner((trade, t) -> trade.time))
            .keyBy(trade -> trade.symbol);
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("top", List.of("max", "price"));
    answers.put("all", List.of("collect", "price"));
    var slides = SlidingEventTimeWindows.of(Duration.ofMillis(90), Duration.ofMillis(20));
    Map<String, LastWindow> several = new LinkedHashMap<>();
    several.put("short", LastWindow.of(20));
    several.put("long", LastWindow.of(200));
    FinestraKeyedStream<Trade, String> windows = Finestra.keyed(keyed);
    DataStream<String> all =
        windows
            .window(slides)
            .aggregate(answers)
            .map(row -> "slides " + row)
            .union(
                windows.window(LastWindow.of(50)).aggregate(answers).map(row -> "last " + row),
                windows
                    .window(EventTimeSessionWindows.withGap(Duration.ofMillis(15)))
                    .aggregate(answers)
                    .map(row -> "session " + row),
                windows.windows(several).aggregate(answers).map(row -> "several " + row),
                windows
                    .window(slides)
                    .aggregate(new Listed(), new Bounds<>())
                    .map(text -> "function " + text));
    List<String> texts = new ArrayList<>();
    all.executeAndCollect().forEachRemaining(texts::add);
    texts.sort(null);
    return texts;
  }

  /** Rows of a few keys with distinct times, because a batch does not keep their order. */
  private static Trade[] trades(Random random) {
    Map<Long, Trade> byArrival = new TreeMap<>();
    for (int i = 0; i < 700; i++) {
      long time = 6L * i;
      Long price = random.nextInt(9) == 0 ? null : (Long) (long) random.nextInt(100);
      Trade trade = new Trade("k" + random.nextInt(2), time, price, i);
      byArrival.put((time + random.nextInt(DISORDER)) * 1_000 + i, trade);
    }
    return byArrival.values().toArray(Trade[]::new);
  }
}
