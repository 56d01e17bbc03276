package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.junit.jupiter.api.Test;

/** Rows of one time share an entry of the window, and each still has a result. */
class EqualTimesTest {
  @Test
  void shouldEmitAResultForEachRow() throws Exception {
    List<AggregateFunction<Trade, ?, String>> functions = List.of(new Listed(), new Summed());
    for (AggregateFunction<Trade, ?, String> function : functions) {
      try (Bench<String> bench =
          new Bench<>(
              keyed ->
                  Finestra.keyed(keyed)
                      .window(LastWindow.of(Duration.ofMillis(10)))
                      .aggregate(function),
              "heap")) {
        for (int i = 0; i < 3; i++) {
          bench.row(new Trade("k", 7, 3L, i));
        }
        bench.watermark(7);
        assertEquals(3, bench.records().size(), function.getClass().getSimpleName());
      }
    }
  }
}
