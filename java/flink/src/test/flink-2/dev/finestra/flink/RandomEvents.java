package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A random table {@code events}, and queries of it with Finestra's operators and with Flink's. */
final class RandomEvents {
  private static final int ROWS = 200;

  /** Aggregates of the columns that Flink and Finestra compute exactly. */
  static final List<String> AGGREGATES =
      List.of(
          "COUNT(*)",
          "COUNT(v)",
          "SUM(v)",
          "SUM(i)",
          "SUM(d)",
          "AVG(v)",
          "AVG(d)",
          "MIN(v)",
          "MAX(i)",
          "MAX(b)",
          "SUM(v * 2 + i)");

  private final Random random;
  private final String zone;
  private final long start;
  private final StreamTableEnvironment tables;

  /** The rows are about half of this many seconds apart. */
  final long seconds;

  RandomEvents(Random random) {
    this.random = random;
    this.zone = random.nextBoolean() ? "UTC" : "America/Los_Angeles";
    // Before clocks go forward. When they go back, Flink loses rows, see SqlDaylightTest.
    LocalDateTime day = LocalDateTime.parse("2026-03-08T00:30:00");
    this.start = day.atZone(ZoneId.of(zone)).toInstant().toEpochMilli();
    this.seconds = List.of(1, 10, 60, 600, 1800).get(random.nextInt(5));
    this.tables = tables();
  }

  private StreamTableEnvironment tables() {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
    StreamTableEnvironment made = StreamTableEnvironment.create(env);
    FinestraSql.install(made);
    made.getConfig().setLocalTimeZone(ZoneId.of(zone));
    String phases = random.nextBoolean() ? "AUTO" : "ONE_PHASE";
    made.getConfig().set("table.optimizer.agg-phase-strategy", phases);
    Schema schema =
        Schema.newBuilder()
            .column("k", "INT")
            .column("v", "BIGINT")
            .column("i", "INT")
            .column("d", "DOUBLE")
            .column("m", "DECIMAL(10, 2)")
            .column("s", "STRING")
            .column("b", "BOOLEAN")
            .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
            .watermark("ts", "SOURCE_WATERMARK()")
            .build();
    made.createTemporaryView("events", rows(env), schema);
    return made;
  }

  /** Rows out of order, some of them late. */
  private DataStream<Row> rows(StreamExecutionEnvironment env) {
    TypeInformation<Row> type =
        Types.ROW_NAMED(
            new String[] {"k", "v", "i", "d", "m", "s", "b", "at"},
            Types.INT,
            Types.LONG,
            Types.INT,
            Types.DOUBLE,
            Types.BIG_DEC,
            Types.STRING,
            Types.BOOLEAN,
            Types.LONG);
    List<Row> rows = new ArrayList<>();
    long now = start;
    for (int n = 0; n < ROWS; n++) {
      now += random.nextInt(20) == 0 ? seconds * 5_000 : random.nextInt((int) seconds * 400);
      long at = now - random.nextInt((int) seconds * 3_000);
      rows.add(
          Row.of(
              orNull(random.nextInt(4)),
              orNull(random.nextLong()),
              orNull(random.nextInt()),
              orNull((double) random.nextInt(100)),
              orNull(BigDecimal.valueOf(random.nextInt(100_000), 2)),
              orNull("s" + random.nextInt(9)),
              orNull(random.nextBoolean()),
              random.nextInt(9) == 0 && n > 0 ? rows.get(n - 1).getFieldAs(7) : at));
    }
    return env.fromData(rows, type)
        .assignTimestampsAndWatermarks(PunctuatedRows.behind(seconds * 1_000));
  }

  private <T> T orNull(T value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  /** A number of seconds as an interval of SQL. */
  static String interval(long seconds) {
    return "INTERVAL '%d %02d:%02d:%02d' DAY TO SECOND"
        .formatted(seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
  }

  /** One to four of these, each with {@code clause} behind it, as columns. */
  String columns(List<String> aggregates, String clause) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      String aggregate = aggregates.get(random.nextInt(aggregates.size()));
      columns.add("%s %s AS a%d".formatted(aggregate, clause, i));
    }
    return String.join(", ", columns);
  }

  /** Checks that both have the same results, and that Finestra's plan has this node. */
  void compare(String query, String node) throws Exception {
    tables.getConfig().set(FinestraSql.ENABLED, false);
    List<String> expected = results(query);
    tables.getConfig().set(FinestraSql.ENABLED, true);
    String plan = tables.explainSql(query);
    assertTrue(plan.contains(node), () -> query + plan);
    List<String> found = results(query);
    assertEquals(rest(expected, found), rest(found, expected), () -> query + " in " + zone);
  }

  /** What is in the first list more often than in the second. */
  private static List<String> rest(List<String> of, List<String> without) {
    List<String> rest = new LinkedList<>(of);
    without.forEach(rest::remove);
    return rest;
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private List<String> results(String query) throws Exception {
    List<String> results = new ArrayList<>();
    try (CloseableIterator<Row> rows = tables.executeSql(query).collect()) {
      rows.forEachRemaining(row -> results.add(row.toString()));
    }
    return results;
  }
}
