package dev.finestra.tools.cli.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A cost is shortened to its usual and its worst bound. */
class CostSummaryTest {
  @Test
  void shouldShortenCosts() {
    assertEquals("O(1)", CostSummary.brief("O(1)"));
    assertEquals("O(1) to O(n)", CostSummary.brief("O(1) amortized, O(n) worst"));
    assertEquals("O(1) to n", CostSummary.brief("amortized O(1), worst n"));
    assertEquals("n", CostSummary.brief("n combines"));
    assertEquals(
        "O(m + m log(n/m))", CostSummary.brief("O(m + m log(n/m)) for m changes, 1 for none"));
    assertEquals("varies", CostSummary.brief("varies"));
  }
}
