package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.testing.FromTier;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A job on a cluster fails five times, each time after a checkpoint, and recovers. Each result
 * comes out exactly once and equals a plain sum.
 */
class FailuresTest {
  static final int KEYS = 100;
  static final int FAILURES = 5;

  /** Flink's changelog over state on heap. */
  private static final String CHANGELOG = "changelog";

  static final String WHAT = "results under five failures, each once,";

  /** How far rows may be out of order; watermarks wait for them. */
  private static final int DISORDER = 200;

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(3);

  @Test
  void shouldSurviveFailuresWithAlignedCheckpoints() {
    long start = System.nanoTime();
    SlidingTimeWindow slides = SlidingTimeWindow.of(250, 50, 0, false);
    Trials.once((seed, only) -> Trials.report(run(seed, "hashmap", false, slides), WHAT, start));
  }

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresWithUnalignedCheckpoints() {
    long start = System.nanoTime();
    LastWindow last = new LastWindow(100);
    Trials.once((seed, only) -> Trials.report(run(seed, "rocksdb", true, last), WHAT, start));
  }

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresWithAChangelog() {
    long start = System.nanoTime();
    SlidingTimeWindow slides = SlidingTimeWindow.of(250, 50, 0, false);
    Trials.once((seed, only) -> Trials.report(run(seed, CHANGELOG, false, slides), WHAT, start));
  }

  /** Before a checkpoint, rows that are combined before the shuffle are sent. */
  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresInTwoPhases() {
    long start = System.nanoTime();
    SlidingTimeWindow slides = SlidingTimeWindow.of(250, 50, 0, false);
    Map<String, Object> options = Map.of("two_phase", true);
    Trials.once(
        (seed, only) -> {
          boolean isUnaligned = seed % 2 == 0;
          Trials.report(run(seed, "hashmap", isUnaligned, slides, options), WHAT, start);
        });
  }

  static long run(long seed, String backend, boolean unaligned, WindowKind kind) throws Exception {
    return run(seed, backend, unaligned, kind, Map.of());
  }

  /** Runs a job and returns the number of its results. */
  private static long run(
      long seed, String backend, boolean unaligned, WindowKind kind, Map<String, Object> options)
      throws Exception {
    int count = (int) Trials.count(10_000, 10_000);
    Fragile.begin((long) KEYS * count, FAILURES);
    Gathered.results = null;
    DataStream<Row> results =
        FinestraFromMaps.aggregateKeyed(
            trades(environment(backend, unaligned), seed, count).keyBy(t -> t.symbol),
            "key",
            window(kind),
            aggregations(),
            options);
    results
        .transform("gather", Types.VOID, new Gathered())
        .setParallelism(1)
        .getExecutionEnvironment()
        .execute();
    assertEquals(FAILURES, Fragile.failures());
    Map<String, Digest> expected = expected(kind, seed, count);
    assertEquals(KEYS, expected.size());
    assertEquals(expected, new TreeMap<>(Gathered.results));
    return expected.values().stream().mapToLong(Digest::results).sum();
  }

  static StreamExecutionEnvironment environment(String backend, boolean unaligned) {
    Configuration config = new Configuration();
    config.setString(FlinkKeys.KEYS, "20"); // A subtask has about 33.
    boolean isLogged = backend.equals(CHANGELOG);
    config.setString("state.backend.type", isLogged ? "hashmap" : backend);
    config.setString("state.changelog.enabled", String.valueOf(isLogged));
    config.setString("state.changelog.storage", "memory");
    config.setString("state.changelog.periodic-materialize.interval", "100 ms");
    config.setString("execution.checkpointing.incremental", "true");
    config.setString("execution.checkpointing.interval", "50 ms");
    config.setString("execution.checkpointing.unaligned.enabled", String.valueOf(unaligned));
    config.setString(
        "execution.checkpointing.unaligned.interruptible-timers.enabled",
        String.valueOf(unaligned));
    config.setString("restart-strategy.type", "fixed-delay");
    config.setString("restart-strategy.fixed-delay.attempts", String.valueOf(FAILURES));
    config.setString("restart-strategy.fixed-delay.delay", "0 ms");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(3);
    return env;
  }

