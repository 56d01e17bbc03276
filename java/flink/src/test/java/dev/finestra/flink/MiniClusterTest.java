package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Whole jobs on a cluster: streaming and batch, with each type of elements, through each entry
 * point.
 */
class MiniClusterTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  private static final List<String> EXPECTED =
      List.of(
          "+I[a, -10, 20, 2, 5]",
          "+I[a, 0, 30, 3, 7]",
          "+I[a, 10, 40, 3, 7]",
          "+I[a, 20, 50, 1, 7]",
          "+I[b, -10, 20, 1, 9]",
          "+I[b, -20, 10, 1, 9]",
          "+I[b, 0, 30, 1, 9]");

  @Test
  void shouldRunAsAStream() throws Exception {
    assertEquals(EXPECTED, run(RuntimeExecutionMode.STREAMING));
  }

  @Test
  void shouldRunAsABatch() throws Exception {
    assertEquals(EXPECTED, run(RuntimeExecutionMode.BATCH));
  }

  /** A batch has one timer for each key, at its end, when all results are due at once. */
  @Test
  void shouldEmitAllResultsOfAKeyInABatch() throws Exception {
    List<Trade> many = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      many.add(new Trade("a", i, 1L, 0));
      many.add(new Trade("b", i, 1L, 0));
    }
    assertEquals(2_000, results(many, k -> k.window(LastWindow.of(Duration.ofMillis(10)))));
    var slides = SlidingEventTimeWindows.of(Duration.ofMillis(1_000), Duration.ofMillis(1));
    assertEquals(3_998, results(many, k -> k.window(slides)));
    var clock = SlidingProcessingTimeWindows.of(Duration.ofSeconds(1_000), Duration.ofSeconds(1));
    assertTrue(results(many, k -> k.window(clock)) >= 2_000);
  }

  private static int results(
      List<Trade> trades,
      Function<FinestraKeyedStream<Trade, Object>, FinestraWindowedStream<Trade, Object>> windows)
      throws Exception {
    FinestraKeyedStream<Trade, Object> keyed = Finestra.keyed(batch(trades), "symbol");
    return sorted(windows.apply(keyed).aggregate("count", "price")).size();
  }

  private static DataStream<Trade> batch(List<Trade> trades) {
    Configuration config = new Configuration();
    config.setString(FlinkKeys.PAGES, "4"); // In a batch, the current key may exceed the limit.
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    return env.fromData(Types.POJO(Trade.class), trades.toArray(Trade[]::new))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Trade>noWatermarks()
                .withTimestampAssigner((trade, t) -> trade.time));
  }

  /** One of two endless sources emits nothing: once it is idle, watermarks advance without it. */
  @Test
  @SuppressWarnings("try")
  void shouldNotWaitForAnIdleSource() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    DataStream<Trade> both = endless(env, trade -> true).union(endless(env, trade -> false));
    DataStream<Row> results =
        Finestra.keyed(both, "symbol")
            .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
            .aggregate("count");
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          try (CloseableIterator<Row> found = results.executeAndCollect()) {
            assertEquals("+I[a, 0, 10, 10]", found.next().toString());
          }
        });
  }

  private static DataStream<Trade> endless(
      StreamExecutionEnvironment env, FilterFunction<Trade> filter) {
    var numbers =
        new DataGeneratorSource<>(
            number -> new Trade("a", number, 1L, 0),
            Long.MAX_VALUE,
            RateLimiterStrategy.perSecond(1_000),
            Types.POJO(Trade.class));
    return env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
        .filter(filter)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Trade>forMonotonousTimestamps()
                .withTimestampAssigner((trade, t) -> trade.time)
                .withIdleness(Duration.ofMillis(100)));
  }

  @Test
  void shouldBuildAJobFromNamesAndMaps() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    DataStream<Row> rows =
        env.fromData(
                Types.ROW_NAMED(
                    new String[] {"user", "at", "price"}, Types.STRING, Types.LONG, Types.INT),
                Row.of("a", 1L, 3),
                Row.of("a", 5L, 4),
                Row.of("a", 9L, null),
                Row.of("b", 9L, 1))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Row>forMonotonousTimestamps()
                    .withTimestampAssigner((row, t) -> (Long) row.getField(1)));
    DataStream<Row> out =
        FinestraFromMaps.aggregate(
            rows,
            List.of("user"),
            Map.of("kind", "last", "size", 4),
            Map.of("top", List.of("max", "price")),
            Map.of("emit", "on_event", "algorithm", "b_fiba4"));
    assertEquals("Row(user: String, time: Long, top: Long)", out.getType().toString());
    assertEquals(List.of("+I[a, 1, 3]", "+I[a, 5, 4]", "+I[a, 9, 4]", "+I[b, 9, 1]"), sorted(out));
  }

  @Test
  void shouldReadTheRowsOfTablesByName() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    DataType type =
        DataTypes.ROW(
            DataTypes.FIELD("user", DataTypes.STRING()),
            DataTypes.FIELD("price", DataTypes.DOUBLE()));
    DataStream<Row> rows =
        env.fromData(
            ExternalTypeInfo.of(type), Row.of("a", 3.0), Row.of("b", 7.0), Row.of("a", 5.0));
    FinestraWindowedStream<Row, Object> last =
        Finestra.keyed(rows, "user").window(CountWindow.of(2, 1));
    assertEquals(
        List.of("+I[a, 3.0]", "+I[a, 5.0]", "+I[b, 7.0]"), sorted(last.aggregate("max", "price")));
    assertEquals(
        "There is no field 'prize'; the elements have 'user', 'price'",
        assertThrows(IllegalArgumentException.class, () -> last.aggregate("max", "prize"))
            .getMessage());
  }

  /** A wrapper of a trade, or of null. */
  public static class Wrapped {
    public String by;
    public Trade trade;

    static Wrapped of(String by, Trade trade) {
      Wrapped wrapped = new Wrapped();
      wrapped.by = by;
      wrapped.trade = trade;
      return wrapped;
    }
  }

  @Test
  void shouldReadFieldsOfFieldsByName() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    DataStream<Wrapped> rows =
        env.fromData(
            Types.POJO(Wrapped.class),
            Wrapped.of("a", new Trade("x", 0, 3L, 0)),
            Wrapped.of("a", null),
            Wrapped.of("b", null));
    FinestraWindowedStream<Wrapped, Object> last =
        Finestra.keyed(rows, "by").window(CountWindow.of(2, 1));
    assertEquals(
        List.of("+I[a, 3]", "+I[a, 3]", "+I[b, null]"),
        sorted(last.aggregate("max", "trade.price")));
    assertEquals(
        "In 'trade': There is no field 'prize'; the elements have 'price', 'symbol', 'time',"
            + " 'weight'",
        assertThrows(IllegalArgumentException.class, () -> last.aggregate("max", "trade.prize"))
            .getMessage());
  }

  private static List<String> run(RuntimeExecutionMode mode) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setRuntimeMode(mode);
    env.setParallelism(2);
    DataStream<Trade> trades =
        env.fromData(
                Types.POJO(Trade.class),
                new Trade("a", 12, 5L, 1),
                new Trade("b", 3, 9L, 1),
                new Trade("a", 15, null, 1),
                new Trade("a", 29, 7L, 1))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Trade>forBoundedOutOfOrderness(Duration.ofMillis(20))
                    .withTimestampAssigner((trade, t) -> trade.time));
    Map<String, Object> aggregations = new LinkedHashMap<>();
    aggregations.put("n", "count");
    aggregations.put("top", List.of("max", "price"));
    return sorted(
        Finestra.keyed(trades, "symbol")
            .window(SlidingEventTimeWindows.of(Duration.ofMillis(30), Duration.ofMillis(10)))
            .aggregate(aggregations));
  }

  private static List<String> sorted(DataStream<Row> rows) throws Exception {
    List<String> texts = new ArrayList<>();
    rows.executeAndCollect().forEachRemaining(row -> texts.add(row.toString()));
    texts.sort(null);
    return texts;
  }
}
