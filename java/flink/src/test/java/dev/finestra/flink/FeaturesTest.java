package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.Features;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Features of a stream: several fields as the key, the time in a field, results as in SQL. */
class FeaturesTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  private static final Map<String, Object> WINDOW =
      Map.of(
          "windows",
          List.of(
              List.of("s", Map.of("kind", "last", "size", 2L)),
              List.of("l", Map.of("kind", "last", "size", 9L))));
  private static final Map<String, Object> AGGREGATES =
      Map.of("n", List.of("count"), "paid", List.of("sum", "amount"));

  @Test
  void shouldKeyByTwoFieldsAndKeepTheTypeOfTheTime() throws Exception {
    DataStream<Row> features = features(rows(Types.INSTANT, 0), List.of("card", "country"));
    assertEquals(
        "Row(card: String, country: Integer, at: Instant, n_s: Long, n_l: Long, paid_s: Long,"
            + " paid_l: Long)",
        features.getType().toString());
    assertEquals(
        List.of(
            "+I[a, 1, 1970-01-01T00:00:00.001Z, 1, 1, 5, 5]",
            "+I[a, 1, 1970-01-01T00:00:00.004Z, 1, 2, null, 5]",
            "+I[a, 2, 1970-01-01T00:00:00.002Z, 1, 1, 7, 7]"),
        collected(features));
  }

  @Test
  void shouldHaveTheColumnsOfTheDeclaration() {
    // page: java
    Features cards =
        Features.by("card")
            .time("ts")
            .window("1h", Duration.ofHours(1))
            .window("1d", Duration.ofDays(1))
            .aggregate("n", "count")
            .aggregate("spent", "sum", "cents")
            .aggregate("shops", "count_distinct", "shop");
    // page: end
    String[] names = {"card", "ts", "cents", "shop"};
    DataStream<Row> payments =
        StreamExecutionEnvironment.getExecutionEnvironment()
            .fromData(
                List.of(Row.of("ann", 0L, 500L, "bakery")),
                Types.ROW_NAMED(names, Types.STRING, Types.LONG, Types.LONG, Types.STRING));
    assertEquals(
        "Row(card: String, ts: Long, n_1h: Long, n_1d: Long, spent_1h: Long, spent_1d: Long,"
            + " shops_1h: Long, shops_1d: Long)",
        Finestra.features(payments, cards).getType().toString());
  }

  @Test
  void shouldComputeADeclarationInJava() throws Exception {
    Features declared =
        Features.by("card", "country")
            .time("at")
            .window("s", Duration.ofMillis(2))
            .window("l", Duration.ofMillis(9))
            .aggregate("n", "count")
            .aggregate("paid", "sum", "amount");
    DataStream<Row> features = Finestra.features(rows(Types.INSTANT, 0), declared);
    DataStream<Row> same = features(rows(Types.INSTANT, 0), List.of("card", "country"));
    assertEquals(same.getType(), features.getType());
    assertEquals(collected(same), collected(features));
    assertEquals(
        List.of(
            "+I[a, 1970-01-01T00:00:00.001Z, 1970-01-01T00:00:00.003Z, 2]",
            "+I[a, 1970-01-01T00:00:00.004Z, 1970-01-01T00:00:00.005Z, 1]"),
        collected(
            Finestra.features(
                rows(Types.INSTANT, 0),
                Features.by("card")
                    .time("at")
                    .session(Duration.ofMillis(1))
                    .aggregate("n", "count"))));
    Features finer = Features.by("card").time("at").window("x", Duration.ofNanos(2_500_000));
    assertEquals(
        "The size of a window is PT0.0025S; on Flink it must be whole milliseconds",
        assertThrows(
                IllegalArgumentException.class,
                () -> Finestra.features(rows(Types.LONG, 0), finer.aggregate("n", "count")))
            .getMessage());
  }

  @Test
  void shouldRefuseAnotherTimestamp() {
    DataStream<Row> features = features(rows(Types.LONG, 60_000), List.of("card"));
    Throwable cause = assertThrows(Exception.class, () -> collected(features));
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    assertTrue(message.contains("time field 'at' is 1970-01-01T00:00:00.00"), message);
    assertTrue(message.contains("timestamp of a row is 1970-01-01T00:01:00.00"), message);
  }

  @Test
  void shouldRefuseFieldsThatDoNotFit() {
    DataStream<Row> rows = rows(Types.LONG, 0);
    assertEquals(
        "There is no field 'shop'; the elements have 'card', 'country', 'at', 'amount'",
        refused(rows, List.of("card", "shop"), "at"));
    assertEquals("No field to key by is given; name at least one.", refused(rows, List.of(), "at"));
    assertEquals(
        "The time field 'card' is of type String; it must be a long, which counts milliseconds,"
            + " or a timestamp",
        refused(rows, List.of("country"), "card"));
    assertEquals(
        "The key names the field 'card' twice; name it once.",
        refused(rows, List.of("card", "card"), "at"));
  }

  @Test
  void shouldRefuseATimeBetweenMilliseconds() throws Exception {
    TimeField<Row> field = TimeField.of(Types.ROW(Types.INSTANT), "f0");
    assertEquals(2_000_001, field.millis(Row.of(Instant.parse("1970-01-01T00:33:20.001Z"))));
    Row between = Row.of(Instant.parse("1970-01-01T00:33:20.0015Z"));
    assertEquals(
        "The time field 'f0' is 1970-01-01T00:33:20.001500Z in a row, but Flink's times are whole"
            + " milliseconds; round it",
        assertThrows(IllegalArgumentException.class, () -> field.millis(between)).getMessage());
  }

  private static String refused(DataStream<Row> rows, List<String> by, String time) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> FinestraFromMaps.features(rows, by, time, WINDOW, AGGREGATES, Map.of()))
        .getMessage();
  }

  private static DataStream<Row> features(DataStream<Row> rows, List<String> by) {
    return FinestraFromMaps.features(rows, by, "at", WINDOW, AGGREGATES, Map.of());
  }

  private static DataStream<Row> rows(TypeInformation<?> time, long shift) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    boolean isInstant = time.equals(Types.INSTANT);
    List<Row> rows = new ArrayList<>();
    for (Object[] each : new Object[][] {{"a", 1, 1L, 5L}, {"a", 2, 2L, 7L}, {"a", 1, 4L, null}}) {
      Object at = isInstant ? Instant.ofEpochMilli((Long) each[2]) : each[2];
      rows.add(Row.of(each[0], each[1], at, each[3]));
    }
    return env.fromData(
            rows,
            Types.ROW_NAMED(
                new String[] {"card", "country", "at", "amount"},
                Types.STRING,
                Types.INT,
                time,
                Types.LONG))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Row>forMonotonousTimestamps()
                .withTimestampAssigner((row, t) -> millis(row.getField(2)) + shift));
  }

  private static long millis(Object time) {
    return time instanceof Instant instant ? instant.toEpochMilli() : (Long) time;
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private static List<String> collected(DataStream<Row> features) throws Exception {
    List<String> all = new ArrayList<>();
    try (var results = features.executeAndCollect()) {
      results.forEachRemaining(row -> all.add(row.toString()));
    }
    all.sort(null);
    return all;
  }
}
