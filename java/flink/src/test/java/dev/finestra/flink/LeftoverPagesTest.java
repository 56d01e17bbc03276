package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A key whose windows never become empty keeps only the pages that its windows need. */
class LeftoverPagesTest {
  private static final int ROWS = 60_000;

  @Test
  void shouldKeepThePagesOfACountWindow() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      try (Bench<?> bench =
          new Bench<>(
              keyed ->
                  Finestra.keyed(keyed)
                      .of(new CountWindow(2_000, 2_000))
                      .algorithm("b_fiba4")
                      .aggregate("sum", "price"),
              backend)) {
        for (int i = 0; i < ROWS + 1_999; i++) {
          bench.row(new Trade("k", i, 1L, 0));
        }
        assertFew(bench, backend);
      }
    }
  }

  /** When a window ends, its key already has rows of the next one. */
  @Test
  void shouldKeepThePagesOfATumblingWindow() throws Exception {
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(SlidingTimeWindow.of(2_000, 2_000, 0, false))
                    .algorithm("b_fiba4")
                    .aggregate("last", "price"),
            "heap")) {
      for (int i = 0; i < ROWS + 1_999; i++) {
        bench.row(new Trade("k", i, 1L, 0));
        bench.watermark(i - 100);
        bench.records();
      }
      assertFew(bench, "heap");
    }
  }

  /** For 2,000 rows: leaves have at least two rows, and there are half as many inner nodes. */
  private static void assertFew(Bench<?> bench, String backend) throws Exception {
    int left = bench.left();
    assertTrue(left < 2_000, left + " pages are left on " + backend);
  }
}
