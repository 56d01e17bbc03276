package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A key whose windows never become empty keeps no more pages than its windows have. */
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

  /** As after each hour there are rows of the next one already. */
  @Test
  void shouldKeepThePagesOfATumblingWindow() throws Exception {
    try (Bench<?> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(new Slides(2_000, 2_000, 0, false))
                    .algorithm("b_fiba4")
                    .reduce((older, newer) -> newer),
            "heap")) {
      for (int i = 0; i < ROWS + 1_999; i++) {
        bench.row(new Trade("k", i, 1L, 0));
        bench.watermark(i - 100);
        bench.records();
      }
      assertFew(bench, "heap");
    }
  }

  /** Of 2,000 rows the leaves have at least two each, and above them are half as many nodes. */
  private static void assertFew(Bench<?> bench, String backend) throws Exception {
    int left = bench.left();
    assertTrue(left < 2_000, left + " pages are left on " + backend);
  }
}
