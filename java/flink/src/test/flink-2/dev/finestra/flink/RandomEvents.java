package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.table.FinestraModule;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;

/** A random table {@code events}, and queries of it with Finestra's operators and with Flink's. */
final class RandomEvents {
  private static final int ROWS = 200;

  /** Aggregates whose accumulators are numbers, which Flink and Finestra compute exactly. */
  static final List<String> NUMBERS =
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

  /** {@link #NUMBERS}, and some aggregates whose accumulators are objects. */
  static final List<String> AGGREGATES =
      Stream.concat(NUMBERS.stream(), Stream.of("SUM(m)", "AVG(m)", "MAX(m)", "MIN(s)")).toList();

  /** Aggregates that merge deletions, and for which Flink keeps no list of all values. */
  static final List<String> RETRACTABLE =
      AGGREGATES.stream().filter(each -> !each.matches("(MIN|MAX).*")).toList();

  private final Random random;
  private final String zone;
  private final long start;
  private final boolean hasUpdates;
  private final List<Row> rows;
  private final StreamTableEnvironment tables;

  /** The rows are about half of this many seconds apart. */
  final long seconds;

  RandomEvents(Random random, boolean hasUpdates) {
    this(random, hasUpdates, random.nextBoolean() ? "UTC" : "America/Los_Angeles");
  }

  /**
   * @param zone the session's time zone
   */
  RandomEvents(Random random, boolean hasUpdates, String zone) {
    this.random = random;
    this.hasUpdates = hasUpdates;
    this.zone = zone;
    // Before clocks go forward. When they go back, Flink loses rows, see SqlDaylightTest.
    LocalDateTime day = LocalDateTime.parse("2026-03-08T00:30:00");
    this.start = day.atZone(ZoneId.of(zone)).toInstant().toEpochMilli();
    this.seconds = List.of(1, 10, 60, 600, 1800).get(random.nextInt(5));
    this.rows = rows();
    this.tables = tables();
  }

  /** These rows, in the same environment otherwise. */
  private RandomEvents(RandomEvents like, List<Row> rows) {
    this.random = like.random;
    this.hasUpdates = false;
    this.zone = like.zone;
    this.start = like.start;
    this.seconds = like.seconds;
    this.rows = rows;
    this.tables = tables();
  }

  private StreamTableEnvironment tables() {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
    StreamTableEnvironment made = StreamTableEnvironment.create(env);
    made.loadModule("finestra", new FinestraModule());
    made.createTemporarySystemFunction("span", Span.class);
    FinestraSql.install(made);
    made.getConfig().set(FinestraSql.MIN_OVERLAP, 1);
    made.getConfig().setLocalTimeZone(ZoneId.of(zone));
    String phases = random.nextBoolean() ? "AUTO" : "ONE_PHASE";
    made.getConfig().set("table.optimizer.agg-phase-strategy", phases);
    if (random.nextInt(4) == 0) {
      made.getConfig().set("table.exec.mini-batch.enabled", "true");
      made.getConfig().set("table.exec.mini-batch.allow-latency", "1 s");
      made.getConfig().set("table.exec.mini-batch.size", "7");
    }
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
    if (hasUpdates) {
      made.createTemporaryView("events", made.fromChangelogStream(stream(env), schema));
    } else {
      made.createTemporaryView("events", stream(env), schema);
    }
    return made;
  }

  private DataStream<Row> stream(StreamExecutionEnvironment env) {
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
    return env.fromData(rows, type)
        .assignTimestampsAndWatermarks(PunctuatedRows.behind(seconds * 1_000));
  }

  /** Rows out of order, some of them late. */
  private List<Row> rows() {
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
    if (hasUpdates) {
      addChanges(rows);
    }
    return rows;
  }

  /** Updates or deletes one of ten rows soon after it. */
  private void addChanges(List<Row> rows) {
    for (int n = rows.size() - 1; n >= 0; n--) {
      if (random.nextInt(10) > 0) {
        continue;
      }
      boolean isDelete = random.nextBoolean();
      int at = Math.min(rows.size(), n + 1 + random.nextInt(random.nextBoolean() ? 5 : 50));
      rows.add(at, changed(isDelete ? RowKind.DELETE : RowKind.UPDATE_BEFORE, rows.get(n)));
      if (!isDelete) {
        Row after = changed(RowKind.UPDATE_AFTER, rows.get(n));
        after.setField(1, random.nextLong());
        rows.add(at + 1, after);
      }
    }
  }

  private static Row changed(RowKind kind, Row row) {
    Row changed = Row.copy(row);
    changed.setKind(kind);
    return changed;
  }

  void view(String name, String query) {
    tables.executeSql("CREATE TEMPORARY VIEW " + name + " AS " + query);
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
    compare(query, query, node);
  }

  /** Checks that Flink's results of the first query are Finestra's of the second one. */
  void compare(String flinks, String query, String node) throws Exception {
    tables.getConfig().set(FinestraSql.ENABLED, false);
    List<String> expected = results(flinks);
    tables.getConfig().set(FinestraSql.ENABLED, true);
    String plan = tables.explainSql(query);
    assertTrue(plan.contains(node), () -> query + plan);
    List<String> found = results(query);
    assertEquals(rest(expected, found), rest(found, expected), () -> query + " in " + zone);
  }

  /** Checks that the results, with all their changes, are those of the rows that are left. */
  void compareChanges(String query, String node) throws Exception {
    String plan = tables.explainSql(query);
    assertTrue(plan.contains(node), () -> query + plan);
    List<Row> left = new ArrayList<>();
    for (Row row : rows) {
      apply(row, left);
    }
    left.sort(Comparator.comparing(row -> row.<Long>getFieldAs(row.getArity() - 1)));
    RandomEvents last = new RandomEvents(this, left);
    last.tables.getConfig().set(FinestraSql.ENABLED, false);
    List<String> expected = last.table(query);
    List<String> found = table(query);
    assertEquals(rest(expected, found), rest(found, expected), () -> query + " in " + zone);
  }

  /** The rows that are left after all changes. */
  @SuppressWarnings("try") // an interrupt ends the test
  private List<String> table(String query) throws Exception {
    List<Row> table = new ArrayList<>();
    try (CloseableIterator<Row> changes = tables.executeSql(query).collect()) {
      changes.forEachRemaining(change -> apply(change, table));
    }
    return table.stream().map(Row::toString).toList();
  }

  /** Applies a change to a table. */
  private static void apply(Row change, List<Row> table) {
    Row row = changed(RowKind.INSERT, change);
    if (change.getKind() == RowKind.INSERT || change.getKind() == RowKind.UPDATE_AFTER) {
      table.add(row);
    } else {
      assertTrue(table.remove(row), () -> change + " is not in " + table);
    }
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