  static DataStream<Trade> trades(StreamExecutionEnvironment env, long seed, int count) {
    NumberSequenceSource numbers = new NumberSequenceSource(0, (long) KEYS * count - 1);
    return trades(
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
            .setParallelism(1)
            .map(new Fragile())
            .setParallelism(1),
        seed);
  }

  static DataStream<Trade> trades(DataStream<Long> numbers, long seed) {
    return numbers
        .map(number -> trade(seed, number))
        .returns(Types.POJO(Trade.class))
        .setParallelism(1)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Trade>forBoundedOutOfOrderness(Duration.ofMillis(DISORDER))
                .withTimestampAssigner((trade, t) -> trade.time))
        .setParallelism(1);
  }

  /** The row of a number; a key's rows are 10 ms apart, and up to 190 ms out of order. */
  private static Trade trade(long seed, long number) {
    long mixed = Trials.mix(seed + number);
    // After 0, because SQL's OVER drops earlier rows.
    long time = (1 + number / KEYS + Math.floorMod(mixed, DISORDER / 10)) * 10;
    return new Trade("k" + number % KEYS, time, Math.floorMod(mixed >>> 20, 1_000L), number);
  }

  static Map<String, Object> window(WindowKind kind) {
    return kind instanceof SlidingTimeWindow slides
        ? Map.of("kind", "sliding", "size", slides.size(), "slide", slides.slide())
        : Map.of("kind", "last", "size", ((LastWindow) kind).size());
  }

  static Map<String, Object> aggregations() {
    Map<String, Object> aggregations = new LinkedHashMap<>();
    aggregations.put("n", "count");
    aggregations.put("sum", List.of("sum", "price"));
    aggregations.put("top", List.of("max", "price"));
    return aggregations;
  }

  /** The expected results of each key, from sums over sorted rows. */
  static Map<String, Digest> expected(WindowKind kind, long seed, int count) {
    Map<String, Digest> expected = new TreeMap<>();
    for (int key = 0; key < KEYS; key++) {
      TreeMap<Long, long[]> rows = new TreeMap<>();
      for (long i = 0; i < count; i++) {
        Trade trade = trade(seed, i * KEYS + key);
        add(rows.computeIfAbsent(trade.time, t -> new long[] {0, 0, -1}), 1, trade.price);
      }
      Digest digest = new Digest(0, 0);
      if (kind instanceof SlidingTimeWindow slides) {
        long last = slides.grid().lastStart(rows.lastKey());
        for (long s = slides.grid().firstStart(rows.firstKey()); s <= last; s += slides.slide()) {
          long[] all = sums(rows, s, s + slides.size() - 1);
          if (all[0] > 0) {
            digest = digest.with("k" + key + "," + s + "," + (s + slides.size()) + text(all));
          }
        }
      } else {
        for (Map.Entry<Long, long[]> at : rows.entrySet()) {
          long[] all = sums(rows, at.getKey() - ((LastWindow) kind).size(), at.getKey());
          for (long i = 0; i < at.getValue()[0]; i++) {
            digest = digest.with("k" + key + "," + at.getKey() + text(all));
          }
        }
      }
      expected.put("k" + key, digest);
    }
    return expected;
  }

  private static long[] sums(TreeMap<Long, long[]> rows, long from, long to) {
    long[] all = {0, 0, -1};
    for (long[] each : rows.subMap(from, true, to, true).values()) {
      all[0] += each[0];
      all[1] += each[1];
      all[2] = Math.max(all[2], each[2]);
    }
    return all;
  }

  private static void add(long[] to, long rows, long price) {
    to[0] += rows;
    to[1] += price;
    to[2] = Math.max(to[2], price);
  }

  private static String text(long[] all) {
    return "," + all[0] + "," + all[1] + "," + all[2];
  }
}
