package dev.finestra.internal.name;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregations;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The nearest name is what was meant. */
class NearestTest {
  @ParameterizedTest
  @CsvSource({
    "SUM, sum",
    "Max, max",
    "avg, mean",
    "AVERAGE, mean",
    "stddev, stddev_samp",
    "variance, var_samp",
    "var, var_samp",
    "max_by, arg_max",
    "argmax, arg_max",
    "array_agg, collect",
    "sum_kahn, sum_kahan",
  })
  void shouldKnowAggregations(String given, String meant) {
    assertEquals(meant, Nearest.to(given, Aggregations.names()).get(0));
  }

  /** Where the sketches are. */
  @Test
  void shouldKnowOtherNamesOnlyWhereTheyHelp() {
    assertEquals("quantile", Nearest.to("median", List.of("mean", "quantile")).get(0));
    assertEquals("mean", Nearest.to("median", List.of("mean", "sum")).get(0));
  }

  @ParameterizedTest
  @CsvSource({"B_FIBA4, b_fiba4", "DABA, daba", "FlatFAT, reactive", "two_stack, two_stacks"})
  void shouldKnowAlgorithms(String given, String meant) {
    List<String> names = SlidingWindows.algorithms().stream().map(Algorithm::name).toList();
    assertEquals(meant, Nearest.to(given, names).get(0));
  }

  @Test
  void shouldBeQuickWithNamesOfAnyLength() {
    assertTrue(Nearest.to("x".repeat(1 << 26), List.of("a", "b")).contains("a"));
  }
}
