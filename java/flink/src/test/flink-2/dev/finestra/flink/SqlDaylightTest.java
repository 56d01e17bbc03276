package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code HOP} in the session's time zone on the days when clocks change, next to a plain count of
 * the rows by their local time. Flink's own operator fails this test: if the watermark jumps into
 * the hour that is repeated when clocks go back, it emits windows of that hour before it flushes
 * its buffer, and their newest rows are missing.
 */
class SqlDaylightTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private static final ZoneId ZONE = ZoneId.of("America/Los_Angeles");
  private static final int MINUTES = 6 * 60;
  private static final int SIZE = 60;
  private static final int SLIDE = 10;

  /** The minute after which there are no rows for a while. */
  private static final int GAP = 105;

  /** By how many minutes rows are out of order. */
  private static final int DISORDER = 15;

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-07T23:00:00", "2026-10-31T23:00:00"})
  void shouldCountTheRowsOfEachWindow(String start) throws Exception {
    Instant first = LocalDateTime.parse(start).atZone(ZONE).toInstant();
    List<Row> rows = new ArrayList<>();
    Map<LocalDateTime, Long> expected = new TreeMap<>();
    for (int i = 0; i < MINUTES; i += i == GAP ? 70 : 1) {
      Instant time = first.plusSeconds(60L * (i - i * 7 % DISORDER));
      rows.add(Row.of(i, time.toEpochMilli()));
      LocalDateTime local = LocalDateTime.ofInstant(time, ZONE);
      LocalDateTime oldest = local.minusMinutes(local.getMinute() % SLIDE).plusMinutes(SLIDE);
      for (int later = 0; later < SIZE; later += SLIDE) {
        expected.merge(oldest.plusMinutes(later), 1L, Long::sum);
      }
    }
    assertEquals(expected, counts(rows));
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private static Map<LocalDateTime, Long> counts(List<Row> rows) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    FinestraSql.install(tables);
    tables.getConfig().setLocalTimeZone(ZONE);
    tables.getConfig().set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    tables.createTemporaryView(
        "events",
        env.fromData(rows, Types.ROW_NAMED(new String[] {"n", "at"}, Types.INT, Types.LONG))
            .assignTimestampsAndWatermarks(PunctuatedRows.behind(60_000L * DISORDER)),
        Schema.newBuilder()
            .column("n", "INT")
            .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
            .watermark("ts", "SOURCE_WATERMARK()")
            .build());
    String query =
        """
        SELECT window_end, COUNT(*) FROM HOP(
          TABLE events, DESCRIPTOR(ts), INTERVAL '%s' MINUTE, INTERVAL '%s' MINUTE)
        GROUP BY window_start, window_end
        """
            .formatted(SLIDE, SIZE);
    Map<LocalDateTime, Long> counts = new TreeMap<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(row -> counts.put(row.getFieldAs(0), row.getFieldAs(1)));
    }
    return counts;
  }
}
