package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.FromTier;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.SlidingTimeWindow;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A job stops with a savepoint and continues with two phases switched on or off. */
class TwoPhaseSavepointTest {
  private static final SlidingTimeWindow SLIDES = SlidingTimeWindow.of(250, 50, 0, false);

  /** The rows of each key. */
  private static final int COUNT = 200;

  private static final long ROWS = (long) COUNT * FailuresTest.KEYS;
  private static final int ROWS_PER_SECOND = 20_000;

  /** The rows that the current job has read. */
  private static final AtomicLong READ = new AtomicLong();

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  @TempDir Path savepoints;

  @Test
  @FromTier(Tier.PUSH)
  void shouldSwitchTwoPhasesOn() {
    Trials.once((seed, only) -> change(seed, true));
  }

  @Test
  @FromTier(Tier.PUSH)
  void shouldSwitchTwoPhasesOff() {
    Trials.once((seed, only) -> change(seed, false));
  }

  private void change(long seed, boolean endsInTwo) throws Exception {
    Gathered.results = null;
    READ.set(0);
    JobClient first = job(seed, !endsInTwo, new Configuration()).executeAsync();
    long start = System.nanoTime();
    while (READ.get() < ROWS / 4) {
      assertTrue(System.nanoTime() - start < TimeUnit.MINUTES.toNanos(1), "no rows are read");
      assertTrue(!first.getJobStatus().get().isGloballyTerminalState(), "the job has ended");
      Thread.sleep(5);
    }
    String savepoint =
        first
            .stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
            .get(1, TimeUnit.MINUTES);
    assertTrue(READ.get() < ROWS, "no row is left for the second job");
    assertNull(Gathered.results, "the first job has ended");
    Configuration restored = new Configuration();
    restored.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    job(seed, endsInTwo, restored).execute();
    assertEquals(FailuresTest.expected(SLIDES, seed, COUNT), new TreeMap<>(Gathered.results));
  }

  private static StreamExecutionEnvironment job(
      long seed, boolean isTwoPhase, Configuration configuration) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    DataStream<Long> numbers =
        env.fromSource(
                new DataGeneratorSource<>(
                    number -> number,
                    ROWS,
                    RateLimiterStrategy.perSecond(ROWS_PER_SECOND),
                    Types.LONG),
                WatermarkStrategy.noWatermarks(),
                "numbers")
            .setParallelism(1)
            .uid("numbers")
            .map(TwoPhaseSavepointTest::count)
            .returns(Types.LONG)
            .setParallelism(1);
    DataStream<Row> results =
        FinestraFromMaps.aggregateKeyed(
                FailuresTest.trades(numbers, seed).keyBy(trade -> trade.symbol),
                "key",
                FailuresTest.window(SLIDES),
                FailuresTest.aggregations(),
                Map.of("two_phase", isTwoPhase))
            .uid("windows");
    results.transform("gather", Types.VOID, new Gathered()).uid("gather").setParallelism(1);
    return env;
  }

  private static Long count(Long number) {
    READ.incrementAndGet();
    return number;
  }
}
