package dev.finestra.flink.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregations;
import dev.finestra.flink.Finestra;
import dev.finestra.flink.SharedCluster;
import dev.finestra.internal.aggregation.decimals.Decimals;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates of decimals, compared with Flink's own, digit for digit and type for type. */
class DecimalColumnsTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private static final int ROWS = 40;
  private static final int KEYS = 5;

  /** Flink's aggregate functions, and Finestra's names for them. */
  private static final Map<String, String> SAME =
      Map.of(
          "SUM", "sum",
          "AVG", "mean",
          "MAX", "max",
          "MIN", "min",
          "FIRST_VALUE", "first",
          "LAST_VALUE", "last",
          "COUNT", "count");

  private static StreamExecutionEnvironment env() {
    return StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
  }

  @Test
  void shouldEqualFlinksOwn() {
    Trials.run(4, 40, "columns of decimals", (seed, only) -> new Column(new Random(seed)).check());
  }

  /** A random column: its type and its values, some of them null. */
  private static final class Column {
    private final int precision;
    private final int scale;
    private final List<String> rows = new ArrayList<>();

    Column(Random random) {
      // Sums of the widest values would have more than 38 digits.
      precision = 1 + random.nextInt(36);
      // Flink cannot cast a text without a digit before the point. A mean has at least six digits
      // after the point, so at most 32 fit before it.
      int fewest = Math.max(0, precision - 32);
      scale = fewest + random.nextInt(Math.min(precision, 13) - fewest);
      for (int i = 0; i < ROWS; i++) {
        BigInteger digits = new BigInteger(120, random).mod(BigInteger.TEN.pow(precision));
        BigDecimal value = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
        String text = random.nextInt(9) == 0 ? "NULL" : "'" + value.toPlainString() + "'";
        rows.add("(%s, CAST(%s AS DECIMAL(%s, %s)))".formatted(i % KEYS, text, precision, scale));
      }
    }

    void check() {
      String type = "DECIMAL(" + precision + ", " + scale + ")";
      StreamTableEnvironment tables = StreamTableEnvironment.create(env());
      tables.executeSql(
          "CREATE TEMPORARY VIEW t AS SELECT * FROM (VALUES %s) AS v(k, d)"
              .formatted(String.join(", ", rows)));
      tables.executeSql(
          "CREATE TEMPORARY SYSTEM FUNCTION finestra_group_agg AS '%s'"
              .formatted(FinestraGroupAgg.class.getName()));
      List<String> calls = new ArrayList<>();
      SAME.forEach(
          (own, name) ->
              calls.addAll(List.of(own + "(d)", "finestra_group_agg('" + name + "', d)")));
      Table both = tables.sqlQuery("SELECT " + String.join(", ", calls) + ", k FROM t GROUP BY k");
      List<String> types = types(both);
      Collection<Row> results = last(both);
      assertEquals(KEYS, results.size());
      for (int i = 0; i < calls.size(); i += 2) {
        String call = calls.get(i) + " of " + type;
        assertEquals(types.get(i), types.get(i + 1), call);
        for (Row row : results) {
          assertEquals(row.getField(i), row.getField(i + 1), call);
        }
      }
    }
  }

  private static List<String> types(Table table) {
    return DataType.getFieldDataTypes(table.getResolvedSchema().toPhysicalRowDataType()).stream()
        .map(type -> type.getLogicalType().copy(true).toString())
        .toList();
  }

  /** The last row of each key; the key is the last column. */
  @SuppressWarnings("try")
  private static Collection<Row> last(Table table) {
    Map<Object, Row> last = new HashMap<>();
    try (CloseableIterator<Row> rows = table.execute().collect()) {
      while (rows.hasNext()) {
        Row row = rows.next();
        last.put(row.getField(row.getArity() - 1), row);
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return last.values();
  }

  @Test
  void shouldBeExactInAStream() throws Exception {
    BigDecimal large = new BigDecimal("12345678901234567890.123456789012345678");
    Map<String, List<String>> aggregates =
        Map.of(
            "all", List.of("collect", "price"),
            "mean", List.of("mean", "price"),
            "sum", List.of("sum", "price"));
    List<Row> results = results(aggregates, large, large);
    assertEquals(2, results.size());
    Row last = results.get(1);
    assertEquals(List.of(large, large), last.getField("all"));
    assertEquals(large, last.getField("mean"));
    assertEquals(large.add(large), last.getField("sum"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"decimal_sum", "decimal_mean(4)", "tuple(decimal_mean(4),count)"})
  void shouldKeepTheLaws(String overHeld) {
    List<BigDecimal> samples =
        List.of(new BigDecimal("0.00"), new BigDecimal("-7.25"), new BigDecimal("3.10"));
    for (Decimals type : List.of(new Decimals(12, 2), new Decimals(38, 2))) {
      List<Object> held = samples.stream().map(type::toHeld).toList();
      assertEquals(List.of(), Aggregations.checkLaws(Aggregations.of(overHeld, type.held()), held));
    }
  }

  @Test
  void shouldConvertValuesInsideResults() throws Exception {
    BigDecimal less = new BigDecimal("-1.500000000000000000");
    BigDecimal more = new BigDecimal("20.250000000000000000");
    Map<String, List<String>> aggregates =
        Map.of(
            "top", List.of("top_k(2)", "price"),
            "distinct", List.of("collect_distinct", "price"),
            "both", List.of("tuple(max,count,sum)", "price"),
            "rounded", List.of("tuple(mean,stddev_pop)", "price"),
            "arg", List.of("arg_max", "price", "at"));
    Row last = results(aggregates, less, more, less).get(2);
    assertEquals(List.of(more, less), last.getField("top"));
    assertEquals(List.of(less, more), last.getField("distinct"));
    assertEquals(List.of(more, 3L, more.add(less).add(less)), last.getField("both"));
    assertEquals(5.75, (Double) ((List<?>) last.getField("rounded")).get(0), 1e-12);
    assertEquals(less, last.getField("arg"));
  }

  @Test
  void shouldRejectAValueWithTooManyDigits() {
    Map<String, List<String>> max = Map.of("max", List.of("max", "price"));
    Throwable cause = assertThrows(Exception.class, () -> results(max, BigDecimal.TEN.pow(20)));
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(
        cause.getMessage().contains("more than the 20 digits before the point of DECIMAL(38,18)"),
        cause.toString());
  }

  /** The results of each row's own window, over prices of one key. */
  @SuppressWarnings("try")
  private static List<Row> results(Map<String, ?> aggregates, BigDecimal... prices)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    for (BigDecimal price : prices) {
      rows.add(Row.of("a", (long) rows.size(), price));
    }
    DataStream<Row> stream =
        env()
            .fromData(
                rows,
                Types.ROW_NAMED(
                    new String[] {"k", "at", "price"}, Types.STRING, Types.LONG, Types.BIG_DEC))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Row>forMonotonousTimestamps()
                    .withTimestampAssigner((row, before) -> row.<Long>getFieldAs("at")));
    try (CloseableIterator<Row> found =
        Finestra.keyed(stream, "k")
            .window(LastWindow.of(Duration.ofMillis(10)))
            .aggregate(aggregates)
            .executeAndCollect()) {
      List<Row> results = new ArrayList<>();
      found.forEachRemaining(results::add);
      return results;
    }
  }
}
