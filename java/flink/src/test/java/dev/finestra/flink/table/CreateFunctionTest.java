package dev.finestra.flink.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.SharedCluster;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Functions that are registered by the names of their classes, without the module. */
class CreateFunctionTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private final StreamExecutionEnvironment env =
      StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);

  private final StreamTableEnvironment tables = StreamTableEnvironment.create(env);

  @Test
  void shouldAggregate() throws Exception {
    create("FUNCTION", "finestra_agg", FinestraAgg.class);
    create("FUNCTION", "finestra_group_agg", FinestraGroupAgg.class);
    List<String> rows =
        rows(
            """
            SELECT finestra_agg('product', x), finestra_group_agg('max', x)
            FROM (VALUES (2), (7), (3)) AS t(x)
            """);
    assertEquals(List.of("+I[2, 2]", "+U[14, 7]", "+U[42, 7]", "-U[14, 7]", "-U[2, 2]"), rows);
  }

  @Test
  void shouldAcceptAnyNumberOfValues() throws Exception {
    create("FUNCTION", "finestra_agg", FinestraAgg.class);
    create("FUNCTION", "finestra_group_agg", FinestraGroupAgg.class);
    readings();
    // Flink's OVER drops the row at time 0.
    List<String> rows =
        rows(
            """
            SELECT k, finestra_agg('count') OVER w, finestra_agg('sum', x) OVER w,
              finestra_agg('arg_max', -x, x) OVER w, finestra_agg('max', NULLIF(x, 7)) OVER w
            FROM readings
            WINDOW w AS (
              PARTITION BY k ORDER BY `at`
              RANGE BETWEEN INTERVAL '0.006' SECOND PRECEDING AND CURRENT ROW)
            """);
    assertEquals(
        List.of("+I[a, 1, 4, -4, 4]", "+I[a, 1, 7, -7, null]", "+I[b, 1, 9, -9, 9]"), rows);
    List<String> groups =
        rows(
            """
            SELECT finestra_group_agg('count'), finestra_group_agg('arg_min', -x, x)
            FROM readings
            """);
    assertTrue(groups.contains("+U[4, -3]"), groups::toString);
  }

  void readings() {
    tables.createTemporaryView(
        "readings",
        env.fromData(
                Types.ROW_NAMED(
                    new String[] {"k", "at", "x"}, Types.STRING, Types.INSTANT, Types.LONG),
                Row.of("a", Instant.ofEpochMilli(0), 3L),
                Row.of("b", Instant.ofEpochMilli(1), 9L),
                Row.of("a", Instant.ofEpochMilli(5), 7L),
                Row.of("a", Instant.ofEpochMilli(12), 4L))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Row>forMonotonousTimestamps()
                    .withTimestampAssigner((row, t) -> ((Instant) row.getField(1)).toEpochMilli())),
        Schema.newBuilder()
            .column("k", DataTypes.STRING())
            .column("at", DataTypes.TIMESTAMP_LTZ(3))
            .column("x", DataTypes.BIGINT())
            .watermark("at", "SOURCE_WATERMARK()")
            .build());
  }

  void create(String kind, String name, Class<?> function) {
    tables.executeSql("CREATE %s %s AS '%s'".formatted(kind, name, function.getName()));
  }

  @SuppressWarnings("try")
  List<String> rows(String query) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    }
    rows.sort(null);
    return rows;
  }
}
