package dev.finestra.bench.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.bench.Company;
import dev.finestra.bench.Point;
import dev.finestra.bench.Workload;
import dev.finestra.bench.report.RunFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoresTest {
  private static final int OVERLAP = 16;
  private static final int UPDATES = 10;

  private static RunFigures counted(String way) {
    RunFigures figures = new RunFigures();
    Stores.measure(
        new Point(Workload.STORE, way, "sum_wrapping", OVERLAP, UPDATES, 0, Company.ALONE),
        figures);
    return figures;
  }

  @Test
  void shouldReadAndWriteAsTheProposalCounts() {
    assertEquals(OVERLAP, counted("eager").median("reads_per_update"));
    // At the end of each sub-window, one window is removed.
    assertEquals(OVERLAP + 0.1, counted("eager").median("writes_per_update"), 1e-9);
    assertEquals(2 * OVERLAP - 1, counted("subwindows").median("reads_per_update"));
    assertEquals(1.1, counted("subwindows").median("writes_per_update"), 1e-9);
    RunFigures suppressed = counted("subwindows+suppress");
    assertEquals(1 + OVERLAP / 10.0, suppressed.median("reads_per_update"), 1e-9);
    assertEquals(1.1, suppressed.median("writes_per_update"), 1e-9);
    RunFigures cached = counted("subwindows+suppress+cache");
    assertEquals(OVERLAP / 10.0, cached.median("reads_per_update"), 1e-9);
    assertEquals(0.2, cached.median("writes_per_update"), 1e-9);
  }

  @Test
  void shouldAnswerTheSameEveryWay() {
    for (String more : List.of("", "+suppress", "+cache", "+suppress+cache")) {
      double eager = counted("eager" + more).median("sum_of_results");
      assertTrue(eager > 0);
      assertEquals(eager, counted("subwindows" + more).median("sum_of_results"), more);
      assertEquals(eager, counted("b_fiba4" + more).median("sum_of_results"), more);
    }
  }

  @Test
  void shouldTouchFewPagesOfATreeWhereResultsAreSuppressed() {
    RunFigures tree = counted("b_fiba4+suppress");
    assertTrue(tree.median("reads_per_update") < 4, "reads");
    assertTrue(tree.median("writes_per_update") < 4, "writes");
  }
}
