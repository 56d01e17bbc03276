package dev.finestra.flink.internal.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of aggregations of {@code finestra_window}. */
class AggregationListParserTest {
  @Test
  void shouldReadNamesParametersColumnsAndAliases() {
    assertEquals(
        List.of(
            List.of("top", "max", "price"),
            List.of("p99", "quantile(0.99)", "latency"),
            List.of("count", "count"),
            List.of("arg_max", "arg_max", "a b", "ts")),
        AggregationListParser.parse(
            "max(price) AS top, quantile(0.99)(latency) as p99, count(), arg_max(`a b`, ts)"));
  }

  @Test
  void shouldReadAliasesOfAnyLettersAndQuotedAliases() {
    assertEquals(
        List.of(List.of("größe", "max", "x"), List.of("top price, so far", "min", "x")),
        AggregationListParser.parse("max(x) AS größe, min(x) AS `top price, so far`"));
  }

  @Test
  void shouldCountRowsInAnyCase() {
    assertEquals(
        List.of(List.of("n", "count"), List.of("COUNT", "count")),
        AggregationListParser.parse("COUNT(*) AS n, COUNT( * )"));
  }

  @Test
  void shouldShowTheSyntaxForWrongLists() {
    for (String wrong : List.of("max price", "max(price) AS", "max(price) top")) {
      assertRefused(wrong, "write it as max(price) AS top");
    }
  }

  @Test
  void shouldReadNamesInAnyCase() {
    assertEquals(
        List.of(List.of("SUM", "sum", "v"), List.of("p", "quantile(0.5)", "v")),
        AggregationListParser.parse("SUM(v), Quantile(0.5)(v) AS p"));
  }

  @Test
  void shouldReadColumnsWithDollarsAndQuotes() {
    assertEquals(
        List.of(List.of("max", "max", "net$"), List.of("min", "min", "a b")),
        AggregationListParser.parse("max(net$), min(`a b`)"));
  }

  @Test
  void shouldSayHowToWriteWhatSqlCanDo() {
    assertRefused("sum(v) FILTER (WHERE v > 0) AS s", "filter the input");
    assertRefused("count(DISTINCT v)", "count_distinct(v)");
    assertRefused("sum(v * 2)", "input => (SELECT *, v * 2 AS x FROM …) PARTITION BY …");
  }

  private static void assertRefused(String list, String sentence) {
    String refused =
        assertThrows(IllegalArgumentException.class, () -> AggregationListParser.parse(list))
            .getMessage();
    assertTrue(refused.contains(sentence), refused);
  }
}
