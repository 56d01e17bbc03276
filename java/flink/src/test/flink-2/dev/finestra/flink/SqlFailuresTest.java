package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.table.FinestraModule;
import dev.finestra.testing.FromTier;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Windows of SQL in the job of {@link FailuresTest}: after five restores, each result has come out
 * exactly once and equals a plain sum.
 */
class SqlFailuresTest {
  private static final String WHAT = "results of SQL under five failures, each once,";

  private static final SlidingTimeWindow SLIDES = SlidingTimeWindow.of(250, 50, 0, false);
  private static final LastWindow LAST = new LastWindow(100);

  private static final String HOP =
      """
      SELECT symbol, window_start, window_end, COUNT(*), SUM(price), MAX(price)
      FROM HOP(TABLE trades, DESCRIPTOR(ts), %s, %s)
      GROUP BY symbol, window_start, window_end
      """
          .formatted(span(SLIDES.slide()), span(SLIDES.size()));

  private static final String OVER =
      """
      SELECT symbol, ts, COUNT(*) OVER w, SUM(price) OVER w, MAX(price) OVER w
      FROM trades WINDOW w AS (
        PARTITION BY symbol ORDER BY ts RANGE BETWEEN %s PRECEDING AND CURRENT ROW)
      """
          .formatted(span(LAST.size()));

  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(3);

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresOnHeap() {
    check("hashmap", false, SLIDES, function(SLIDES));
  }

  @Test
  void shouldSurviveFailuresOnRocksDb() {
    check("rocksdb", true, LAST, function(LAST));
  }

  @Test
  void shouldSurviveFailuresOfHop() {
    check("rocksdb", true, SLIDES, HOP);
  }

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresOfHopOnHeap() {
    check("hashmap", false, SLIDES, HOP);
  }

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailuresOfOverOnRocksDb() {
    check("rocksdb", true, LAST, OVER);
  }

  @Test
  void shouldSurviveFailuresOfOver() {
    check("hashmap", false, LAST, OVER);
  }

  private static void check(String backend, boolean unaligned, WindowKind kind, String query) {
    long start = System.nanoTime();
    Trials.once(
        (seed, only) -> Trials.report(run(seed, backend, unaligned, kind, query), WHAT, start));
  }

  /** Runs a job and returns the number of its results. */
  private static long run(
      long seed, String backend, boolean unaligned, WindowKind kind, String query)
      throws Exception {
    int count = (int) Trials.count(60, 3_000);
    Fragile.begin((long) FailuresTest.KEYS * count, FailuresTest.FAILURES);
    Gathered.results = null;
    StreamExecutionEnvironment env = FailuresTest.environment(backend, unaligned);
    // With interruptible timers, Flink's table functions lose results at the end of the input.
    env.configure(
        new Configuration().set(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS, false));
    results(env, FailuresTest.trades(env, seed, count), query)
        .transform("gather", Types.VOID, new Gathered())
        .setParallelism(1);
    env.execute();
    assertEquals(FailuresTest.FAILURES, Fragile.failures());
    Map<String, Digest> expected = FailuresTest.expected(kind, seed, count);
    assertEquals(expected, new TreeMap<>(Gathered.results));
    return expected.values().stream().mapToLong(Digest::results).sum();
  }

  private static DataStream<Row> results(
      StreamExecutionEnvironment env, DataStream<Trade> trades, String query) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    tables.loadModule("finestra", new FinestraModule());
    FinestraSql.install(tables);
    Schema schema =
        Schema.newBuilder()
            .column("symbol", "STRING")
            .column("price", "BIGINT")
            .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
            .watermark("ts", "SOURCE_WATERMARK()")
            .build();
    tables.createTemporaryView("trades", trades, schema);
    assertTrue(tables.explainSql(query).matches("(?is).*finestra.*"), query);
    return tables
        .toDataStream(tables.sqlQuery(query))
        .map(SqlFailuresTest::inMillis)
        .returns(TypeInformation.of(Row.class));
  }

  /** The windows by {@code finestra_window}. */
  private static String function(WindowKind kind) {
    String query =
        """
        SELECT symbol, %s, n, total, top
        FROM finestra_window(
          input => TABLE trades PARTITION BY symbol,
          on_time => DESCRIPTOR(ts),
          aggregations => 'count() AS n, sum(price) AS total, max(price) AS top',
          %s)
        """;
    return kind instanceof SlidingTimeWindow slides
        ? query.formatted(
            "window_start, window_end",
            "size => %s, slide => %s".formatted(span(slides.size()), span(slides.slide())))
        : query.formatted("event_time", "size => " + span(((LastWindow) kind).size()));
  }

  private static String span(long millis) {
    return "INTERVAL '0.%03d' SECOND(1, 3)".formatted(millis);
  }

  /** The row that Finestra's operator emits on a stream. */
  private static Row inMillis(Row row) {
    Row in = Row.copy(row);
    for (int i = 0; i < in.getArity(); i++) {
      if (in.getField(i) instanceof Instant time) {
        in.setField(i, time.toEpochMilli());
      } else if (in.getField(i) instanceof LocalDateTime local) {
        in.setField(i, local.toInstant(ZoneOffset.UTC).toEpochMilli());
      }
    }
    return in;
  }
}
