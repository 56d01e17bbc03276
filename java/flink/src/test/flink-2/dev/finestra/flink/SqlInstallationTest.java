package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.table.FinestraAgg;
import java.time.ZoneId;
import java.util.List;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which plans have Finestra's operators. */
class SqlInstallationTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private static final String EVENTS =
      """
      CREATE TABLE events (k INT, v BIGINT, ts TIMESTAMP(3), p AS PROCTIME(), WATERMARK FOR ts AS ts)
      WITH ('connector' = 'datagen')
      """;

  private static final String OVER =
      "SELECT SUM(v) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)"
          + " FROM events";

  private static TableEnvironment environment() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.executeSql(EVENTS);
    return tables;
  }

  private static String hop(String time, int overlap, String aggregate) {
    return "SELECT k, %s FROM HOP(TABLE events, DESCRIPTOR(%s), INTERVAL '1' SECOND, INTERVAL '%s' SECOND) GROUP BY k, window_start, window_end"
        .formatted(aggregate, time, overlap);
  }

  private static void assertRuns(boolean expected, TableEnvironment tables, String query) {
    String plan = tables.explainSql(query);
    assertEquals(expected, plan.contains("Finestra"), () -> query + "\n" + plan);
  }

  @Test
  void shouldInstallInOneEnvironment() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    FinestraSql.install(tables);
    assertRuns(true, tables, OVER);
    assertRuns(false, environment(), OVER);
  }

  @Test
  void shouldRunTheExample() throws Exception {
    String lines = String.join("\n", ExamplesTest.run("Unchanged"));
    assertTrue(lines.contains("FinestraOverAggregate"), lines);
    assertTrue(lines.contains("|                   20 |                  155 |"), lines);
  }

  @Test
  void shouldInstallByTheModule() {
    TableEnvironment tables = environment();
    assertRuns(false, tables, OVER);
    tables.executeSql("LOAD MODULE finestra");
    assertRuns(true, tables, OVER);
    assertRuns(false, environment(), OVER);
    tables.executeSql("UNLOAD MODULE finestra");
    assertRuns(false, tables, OVER);
  }

  @Test
  void shouldLeaveWhatItDoesNotImprove() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    assertRuns(true, tables, hop("ts", 5, "SUM(v)"));
    assertRuns(true, tables, hop("ts", 5, "SUM(CAST(v AS DECIMAL(10, 2)))"));
    assertRuns(true, tables, hop("ts", 5, "MAX(CAST(v AS STRING))"));
    assertRuns(false, tables, hop("ts", 4, "SUM(v)"));
    assertRuns(true, tables, hop("ts", 5, "STDDEV_POP(v)"));
    assertRuns(
        true, tables, OVER.replace("SUM(v)", "MAX(CAST(v AS STRING))").replace("9 P", "99 P"));
    assertRuns(
        false, tables, OVER.replace("SUM(v)", "MAX(CAST(v AS STRING))").replace("9 P", "98 P"));
    assertRuns(false, tables, hop("p", 5, "SUM(v)"));
    assertRuns(false, tables, hop("ts", 5, "AVG(DISTINCT v)"));
    String two = "COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE v > 1)";
    assertRuns(false, tables, hop("ts", 5, two));
    assertRuns(true, tables, hop("ts", 5, "COUNT(DISTINCT v), COUNT(DISTINCT v % 9)"));
    assertRuns(false, tables, hop("ts", 5, "LISTAGG(CAST(v AS STRING))"));
    assertRuns(false, tables, hop("ts", 5, "COLLECT(v)"));
    assertRuns(false, tables, hop("ts", 5, "ARRAY_AGG(v)"));
    assertRuns(false, tables, OVER.replace("SUM(v)", "ARRAY_AGG(v)"));
    tables.createTemporarySystemFunction("finestra_agg", FinestraAgg.class);
    assertRuns(false, tables, OVER.replace("SUM(v)", "finestra_agg('max', v)"));
    assertRuns(false, tables, OVER.replace("SUM", "LAST_VALUE"));
    assertRuns(false, tables, OVER.replace("9 PRECEDING", "UNBOUNDED PRECEDING"));
    assertRuns(false, tables, OVER.replace("ORDER BY ts", "ORDER BY p"));
    String range = OVER.replace("ROWS BETWEEN 9", "RANGE BETWEEN INTERVAL '1' DAY");
    assertRuns(true, tables, range);
    assertThrows(
        TableException.class,
        () -> tables.explainSql(range.replace("ORDER BY ts", "ORDER BY ts DESC")));
    assertRuns(false, tables, range.replace("ORDER BY ts", "ORDER BY p"));
    assertRuns(false, tables, "SELECT k, COUNT(*) FROM events GROUP BY k");
  }

  @Test
  void shouldRunAFunctionThatHasMergeButNoRetract() {
    TableEnvironment tables = environment();
    tables.createTemporarySystemFunction("span", Span.class);
    String query = OVER.replace("SUM", "span");
    assertThrows(ValidationException.class, () -> tables.explainSql(query));
    FinestraSql.install(tables);
    assertRuns(true, tables, query);
  }

  @Test
  void shouldLeaveAFunctionThatMayChangeAnArray() {
    TableEnvironment tables = environment();
    tables.createTemporarySystemFunction("counts", Counts.class);
    FinestraSql.install(tables);
    assertRuns(false, tables, hop("ts", 5, "counts(v)"));
  }

  /** Its accumulator has an array. */
  public static final class Counts extends AggregateFunction<Long, Counts.Buckets> {
    /** The accumulator. */
    public static final class Buckets {
      public long[] counts = new long[4];
    }

    @Override
    public Buckets createAccumulator() {
      return new Buckets();
    }

    public void accumulate(Buckets buckets, Long value) {
      buckets.counts[0] += value;
    }

    public void merge(Buckets buckets, Iterable<Buckets> others) {
      others.forEach(other -> buckets.counts[0] += other.counts[0]);
    }

    @Override
    public Long getValue(Buckets buckets) {
      return buckets.counts[0];
    }
  }

  @Test
  void shouldPlanUpdatesForEachStrategyAndSink() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    tables.executeSql(
        "CREATE TABLE sums (k INT, total BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
            + " WITH ('connector' = 'print')");
    tables.executeSql(SqlChangesRestoreTest.LATEST);
    String insert =
        """
        INSERT INTO sums SELECT k, SUM(v) OVER (
          ORDER BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW) FROM latest
        ON CONFLICT DO DEDUPLICATE
        """;
    for (String strategy : List.of("IGNORE", "TRY_RESOLVE")) {
      tables.getConfig().set("table.optimizer.non-deterministic-update.strategy", strategy);
      String plan = tables.explainSql(insert);
      assertTrue(plan.contains("FinestraChangesOverAggregate"), plan);
    }
    StatementSet both = tables.createStatementSet();
    both.addInsertSql(insert);
    both.addInsertSql(insert.replace("SUM", "MAX"));
    assertTrue(both.explain().contains("FinestraChangesOverAggregate"));
  }

  @Test
  void shouldNotCompileAPlanWithUpdates() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    tables.executeSql("CREATE TABLE sums (total BIGINT) WITH ('connector' = 'blackhole')");
    tables.executeSql(SqlChangesRestoreTest.LATEST);
    String over =
        """
        SELECT SUM(v) OVER (
          ORDER BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW) FROM latest
        """;
    assertTrue(tables.explainSql(over).contains("FinestraChangesOverAggregate"));
    Exception refused =
        assertThrows(
            Exception.class,
            () -> tables.compilePlanSql("INSERT INTO sums " + over).asJsonString());
    String message = ExceptionUtils.stringifyException(refused);
    assertTrue(message.contains("COMPILE PLAN does not support OVER"), message);
    CompiledPlan plan = tables.compilePlanSql("INSERT INTO sums " + over);
    assertThrows(TableException.class, plan::execute);
  }

  /** Where clocks change otherwise, Flink's timers are not in the order of the windows' ends. */
  @Test
  void shouldLeaveWindowsInSomeZones() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.executeSql(EVENTS.replace("TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"));
    FinestraSql.install(tables);
    for (String zone : List.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "+08:00")) {
      tables.getConfig().setLocalTimeZone(ZoneId.of(zone));
      assertRuns(true, tables, hop("ts", 5, "SUM(v)"));
    }
    for (String zone : List.of("America/Mexico_City", "America/St_Johns", "Australia/Lord_Howe")) {
      tables.getConfig().setLocalTimeZone(ZoneId.of(zone));
      assertRuns(false, tables, hop("ts", 5, "SUM(v)"));
    }
  }

  @Test
  void shouldCompileFlinksNodes() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    tables.executeSql("CREATE TABLE sums (total BIGINT) WITH ('connector' = 'blackhole')");
    CompiledPlan plan = tables.compilePlanSql("INSERT INTO sums " + OVER);
    assertTrue(plan.asJsonString().contains("stream-exec-over-aggregate_1"), plan.asJsonString());
    assertFalse(plan.asJsonString().contains("dev.finestra"), plan.asJsonString());
  }

  @Test
  void shouldFollowTheSettings() {
    TableEnvironment tables = environment();
    FinestraSql.install(tables);
    tables.getConfig().set("finestra.sql.min-overlap", "4");
    assertRuns(true, tables, hop("ts", 4, "SUM(v)"));
    tables.getConfig().set("finestra.sql.enabled", "false");
    assertRuns(false, tables, OVER);
    tables.getConfig().set("finestra.sql.enabled", "true");
    tables.getConfig().set("finestra.sql.algorithm", "quick");
    assertThrows(IllegalArgumentException.class, () -> tables.explainSql(OVER));
  }
}
